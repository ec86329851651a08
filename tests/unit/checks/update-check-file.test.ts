import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createJudge} from '../../../source/core/checks/judge-answer.ts';
import {readCheckFile} from '../../../source/core/checks/read-check-file.ts';
import {updateCheckFile} from '../../../source/core/checks/update-check-file.ts';
import type {CheckAnswer} from '../../../source/domain/check.ts';
import type {ToolResult} from '../../../source/domain/tool.ts';
import {anyJson, anyText} from './any-json.ts';

const {signal} = new AbortController();
const judge = createJudge(async () => ({type: 'valid'}));

const checksOf = async (text: string) => {
	const file = await readCheckFile('t.yaml', text);
	return file.type === 'read' ? file.checks : expect.fail(file.problems.join('\n'));
};

/** The text of the file after its test at `index` was answered so. */
const update = async (text: string, answer: CheckAnswer, index = 0): Promise<string> => {
	const checks = await checksOf(text);
	const check = checks[index] ?? expect.fail('there is no such test');
	const differences = await judge(check.expect, answer, signal);
	return updateCheckFile(text, checks, [{index, differences, answer}]);
};

const textResult = (text: string): ToolResult => ({content: [{type: 'text', text}]});

const file = `# Mine.
version: 1
tests:
  # The first.
  - name: a
    server: s
    tool: t # the tool
    expect:
      equals: {a: 1, t: old} # as it was
      ignore: [ $.t ]
      maxLatency: 10

  - {name: b, server: s, tool: t}
`;

describe('a file of tests that is updated', () => {
	it('expects what came, and keeps comments and what did not differ', async () => {
		const answer = {isError: false, result: textResult('{"a": 2, "t": "new"}'), milliseconds: 5};
		expect(await update(file, answer)).toBe(
			file
				.replace('{a: 1, t: old} # as it was', '\n        a: 2\n        t: new')
				.replace('equals: \n', 'equals:\n')
				.replace('{name: b, server: s, tool: t}', '{ name: b, server: s, tool: t }'),
		);
	});

	it('changes only the limit where only the time differs', async () => {
		const answer = {isError: false, result: textResult('{"a": 1}'), milliseconds: 300};
		expect(await update(file, answer)).toContain(
			'equals: { a: 1, t: old } # as it was\n      ignore: [ $.t ]\n      maxLatency: 3000\n',
		);
	});

	it.each([
		['an error where nothing else was expected', '{}', {error: true}, true],
		[
			'what a text holds, where only that was compared',
			'{contains: [alpha, beta]}',
			{contains: ['beta', 'no beta']},
		],
		['a schema, and nothing else', '{schema: {type: object}, contains: beta}', {contains: ['beta']}],
		[
			'a text as a whole, beside the parts that it still holds',
			'{equals: x, contains: beta}',
			{equals: 'no beta', contains: ['beta']},
		],
		[
			'an error in every way in which a result was expected',
			'{equals: x, contains: x}',
			{error: true, equals: 'no beta', contains: ['no beta']},
			true,
		],
	])('expects %s', async (_, written, expected, isError = false) => {
		const text = `version: 1\ntests:\n  - {name: a, server: s, tool: t, expect: ${written}}\n`;
		const answer = {isError, result: textResult('no beta'), milliseconds: 5};
		const [check] = await checksOf(await update(text, answer));
		expect(check?.expect).toEqual({error: false, ignore: [], contains: [], ...expected});
	});

	it('ignores what will be another value the next time, where that is not ignored already', async () => {
		const structured = {
			id: '0b7a8d3e-1f52-4c3a-9d53-0d4f2e6b8a11',
			at: '2026-11-17T18:30:00Z',
			t: '2026-11-17T18:30:00Z',
			n: 1,
		};
		const answer = {isError: false, result: {content: [], structured}, milliseconds: 5};
		const listed = file.replace('[ $.t ]', '\n        - $.t # mine');
		const updated = await update(listed, answer);
		expect(updated).toContain('        - $.t # mine\n        - $.id\n        - $.at\n');
		const [first] = await checksOf(updated);
		expect(first?.expect).toMatchObject({equals: structured, ignore: ['$.t', '$.id', '$.at']});
	});

	it('gets no secret of the answer', async () => {
		const token = `ghp_${'a1B2'.repeat(9)}`;
		const structured = {a: 2, login: {dbPassword: 'hunter22'}, note: `use ${token}`};
		const answer = {isError: false, result: {content: [], structured}, milliseconds: 5};
		const text = await update(file, answer);
		expect(text).toContain('a: 2\n');
		expect(text).not.toMatch(/ghp_|hunter22/);
	});

	it('stays JSON where it is JSON', async () => {
		const tests = [{name: 'a', server: 's', tool: 't', expect: {equals: 'x'}}];
		const text = await update(JSON.stringify({version: 1, tests}), {
			isError: false,
			result: textResult('y'),
			milliseconds: 1,
		});
		expect(JSON.parse(text)).toMatchObject({version: 1, tests: [{expect: {equals: 'y'}}]});
	});

	it('is left alone where a test cannot be changed in its place', async () => {
		const text = `version: 1\ntests:\n  - {name: a, server: s, tool: t, expect: &e {equals: x}}\n  - {name: b, server: s, tool: t, expect: *e}\n`;
		await expect(
			update(text, {isError: false, result: textResult('y'), milliseconds: 1}, 1),
		).rejects.toThrow();
	});

	it('passes with the answer that it was updated to', async () => {
		const results = fc.oneof(
			anyJson.map((value): ToolResult => ({content: [], structured: {value}})),
			fc.array(anyText, {maxLength: 3}).map(lines => textResult(lines.join('\n'))),
		);
		const before = fc.constantFrom(
			...[
				'{}',
				'{equals: x}',
				'{equals: {a: 1}, ignore: [$.a]}',
				'{error: true, contains: x}',
				'{schema: {type: object}, maxLatency: 1}',
			],
		);
		await fc.assert(
			fc.asyncProperty(
				before,
				results,
				fc.boolean(),
				fc.nat(9000),
				async (written, result, isError, milliseconds) => {
					const text = `version: 1\ntests:\n  - name: a\n    server: s\n    tool: t\n    expect: ${written}\n`;
					const answer = {isError, result, milliseconds};
					const [check] = await checksOf(await update(text, answer));
					expect(check === undefined ? 'nothing' : await judge(check.expect, answer, signal)).toEqual([]);
				},
			),
			{numRuns: 100},
		);
	});
});
