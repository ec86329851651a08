import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readCheckFile} from '../../../source/core/checks/read-check-file.ts';
import {writeCheckFile} from '../../../source/core/checks/write-check-file.ts';
import type {RecordedCall} from '../../../source/domain/check.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import type {ToolResult} from '../../../source/domain/tool.ts';
import {anyJson, anyObject, anyText} from './any-json.ts';

const origin = {sessionId: 's1', title: 'A title', startedAt: Date.UTC(2026, 10, 17)};

const answered = (result: ToolResult, more: object = {}): RecordedCall => ({
	server: 'files',
	tool: 'read',
	arguments: {path: 'notes.txt'},
	answer: {type: 'answered', isError: false, result, milliseconds: 40, ...more},
});

const textResult = (text: string): ToolResult => ({content: [{type: 'text', text}]});

const read = async (text: string) => {
	const file = await readCheckFile('t.yaml', text);
	return file.type === 'read' ? file.checks : expect.fail(file.problems.join('\n'));
};

const problemsOf = async (text: string): Promise<readonly string[]> => {
	const file = await readCheckFile('t.yaml', text);
	return file.type === 'refused' ? file.problems : expect.fail('it was read');
};

describe('a session becomes a file of tests', () => {
	it('that a person can read', async () => {
		const denied: RecordedCall = {
			server: 'files',
			tool: 'write',
			arguments: {},
			answer: {type: 'none', why: 'denied'},
		};
		const structured = {count: 2, at: '2026-11-17T18:30:00Z', items: [{name: 'a'}, {name: 'b'}]};
		const text = await writeCheckFile(origin, [
			answered(textResult('hello')),
			denied,
			denied,
			answered({content: [], structured}, {milliseconds: 320}),
			{
				...answered(textResult('no such file')),
				answer: {type: 'answered', isError: true, result: textResult('no such file')},
			},
		]);
		expect(text).toBe(`# Tests of MCP servers, made from the session "A title" (s1, 2026-11-17).
# Run them with: mcp-tui test <this file>
# Every expectation may be changed or removed; "ignore" names what equals does not look at, "skip" leaves a test out.
# Left out are 2 calls: 2 denied.

version: 1
tests:
  - name: read of files with path "notes.txt"
    server: files
    tool: read
    arguments:
      path: notes.txt
    expect:
      error: false
      equals: hello
      maxLatency: 1000

  - name: read of files with path "notes.txt" (2)
    server: files
    tool: read
    arguments:
      path: notes.txt
    expect:
      error: false
      schema:
        type: object
        properties:
          count: { type: number }
          at: { type: string }
          items:
            type: array
            items:
              type: object
              properties:
                name: { type: string }
              required: [ name ]
        required: [ count, at, items ]
      equals:
        count: 2
        at: 2026-11-17T18:30:00Z
        items:
          - name: a
          - name: b
      ignore:
        - $.at # a time
      maxLatency: 3500

  - name: read of files with path "notes.txt" (3)
    server: files
    tool: read
    arguments:
      path: notes.txt
    expect:
      error: true
      equals: no such file
`);
	});

	it.each<[string, string]>([
		['/home/ada/projects/garden/notes/tomatoes.txt', '…/garden/notes/tomatoes.txt'],
		[`/${'x'.repeat(40)}`, `…${'x'.repeat(30)}`],
		['a sentence that is longer than a name should be', 'a sentence that is longer than…'],
	])('whose names show what tells them apart of %s', async (path, shown) => {
		const [check] = await read(
			await writeCheckFile(origin, [{...answered(textResult('')), arguments: {path}}]),
		);
		expect(check?.name).toBe(`read of files with path "${shown}"`);
	});

	it('that says the same when it is read, whatever the values are', async () => {
		await fc.assert(
			fc.asyncProperty(anyObject, anyJson, anyText, anyText, async (args, structured, server, tool) => {
				fc.pre(server !== '' && tool !== '' && !JSON.stringify(args).includes('•••'));
				const call = {...answered({content: [], structured: {structured}}), server, tool, arguments: args};
				const text = await writeCheckFile({sessionId: 's', title: tool}, [call, call]);
				expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e\ufeff\ufffd]/);
				const [check, second] = await read(text);
				expect(check).toMatchObject({server, tool});
				expect(JSON.stringify(check?.expect.equals)).toBe(JSON.stringify({structured}));
				expect(second?.expect).toEqual(check?.expect);
			}),
			{numRuns: 150},
		);
	});

	it('that compares any text that does not change by itself', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyText, {maxLength: 4}), async lines => {
				const text = lines.join('\n').replaceAll('•••', '');
				fc.pre(!/^\s*[[{]/.test(text));
				const [check] = await read(
					await writeCheckFile(origin, [answered(textResult(text), {milliseconds: undefined})]),
				);
				expect(check?.expect.equals).toBe(text);
			}),
			{
				numRuns: 150,
				examples: [
					[[' ', '']],
					[['a', ' ', 'b']],
					[['a', '\t']],
					[['', '', '']],
					[['a\n ', '\0\0\0\0', '𐀀  𐀀']],
				],
			},
		);
	});

	it('that asks for the secrets which the session hides', async () => {
		const text = await writeCheckFile(origin, [{...answered(textResult('ok')), arguments: {token: '•••'}}]);
		expect(text).toContain(
			`    # A secret belongs here: set SECRET_TOKEN before you run it.\n    arguments:\n      token: \${SECRET_TOKEN}\n`,
		);
	});

	it.each<[string, Partial<RecordedCall>, string]>([
		['nobody offers', {server: ''}, '1 of a tool that nobody offers'],
		["is the program's own", {server: 'toolbox', tool: 'read-result'}, "1 of the program's own tools"],
	])('without a call whose tool %s', async (_, more, sentence) => {
		const text = await writeCheckFile(origin, [{...answered(textResult('x')), ...more}]);
		expect(text).toContain(`# Left out is 1 call: ${sentence}.`);
		expect(await read(text)).toEqual([]);
	});

	it('that holds a whole result where it is JSON, and the beginning of a text that is too long', async () => {
		const stored = {id: 'a', characters: 50_000};
		const cut = {...textResult('{"a": [… left out …]'), stored};
		const rows = Array.from({length: 3000}, (_, index) => ({index}));
		const texts = ['{"a": 1}', JSON.stringify(rows), `\n  The first line \n${'x'.repeat(30_000)}`];
		const [small, large, long] = await read(
			await writeCheckFile(
				origin,
				texts.map(text => answered(cut, {whole: {text, isAll: true}})),
			),
		);
		expect(small?.expect.equals).toEqual({a: 1});
		expect(large?.expect).toMatchObject({schema: {type: 'array'}, contains: []});
		expect(large?.expect).not.toHaveProperty('equals');
		expect(long?.expect).toMatchObject({contains: ['The first line']});
		const [half] = await read(
			await writeCheckFile(origin, [answered(cut, {whole: {text: '{"a":', isAll: false}})]),
		);
		expect(half?.expect.contains).toEqual(['{"a":']);
	});

	it('that expects little of a result which somebody has replaced', async () => {
		const {answer} = answered(textResult('edited'));
		const {result: _, ...replaced} = answer.type === 'answered' ? answer : expect.fail('it has no answer');
		const text = await writeCheckFile(origin, [{...answered(textResult('')), answer: replaced}]);
		expect(text).toContain('# The result was replaced by hand');
		expect((await read(text))[0]?.expect).toEqual({error: false, ignore: [], contains: [], maxLatency: 1000});
	});

	it('that is never too large to be read again', async () => {
		const calls = Array.from({length: 1500}, (_, index) =>
			answered({content: [], structured: {text: `${index} ${'word '.repeat(400)}`}}),
		);
		const text = await writeCheckFile(origin, calls);
		expect(text.length).toBeLessThan(1024 * 1024);
		expect(text).toMatch(/# Left out are \d+ calls: \d+ more than one file should hold\./);
		expect((await read(text)).length).toBeGreaterThan(100);
	});

	it.each([49, 51, 99, 101])('that can be read although a value is %i levels deep', async depth => {
		let value: JsonValue = 'core';
		for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : {a: value};
		const structured = {value};
		const deep = answered({content: [], structured});
		const [check] = await read(await writeCheckFile(origin, [deep, {...deep, arguments: structured}]));
		const isCompared = depth < 50;
		expect(check?.expect.equals).toEqual(isCompared ? structured : JSON.stringify(structured));
	});

	it('without a call that would fill it alone', async () => {
		const huge = {...answered(textResult('ok')), arguments: {content: 'x'.repeat(2 * 1024 * 1024)}};
		const text = await writeCheckFile(origin, [huge, answered(textResult('ok'))]);
		expect(text).toContain('# Left out is 1 call: 1 more than one file should hold.');
		expect(await read(text)).toHaveLength(1);
	});

	it('in which blank lines at the end of a text count', async () => {
		const texts = ['a\nb ', 'a\n', 'a\n\n', '\n', 'a\nb\n\n\n'];
		const calls = texts.map(each => answered(textResult(each), {milliseconds: undefined}));
		const checks = await read(await writeCheckFile(origin, calls));
		expect(checks.map(check => check.expect.equals)).toEqual(texts);
	});

	it('in which a title cannot write', async () => {
		const title = 'x\u001b[2J\nversion: 7\n# \u202e';
		expect(await writeCheckFile({sessionId: 's', title}, [])).toMatch(
			/^# Tests of MCP servers, made from the session "x⏎version: 7⏎# " \(s\)\.\n/,
		);
	});
});

