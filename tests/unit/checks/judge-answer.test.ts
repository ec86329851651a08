import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type CheckSchema, createJudge} from '../../../source/core/checks/judge-answer.ts';
import {proposeExpectation} from '../../../source/core/checks/propose-expectation.ts';
import type {CheckAnswer, Expectation} from '../../../source/domain/check.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import type {ToolResult} from '../../../source/domain/tool.ts';
import {anyJson, anyText} from './any-json.ts';

const {signal} = new AbortController();

const judge = (
	expectation: Partial<Expectation>,
	result: ToolResult,
	{
		checkSchema = async () => ({type: 'valid'}),
		...answer
	}: Partial<CheckAnswer> & {checkSchema?: CheckSchema} = {},
) =>
	createJudge(checkSchema)(
		{error: false, ignore: [], contains: [], ...expectation},
		{isError: false, milliseconds: 5, ...answer, result},
		signal,
	);

const text = (value: string): ToolResult => ({content: [{type: 'text', text: value}]});
const structured = (value: JsonValue): ToolResult => ({
	content: [{type: 'text', text: 'see there'}],
	structured: value,
});

describe('an answer passes', () => {
	it.each<[string, Partial<Expectation>, ToolResult]>([
		['when nothing is expected but a result', {}, text('x')],
		['when its text is the same', {equals: 'x\ny'}, text('x\ny')],
		['when its structured content is the same', {equals: {b: 1, a: [2]}}, structured({a: [2], b: 1})],
		['when its text says the same JSON', {equals: {a: 1}}, text('{ "a": 1 }')],
		['when its text is the same plain value', {equals: 42}, text('42')],
		['when it has nothing, as null says', {equals: null}, text('null')],
		['when what differs is ignored', {equals: {a: 1, b: 2}, ignore: ['$.b']}, structured({a: 1})],
		['when it has all the parts', {contains: ['one', 'two']}, text('two and one')],
		['in time', {maxLatency: 5}, text('x')],
	])('%s', async (_, expectation, result) => {
		expect(await judge(expectation, result)).toEqual([]);
	});

	it('again, whatever it was: what is proposed for an answer holds for that answer', async () => {
		const results = fc.oneof(
			anyJson.map(value => structured({value})),
			anyJson.map(value => text(JSON.stringify(value))),
			fc.array(anyText, {maxLength: 5}).map(lines => text(lines.join('\n'))),
		);
		await fc.assert(
			fc.asyncProperty(results, fc.boolean(), fc.nat(5000), async (result, isError, milliseconds) => {
				const {
					ignore,
					notes: _,
					...proposed
				} = proposeExpectation({type: 'answered', isError, result, milliseconds}, {});
				const expectation = {...proposed, ignore: ignore.map(({path}) => path)};
				expect(await judge(expectation, result, {isError, milliseconds})).toEqual([]);
			}),
			{numRuns: 300},
		);
	});
});

describe('an answer fails', () => {
	it.each<[string, Partial<Expectation>, ToolResult, Partial<CheckAnswer>, readonly object[]]>([
		[
			'because it is an error',
			{equals: 'x', contains: ['y']},
			text('the disk is full'),
			{isError: true},
			[{expectation: 'error', expected: 'no error', got: 'an error: "the disk is full"'}],
		],
		[
			'because it is none',
			{error: true},
			text(''),
			{},
			[{expectation: 'error', expected: 'an error', got: 'a result without a text'}],
		],
		[
			'because of its text',
			{equals: 'x'},
			text('y'),
			{},
			[{expectation: 'equals', expected: '"x"', got: '"y"'}],
		],
		[
			'because of a line of its text',
			{equals: 'a\nb\nc'},
			text('a\nB\nc'),
			{},
			[{expectation: 'equals', path: 'line 2', expected: '"b"', got: '"B"'}],
		],
		[
			'because a line is missing',
			{equals: 'a\nb'},
			text('a'),
			{},
			[{expectation: 'equals', path: 'line 2', expected: '"b"', got: 'nothing'}],
		],
		[
			'because a line is too many',
			{equals: 'a'},
			text('a\nb'),
			{},
			[{expectation: 'equals', path: 'line 2', expected: 'nothing', got: '"b"'}],
		],
		[
			'because of a value in its JSON',
			{equals: {a: [{b: 1}]}, ignore: ['$.a[*].c']},
			structured({a: [{b: 2, c: 3}]}),
			{},
			[{expectation: 'equals', path: '$.a[0].b', expected: '1', got: '2'}],
		],
		[
			'because it is no JSON at all',
			{equals: {a: 1}},
			text('sorry'),
			{},
			[{expectation: 'equals', expected: '{"a":1}', got: 'no JSON, but "sorry"'}],
		],
		[
			'because a part is missing',
			{contains: ['one', 'three']},
			text('one two'),
			{},
			[{expectation: 'contains', expected: '"three"', got: '"one two"'}],
		],
		[
			'because it came late',
			{maxLatency: 100},
			text('x'),
			{milliseconds: 100.5},
			[{expectation: 'maxLatency', expected: 'at most 100 ms', got: '101 ms'}],
		],
		[
			'because it has no JSON for the schema',
			{schema: {type: 'object'}},
			text('x'),
			{},
			[{expectation: 'schema', expected: 'JSON', got: '"x"'}],
		],
	])('%s', async (_, expectation, result, answer, differences) => {
		expect(await judge(expectation, result, answer)).toEqual(differences);
	});

	it('because of its schema, with the place and what is there', async () => {
		const checkSchema: CheckSchema = async () => ({
			type: 'invalid',
			problems: ['/items/1/id: must be number', "/: must have required property 'b'"],
		});
		expect(await judge({schema: {}}, structured({items: [{id: 1}, {id: 'x'}]}), {checkSchema})).toEqual([
			{expectation: 'schema', path: '/items/1/id', expected: 'must be number', got: '"x"'},
			{
				expectation: 'schema',
				expected: "must have required property 'b'",
				got: '{"items":[{"id":1},{"id":"x"}]}',
			},
		]);
	});

	it('where its schema could not be checked', async () => {
		const checkSchema: CheckSchema = async () => ({type: 'unchecked', why: 'the schema is too large'});
		expect(await judge({schema: {}}, structured({}), {checkSchema})).toEqual([
			{expectation: 'schema', expected: 'a check of the result', got: 'the schema is too large'},
		]);
	});

	it('without ending the program when its JSON is deeper than anybody can go', async () => {
		const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		expect(await judge({equals: [1]}, text(deep))).toHaveLength(1);
		expect(await judge({equals: deep}, text(deep))).toEqual([]);
	});
});
