import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {parse} from 'jsonc-parser';
import {describe, expect, it} from 'vitest';
import {createChangeAssistants} from '../../../source/core/config/change-assistants.ts';
import {readWrittenAssistant} from '../../../source/core/config/read-written-assistant.ts';
import type {Assistant} from '../../../source/domain/assistant.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const setUp = (content?: string) => {
	const folder = join(createTemporaryFolder(), 'config');
	const file = join(folder, 'config.json');
	if (content !== undefined) {
		mkdirSync(folder);
		writeFileSync(file, content);
	}
	return {
		file,
		change: createChangeAssistants({file, patience: 200}),
		read: (name: string) => readWrittenAssistant(file, name),
		text: () => readFileSync(file, 'utf8'),
	};
};

const named = (name: string, rest: Partial<Assistant> = {}): Assistant => ({
	name,
	excludeTools: [],
	trustedTools: [],
	...rest,
});

const lines = (...parts: readonly string[]) => `${parts.join('\n')}\n`;

describe('a new assistant', () => {
	it('makes the file, and says only what was said', async () => {
		const {change, text, file} = setUp();
		const assistant = named('writer', {
			description: 'Writes.',
			instructions: 'You write.\nWell.',
			servers: ['files'],
			toolApproval: 'trusted-only',
			trustedTools: ['files__read_*'],
		});
		await expect(change({type: 'save', assistant})).resolves.toEqual({type: 'changed', file});
		expect(parse(text())).toEqual({
			assistants: {
				writer: {
					description: 'Writes.',
					instructions: ['You write.', 'Well.'],
					servers: ['files'],
					toolApproval: 'trusted-only',
					trustedTools: ['files__read_*'],
				},
			},
		});
	});

	it('does not take the place of one that is there', async () => {
		const before = '{"assistants": {"writer": {"model": "ollama/x"}}}\n';
		const {change, text} = setUp(before);
		const changed = await change({type: 'save', assistant: named('writer')});
		expect(changed).toMatchObject({type: 'refused', failure: {code: 'assistant-exists'}});
		expect(text()).toBe(before);
	});

	it('is refused with the reason when the program could not read it again', async () => {
		const {change} = setUp('{}');
		const changed = await change({type: 'save', assistant: named('writer', {model: 'two words'})});
		expect(changed).toMatchObject({
			type: 'refused',
			failure: {message: expect.stringContaining('model: expected provider/model')},
		});
	});

	it.each([
		['{"assistants": [', 'bad-config'],
		['{"assistants": []}', 'bad-config'],
	])('is refused where the file is broken, which stays as it is (%s)', async (content, code) => {
		const {change, text} = setUp(content);
		const changed = await change({type: 'save', assistant: named('writer')});
		expect(changed).toMatchObject({type: 'refused', failure: {code}});
		expect(text()).toBe(content);
	});
});

