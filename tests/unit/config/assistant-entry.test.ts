import {describe, expect, it} from 'vitest';
import {readAssistantEntry, readInstructions} from '../../../source/core/config/assistant-entry.ts';

const read = (written: unknown, name = 'writer') =>
	readAssistantEntry(name, written, '/home/mira/config.json');

const complaintsOf = (written: unknown, name?: string): readonly string[] => {
	const result = read(written, name);
	return result.type === 'assistant'
		? []
		: result.complaints.map(({path, message}) => `${path.join('.')}: ${message}`);
};

const modes = 'expected one of always-ask, trusted-only, auto';

describe('an assistant', () => {
	// rfc-009 "GPT": servers, toolApproval and trustedTools of an assistant
	it('has instructions, a model, servers, tools and what it may do unasked', () => {
		expect(
			read({
				description: 'Writes',
				instructions: 'You write.',
				model: 'anthropic/claude-x',
				temperature: 0.5,
				max_tokens: 100,
				servers: ['files'],
				tools: {include: ['files__*'], exclude: ['files__delete']},
				tool_approval: 'trusted-only',
				trusted_tools: ['files__read'],
			}),
		).toEqual({
			type: 'assistant',
			assistant: {
				name: 'writer',
				description: 'Writes',
				instructions: 'You write.',
				model: 'anthropic/claude-x',
				temperature: 0.5,
				maxTokens: 100,
				servers: ['files'],
				includeTools: ['files__*'],
				excludeTools: ['files__delete'],
				toolApproval: 'trusted-only',
				trustedTools: ['files__read'],
				source: '/home/mira/config.json',
			},
			warnings: [],
		});
	});

	it('may say nothing: it then uses everything, and trusts nothing', () => {
		expect(read({})).toMatchObject({
			assistant: {name: 'writer', excludeTools: [], trustedTools: []},
		});
		expect(read({})).not.toHaveProperty('assistant.servers');
	});

	it('takes instructions as lines, and tools beside each other', () => {
		expect(read({instructions: ['a', 'b'], includeTools: ['x'], exclude_tools: ['y']})).toMatchObject({
			assistant: {instructions: 'a\nb', includeTools: ['x'], excludeTools: ['y']},
		});
	});

	it('suggests the nearest key for a slip', () => {
		const result = read({instrctions: 'x', tools: {inclde: []}});
		expect(result.type === 'assistant' ? result.warnings : []).toEqual([
			{
				path: ['instrctions'],
				message: 'unknown key; did you mean instructions?',
				kind: 'malformed',
				isUnknownKey: true,
			},
			{
				path: ['tools', 'inclde'],
				message: 'unknown key; did you mean include?',
				kind: 'malformed',
				isUnknownKey: true,
			},
		]);
	});

	it.each<[unknown, string]>([
		['x', ': expected an object'],
		[null, ': expected an object'],
		[{instructions: 7}, 'instructions: expected a string or an array of strings'],
		[{instructions: ' '}, 'instructions: must not be empty'],
		[{instructions: []}, 'instructions: must not be empty'],
		[
			{instructions: 'a', instructions_file: 'b'},
			'instructions_file: cannot be combined with instructions; keep one of them',
		],
		[{model: 'the best'}, 'model: expected provider/model, such as "anthropic/claude-sonnet-5-5"'],
		[{model: {provider: 'x'}}, 'model: expected a string'],
		[{temperature: 9}, 'temperature: expected 0 to 2'],
		[{max_tokens: 0}, 'max_tokens: expected at least 1'],
		[{servers: 'files'}, 'servers: expected an array'],
		[{servers: ['a', 1]}, 'servers.1: expected a string'],
		[{tools: ['a']}, 'tools: expected an object such as {"include": ["files__*"], "exclude": []}'],
		[{tools: {include: 'a'}}, 'tools.include: expected an array'],
		[
			{tools: {include: ['a']}, includeTools: ['b']},
			'includeTools: says the same as tools.include; keep one of them',
		],
		[{toolApproval: 'never'}, `toolApproval: ${modes}`],
		[{trustedTools: 'x'}, 'trustedTools: expected an array'],
		[{trustedTools: [], trusted_tools: []}, 'trusted_tools: says the same as trustedTools; keep one of them'],
	])('%j is refused', (written, complaint) => {
		expect(complaintsOf(written)).toEqual([complaint]);
	});

	it('needs a name', () => {
		expect(complaintsOf({}, ' ')).toEqual([': an assistant needs a name']);
	});
});

describe('instructions in a file', () => {
	const assistant = () => {
		const result = read({instructionsFile: 'who.md'});
		if (result.type === 'refused') throw new Error('refused');
		return result.assistant;
	};

	it('are read from beside the configuration when the assistant is chosen', async () => {
		const paths: string[] = [];
		const result = await readInstructions(assistant(), async path => {
			paths.push(path);
			return 'Be brief.';
		});
		expect(paths).toEqual(['/home/mira/who.md']);
		expect(result).toEqual({
			type: 'assistant',
			assistant: {
				name: 'writer',
				instructions: 'Be brief.',
				excludeTools: [],
				trustedTools: [],
				source: '/home/mira/config.json',
			},
		});
	});

	it('name the assistant and the file when they cannot be read', async () => {
		const gone = Object.assign(new Error('ENOENT'), {code: 'ENOENT'});
		expect(await readInstructions(assistant(), () => Promise.reject(gone))).toEqual({
			type: 'refused',
			failure: {
				code: 'bad-assistant',
				message:
					'The assistant "writer" cannot be used: there is no file /home/mira/who.md. Create it, or correct the path.',
				hint: 'It is named as instructionsFile in /home/mira/config.json.',
			},
		});
		expect(await readInstructions(assistant(), async () => '\n')).toMatchObject({
			failure: {message: 'The assistant "writer" cannot be used: /home/mira/who.md is empty.'},
		});
	});
});
