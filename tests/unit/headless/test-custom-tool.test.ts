import {describe, expect, it} from 'vitest';
import type {CustomExchange} from '../../../source/domain/custom-tool.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import {type CustomToolTest, testCustomTool} from '../../../source/headless/test-custom-tool.ts';
import {createRecorder, signal} from './servers/fake-run.ts';

const parameters = {type: 'object', properties: {city: {type: 'string'}, days: {type: 'integer'}}};

const exchange: CustomExchange = {
	at: 0,
	duration: 12,
	request: {
		method: 'POST',
		url: 'https://a.example/x',
		headers: {Authorization: 'Bearer •••'},
		body: '{"a":1}',
	},
	answer: {status: 200, statusText: 'OK', contentType: 'application/json', bytes: 9},
};

const fake = (more: Partial<CustomToolTest> = {}) => {
	const asked: JsonObject[] = [];
	const tools: CustomToolTest = {
		tools: [{name: 'weather', parameters}],
		refused: [{name: 'broken', disabled: false, problems: ['config.json:3:4  customTools.broken: no']}],
		check: async () => [],
		run: async (_name, args) => {
			asked.push(args);
			return {exchange, result: {content: [{text: '{"t":21}'}]}};
		},
		...more,
	};
	return {tools, asked};
};

const test = async (name: string, words: readonly string[], tools: CustomToolTest, isJson = false) => {
	const {output, out, err} = createRecorder(isJson);
	const code = await testCustomTool({tools, output, name, words}, signal);
	return {code, out: out(), err: err()};
};

describe('mcp-tui tools test', () => {
	it('shows what was sent, what came back and what the model would get', async () => {
		const {tools, asked} = fake();
		expect(await test('weather', ['city=Rome', 'days=3'], tools)).toEqual({
			code: 0,
			out: [
				'POST https://a.example/x',
				'Authorization: Bearer •••',
				'',
				'{"a":1}',
				'',
				'200 OK, 12 ms, 9 bytes, application/json',
				'',
				'{"t":21}',
				'',
			].join('\n'),
			err: '',
		});
		expect(asked).toEqual([{city: 'Rome', days: 3}]);
	});

	it('prints the same as JSON', async () => {
		const {code, out} = await test('weather', ['{"city": "Rome"}'], fake().tools, true);
		const {at: _, duration, ...rest} = exchange;
		expect([code, JSON.parse(out)]).toEqual([
			0,
			{tool: 'weather', ...rest, durationMs: duration, result: {content: [{text: '{"t":21}'}]}},
		]);
	});

	it('ends with 1 and what went wrong when the tool fails, whether it was answered or not', async () => {
		const {answer: _, ...unanswered} = exchange;
		const {tools} = fake({
			run: async () => ({
				exchange: {...unanswered, error: 'a.example could not be reached.'},
				result: {isError: true, content: [{text: 'a.example could not be reached.'}]},
			}),
		});
		const plain = await test('weather', [], tools);
		expect(plain.code).toBe(1);
		expect(plain.out).toContain('no answer, after 12 ms');
		expect(plain.err).toBe('a.example could not be reached.\n');
		const json = await test('weather', [], tools, true);
		expect([json.code, JSON.parse(json.out).result.isError]).toEqual([1, true]);
	});

	it.each([
		['wether', [], 'There is no custom tool "wether"; did you mean weather?\nThere are weather, broken.'],
		['broken', [], 'The custom tool "broken" cannot be used:\nconfig.json:3:4  customTools.broken: no'],
		['weather', ['days=soon'], 'The value of days must be an integer, not "soon".'],
		['weather', ['{}', 'x'], '"{}" is not an argument.'],
	])('sends nothing for %s %j', async (name, words, message) => {
		const {tools, asked} = fake();
		const {code, err} = await test(name, words, tools);
		expect(code).toBe(42);
		expect(err).toContain(message);
		expect(asked).toEqual([]);
	});

	it('sends nothing when the arguments do not fit, and says what the tool takes', async () => {
		const {tools, asked} = fake({check: async () => ['/city: must be string']});
		const {code, err} = await test('weather', ['city:=1'], tools);
		expect([code, asked]).toEqual([42, []]);
		expect(err).toContain('nothing was sent: /city: must be string');
		expect(err).toContain('It takes city (string)');
	});

	it('says how to have one where there is none', async () => {
		const {err} = await test('x', [], fake({tools: [], refused: []}).tools);
		expect(err).toContain('Describe one under customTools in your config.json.');
	});
});