describe('an assistant that is changed', () => {
	const before = lines(
		'{',
		'  "assistants": {',
		'    // the first',
		'    "writer": {',
		'      "systemPrompt": "You write.", // short',
		'      "tools": {"include": ["files__*"], "exclude": []},',
		'      "mood": "good" // not known to the program',
		'    },',
		'    "reader": {"servers": []}',
		'  }',
		'}',
	);

	it('keeps its place, its comments, its spelling and what nobody knows', async () => {
		const {change, read, text} = setUp(before);
		const found = await read('writer');
		const assistant = found.type === 'read' ? found.written.assistant : named('never');
		expect(assistant).toMatchObject({instructions: 'You write.', includeTools: ['files__*']});
		const next = {...assistant, name: 'author', instructions: 'You write well.', includeTools: ['web__*']};
		await change({type: 'save', assistant: next, replaces: 'writer'});
		expect(text()).toBe(
			before
				.replace('"writer"', '"author"')
				.replace('You write.', 'You write well.')
				.replace('["files__*"]', '["web__*"]'),
		);
	});

	it('is left alone when nothing about it is new', async () => {
		const {change, read, text} = setUp(before);
		const found = await read('writer');
		if (found.type === 'read') {
			await change({type: 'save', assistant: found.written.assistant, replaces: 'writer'});
		}
		expect(text()).toBe(before);
	});

	it('does not take the name of another', async () => {
		const {change, text} = setUp(before);
		const changed = await change({type: 'save', assistant: named('reader'), replaces: 'writer'});
		expect(changed).toMatchObject({type: 'refused', failure: {code: 'assistant-exists'}});
		expect(text()).toBe(before);
	});

	it('is not made anew when somebody removed it meanwhile', async () => {
		const {change} = setUp(before);
		const changed = await change({type: 'save', assistant: named('a'), replaces: 'riter'});
		expect(changed).toMatchObject({type: 'refused', failure: {code: 'unknown-assistant'}});
	});

	it('keeps instructions in their own file', async () => {
		const {change, read, text, file} = setUp('{"assistants": {"a": {"instructionsFile": "a.md"}}}');
		const found = await read('a');
		expect(found).toMatchObject({written: {instructionsFile: join(file, '..', 'a.md')}});
		await change({type: 'save', assistant: named('a', {model: 'ollama/x'}), replaces: 'a'});
		expect(parse(text())).toEqual({assistants: {a: {instructionsFile: 'a.md', model: 'ollama/x'}}});
	});

	it('cannot be read where its entry is wrong, and says where', async () => {
		const {read} = setUp('{"assistants": {"a": {"toolApproval": "yes"}}}');
		await expect(read('a')).resolves.toMatchObject({
			type: 'refused',
			failure: {message: expect.stringContaining('toolApproval')},
		});
	});
});

const name = fc.stringMatching(/^[a-z]{1,4}$/);
const entry = fc.record(
	{
		model: fc.constantFrom('ollama/x', 'openai/gpt-5'),
		servers: fc.array(name, {maxLength: 3}),
		toolApproval: fc.constantFrom('always-ask', 'auto'),
		strange: fc.integer(),
	},
	{requiredKeys: []},
);

describe('the rest of the file', () => {
	it('stays as it is, with comments and order, whatever is done to one assistant', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.dictionary(name, entry, {minKeys: 1, maxKeys: 5}),
				fc.nat(),
				fc.constantFrom('save', 'rename', 'remove', 'add'),
				async (entries, choice, what) => {
					const names = Object.keys(entries);
					const chosen = names[choice % names.length] ?? '';
					const rows = Object.entries(entries).map(
						([key, value], index) =>
							`    // about ${key}\n    ${JSON.stringify(key)}: ${JSON.stringify(value)}${index === names.length - 1 ? '' : ','} // after ${key}`,
					);
					const {change, text} = setUp(
						lines('{', '  "model": "a/b", // mine', '  "assistants": {', ...rows, '  }', '}'),
					);
					const to = what === 'rename' || what === 'add' ? 'another' : chosen;
					const changed = await change(
						what === 'remove'
							? {type: 'remove', name: chosen}
							: {
									type: 'save',
									assistant: named(to, {description: 'new'}),
									...(what === 'add' ? {} : {replaces: chosen}),
								},
					);
					expect(changed.type).toBe('changed');
					const after = text();
					expect(after).toContain('  "model": "a/b", // mine\n');
					for (const key of names) {
						expect(after).toContain(`// about ${key}\n`);
						expect(after).toContain(`// after ${key}`);
					}
					const {assistants} = parse(after) as {assistants: Record<string, unknown>};
					expect(Object.keys(assistants)).toEqual(
						what === 'add'
							? [...names, to]
							: names.flatMap(key => (key !== chosen ? [key] : what === 'remove' ? [] : [to])),
					);
					for (const key of names.filter(each => each !== chosen || what === 'add')) {
						expect(assistants[key]).toEqual(entries[key]);
					}
				},
			),
			{numRuns: 60},
		);
	});
});
