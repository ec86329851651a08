// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {problemsOf, readAgentText} from './read-text.ts';

describe('anchors and merge keys', () => {
	it('are understood', async () => {
		const read = await readAgentText(`
x-defaults: &defaults
  type: mcp
  command: node
  env: &env {A: "1"}
tools:
  - <<: *defaults
    name: a
  - <<: [*defaults]
    name: b
    command: deno
    env: {<<: *env, B: "2"}
`);
		expect(read).toMatchObject({
			type: 'read',
			servers: [
				{name: 'a', command: 'node', env: {A: '1'}},
				{name: 'b', command: 'deno', env: {A: '1', B: '2'}},
			],
		});
	});

	it('point at the text that they stand for', async () => {
		const text = 'x: &bad [1]\ntools:\n  - {type: mcp, name: a, command: b, args: *bad}\n';
		expect(await problemsOf(text)).toEqual([
			'1:10  tools[0].args[0]: expected a string; put it in quotes: "1"',
		]);
	});

	it('cannot make a small file say billions of things', async () => {
		const level = (index: number): string =>
			`l${index}: &l${index} [${Array.from({length: 9}, () => `*l${index - 1}`).join(', ')}]`;
		const bomb = ['l0: &l0 [x, x]', ...Array.from({length: 9}, (_, index) => level(index + 1))];
		const [problem, ...others] = await problemsOf(
			[...bomb, 'tools: [{type: mcp, name: a, command: b, config: {a: *l9}}]'].join('\n'),
		);
		expect(problem).toContain('has too many aliases: at most 100 are read');
		expect(others).toEqual([]);
	});

	it('cannot merge themselves for ever', async () => {
		const problems = await problemsOf('tools:\n  - &a\n    type: mcp\n    name: a\n    <<: *a\n');
		expect(problems.join('\n')).toMatch(/too deeply|too many aliases/);
	});
});

describe('nesting', () => {
	// Deeper nesting ends the whole process inside the parser.
	it.each([
		['of brackets', `a: ${'['.repeat(100_000)}`],
		['of braces', `a: ${'{a: '.repeat(50_000)}`],
		['of lists in one line', '- '.repeat(100_000)],
		['of explicit keys', '? '.repeat(100_000)],
		['of indentation', Array.from({length: 600}, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
	])('%s is refused before it is parsed', async (_, text) => {
		expect(await problemsOf(text)).toEqual([
			expect.stringMatching(/^\d+:\d+ {2}is nested more than 64 levels deep$/),
		]);
	});
});

describe('words and numbers', () => {
	it('mean the same whatever version of YAML a file claims to be', async () => {
		const text = '%YAML 1.1\n---\ntools: [{type: mcp, name: on, command: no, args: [yes, off, 1:30]}]';
		expect(await readAgentText(text)).toMatchObject({
			servers: [{name: 'on', command: 'no', args: ['yes', 'off', '1:30']}],
		});
	});

	it('keep names that mean something to JavaScript as they are', async () => {
		const read = await readAgentText(
			'__proto__: {a: b}\nconstructor: 1\ntools: [{type: mcp, name: __proto__, command: x, env: {__proto__: y}}]',
		);
		expect(read).toMatchObject({type: 'read', assistant: {servers: ['__proto__']}});
		expect({}).not.toHaveProperty('a');
	});
});

describe('a file with very many problems', () => {
	it('is told in part', async () => {
		const tools = Array.from({length: 500}, () => '  - nothing').join('\n');
		const problems = await problemsOf(`tools:\n${tools}\n`);
		expect(problems).toHaveLength(51);
		expect(problems.at(-1)).toBe('52:5  and 450 more');
	});

	it('shows no control characters of the file', async () => {
		const problems = await problemsOf(
			'tools: [{type: mcp, name: "a\\e]0;x\\a", command: "x", cwd: "${NO}"}]',
		);
		expect(problems.join('')).toContain('the variable NO is not set');
		expect(problems.join('')).not.toMatch(/[\x00-\x1f\x7f]/);
	});
});

const good = {
	name: 'a',
	description: 'b',
	model: {provider: 'openai', name: 'x', temperature: 1, max_tokens: 5},
	instructions: {inline: 'c'},
	tools: [
		{
			type: 'mcp',
			name: 'one',
			command: 'x',
			args: ['y'],
			env: {A: 'b'},
			cwd: '/',
			encoding: 'utf-8',
			config: {a: [1]},
			timeout: 5,
			load_tools: true,
			include_tools: ['*'],
		},
		{
			type: 'mcp',
			name: 'two',
			transport: 'http',
			url: 'https://a.example',
			headers: {A: 'b'},
			auth: {token: 't'},
		},
		{type: 'mcp', name: 'three', server: '@a/b', rateLimit: {calls: 1}, disabled: true},
	],
	tool_approval: 'always-ask',
	evaluations: [],
};

/** Puts something else at some place of a value. */
const mutate = (value: unknown, choices: readonly number[], other: unknown): unknown => {
	const [choice, ...rest] = choices;
	if (choice === undefined || typeof value !== 'object' || value === null) return other;
	const keys = Object.keys(value);
	const key = keys[choice % Math.max(1, keys.length)];
	if (key === undefined) return other;
	const changed = (part: unknown): unknown => mutate(part, rest, other);
	return Array.isArray(value)
		? value.map((item: unknown, index) => (String(index) === key ? changed(item) : item))
		: Object.fromEntries(
				Object.entries(value).map(([name, item]) => [name, name === key ? changed(item) : item]),
			);
};

const line = /^\/agents\/agent\.yaml:\d+:\d+ {2}\S/;

describe('whatever becomes of an agent file', () => {
	it('it is read, or every problem has a place, and nothing is thrown', async () => {
		let read = 0;
		let refused = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat(12), {maxLength: 4}),
				fc.oneof(fc.jsonValue({maxDepth: 3}), fc.constantFrom('${X}', '', null, [], {}, 1.5, 'mcp', 'yes')),
				async (choices, other) => {
					const result = await readAgentText(JSON.stringify(mutate(good, choices, other)));
					if (result.type === 'read') {
						read += 1;
					} else {
						refused += 1;
						expect(result.problems.length).toBeGreaterThan(0);
						for (const problem of result.problems) expect(problem).toMatch(line);
					}
					for (const warning of result.warnings) expect(warning).toMatch(line);
				},
			),
			{numRuns: 500},
		);
		expect(Math.min(read, refused)).toBeGreaterThan(10);
	});

	it('so it is with any text at all', async () => {
		const piece = fc.constantFrom(
			...[
				'name',
				'tools',
				':',
				' ',
				'\n',
				'- ',
				'  ',
				'[',
				']',
				'{',
				'}',
				',',
				'&a ',
				'*a',
				'<<',
				'"',
				"'",
				'|',
				'>',
			],
			...[
				'#',
				'!',
				'%',
				'@',
				'?',
				'\t',
				'---\n',
				'type: mcp',
				'x',
				'1',
				'~',
				'\r',
				'${A}',
				'\u0085',
				'\u{1f600}',
			],
		);
		await fc.assert(
			fc.asyncProperty(fc.array(piece, {maxLength: 40}), async pieces => {
				const result = await readAgentText(pieces.join(''));
				if (result.type === 'refused') {
					expect(result.problems.length).toBeGreaterThan(0);
					for (const problem of result.problems) expect(problem).toMatch(line);
				}
			}),
			{numRuns: 1000},
		);
	});
});