describe('a file of tests', () => {
	const one = 'version: 1\ntests:\n  - name: a\n    server: s\n    tool: t\n';

	it('needs no more than names, and expects no error then', async () => {
		expect(await read(one)).toEqual([
			{name: 'a', server: 's', tool: 't', arguments: {}, expect: {error: false, ignore: [], contains: []}},
		]);
	});

	it('may be JSON, or use anchors for what tests share', async () => {
		const json = {
			version: 1,
			tests: [{name: 'a', server: 's', tool: 't', expect: {contains: 'x', equals: null}}],
		};
		expect(await read(JSON.stringify(json, undefined, '\t'))).toMatchObject([
			{expect: {contains: ['x'], equals: null}},
		]);
		const shared = `${one}    arguments: &shared {a: 1}\n  - {name: b, server: s, tool: t, arguments: *shared}\n`;
		expect((await read(shared)).map(check => check.arguments)).toEqual([{a: 1}, {a: 1}]);
	});

	it('may have names that mean something in JavaScript', async () => {
		const [check] = await read(`${one}    arguments: {__proto__: {polluted: 1}, constructor: x}\n`);
		expect(Object.keys(check?.arguments ?? {})).toEqual(['__proto__', 'constructor']);
		expect(Object.getPrototypeOf(check?.arguments)).toBe(Object.prototype);
	});

	it.each<[string, string, readonly string[]]>([
		['nothing', '', ['t.yaml:1:1  the file is empty']],
		['a list', '- a', ['t.yaml:1:1  expected an object']],
		[
			'another version',
			'version: 2\ntests: []',
			['t.yaml:1:10  version: expected 1; other versions need another version of mcp-tui'],
		],
		['no tests', 'version: 1', ['t.yaml:1:1  tests: expected an array']],
		[
			'a key that is misspelled',
			`${one}    expect:\n      maxLatencey: 5\n`,
			['t.yaml:7:7  tests[0].expect.maxLatencey: unknown key; did you mean maxLatency?'],
		],
		[
			'a value of another kind',
			`${one}    expect: {error: maybe}\n`,
			['t.yaml:6:21  tests[0].expect.error: expected a boolean'],
		],
		[
			'a limit that nothing keeps',
			`${one}    expect: {maxLatency: 0}\n`,
			['t.yaml:6:26  tests[0].expect.maxLatency: must be more than 0; it is milliseconds'],
		],
		[
			'a number that JSON does not know',
			`${one}    arguments: {a: .nan}\n`,
			['t.yaml:6:16  tests[0].arguments: has a number that JSON does not know'],
		],
		[
			'a number in arguments that would be sent as another one',
			`${one}    arguments: {a: [{id: 12345678901234567890}, 1e400, 1.10]}\n    expect: {schema: {maximum: 18446744073709551615}}\n`,
			[
				't.yaml:6:26  tests[0].arguments.a[0].id: is a number that cannot be sent exactly; put it in quotes if the tool takes a text',
				't.yaml:6:49  tests[0].arguments.a[1]: is a number that cannot be sent exactly; put it in quotes if the tool takes a text',
			],
		],
		[
			'a path that is none',
			`${one}    expect: {ignore: [items.id]}\n`,
			[
				't.yaml:6:23  tests[0].expect.ignore[0]: is no path; write $.items[*].id or the JSON pointer /items/0/id',
			],
		],
		[
			'contains of another kind',
			`${one}    expect: {contains: 5}\n`,
			['t.yaml:6:24  tests[0].expect.contains: expected a string or an array of strings'],
		],
		[
			'a quote that is not closed',
			`${one}    skip: "x\n`,
			['t.yaml:7:1  a quote that was opened before is not closed'],
		],
		[
			'a key that is there twice',
			`${one}    tool: u\n`,
			['t.yaml:6:5  tests[0].tool: is there twice; keep one of them'],
		],
	])('with %s is refused with the place', async (_, text, problems) => {
		expect(await problemsOf(text)).toEqual(problems);
	});

	it('that makes billions of values of a few is refused', async () => {
		const levels = Array.from({length: 9}, (_, index) => {
			const below = index === 0 ? '"x"' : `*l${index - 1}`;
			return `  l${index}: &l${index} [${Array.from({length: 9}, () => below).join(', ')}]\n`;
		});
		const [problem] = await problemsOf(`${one}    arguments:\n${levels.join('').replaceAll(/^/gm, '    ')}`);
		expect(problem).toMatch(/has too many aliases|makes more than/);
	});

	it('that is too large, too deep or endless is refused', async () => {
		expect(await problemsOf(`${one}#${'x'.repeat(1024 * 1024)}`)).toEqual([
			't.yaml:1:1  is too large: a file of tests has at most 1024 KiB',
		]);
		expect(
			(await problemsOf(`${one}    arguments: {a: ${'['.repeat(5000)}${']'.repeat(5000)}}`))[0],
		).toContain('nested');
		expect(await problemsOf(`${one}    arguments: &a {a: *a}\n`)).not.toEqual([]);
		const many = Array.from({length: 300}, () => '  - {}\n').join('');
		const problems = await problemsOf(`version: 1\ntests:\n${many}`);
		expect(problems).toHaveLength(51);
		expect(problems.at(-1)).toBe('and 850 more');
	});

	it('cannot act on the terminal by what is wrong in it', async () => {
		const [problem] = await problemsOf(`version: 1\ntests: []\n"\\u001b[2J\\u202ekey": 1\n`);
		expect(problem).toBe('t.yaml:3:1  key: unknown key');
	});
});
