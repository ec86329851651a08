import {describe, expect, it} from 'vitest';
import {createCalculateMcpTool} from '../../../../source/core/toolbox/calculate/createCalculateMcpTool.ts';
import {httpLimits} from '../../../../source/core/toolbox/http/http-limits.ts';
import type {Exchange} from '../../../../source/core/toolbox/http/http-service.ts';
import {createRestService} from '../../../../source/core/toolbox/rest/rest-service.ts';
import type {McpTool} from '../../../../source/core/toolbox/shared/McpTool.ts';
import {McpToolError} from '../../../../source/core/toolbox/shared/McpToolError.ts';

const [calculate] = createCalculateMcpTool();
const failing = (name: string, handler: McpTool['handler']): McpTool => ({
	...(calculate as McpTool),
	name,
	handler,
});

const service = createRestService({
	tools: [
		...(calculate === undefined ? [] : [calculate as McpTool]),
		failing('breaks', async () => {
			throw new Error('/home/ada/secret');
		}),
		failing('refuses', async () => new McpToolError('not this one', 'expression')),
		failing('sleeps', () => new Promise(() => undefined)),
	],
	version: '1.2.3',
	needsToken: false,
	limits: {...httpLimits, jsonDepth: 5, callTime: 10},
});

const noted: string[] = [];
const ask = async (
	method: string,
	path: string,
	body = '',
	type: string | undefined = 'application/json',
) => {
	const exchange: Exchange = {
		method,
		path,
		headers: new Headers(type === undefined || body === '' ? {} : {'content-type': type}),
		body,
		signal: new AbortController().signal,
		ended: Promise.resolve(),
		note: what => noted.push(what),
		lasts: () => undefined,
	};
	const response = await service.answer(exchange);
	return {status: response.status, headers: response.headers, body: await response.json()};
};

const sum = JSON.stringify({expression: '6 * 7'});

describe('the REST interface of the toolbox', () => {
	it('has pages about itself', async () => {
		expect((await ask('GET', '/health')).body).toEqual({status: 'ok'});
		expect((await ask('GET', '/tools')).body).toMatchObject({
			tools: [{name: 'calculate'}, {name: 'breaks'}, {name: 'refuses'}, {name: 'sleeps'}],
		});
		expect((await ask('HEAD', '/openapi.json')).status).toBe(200);
		expect((await ask('GET', '/tools/calculate')).body).toMatchObject({name: 'calculate'});
	});

	it('calls a tool with the body as its arguments, and says which', async () => {
		noted.length = 0;
		expect(await ask('POST', '/tools/calculate', sum)).toMatchObject({
			status: 200,
			body: {content: [{type: 'text', text: '42'}], structuredContent: {result: 42}},
		});
		expect(noted).toEqual(['calculate']);
	});

	it.each<[string, string, string, string | undefined, number, RegExp]>([
		['POST', '/tools/calculate', '', undefined, 400, /expression/],
		['POST', '/tools/calculate', '{"expression": "1", "more": 1}', 'application/json', 400, /more/],
		['POST', '/tools/calculate', '{', 'application/json', 400, /not JSON/],
		['POST', '/tools/calculate', '[[[[[[1]]]]]]', 'application/json', 400, /5 levels deep/],
		['POST', '/tools/calculate', sum, 'text/plain', 415, /application\/json/],
		['POST', '/tools/refuses', sum, 'application/json', 422, /not this one/],
		['POST', '/tools/breaks', sum, 'application/json', 500, /unexpected reason/],
		['POST', '/tools/sleeps', sum, 'application/json', 504, /./],
		['POST', '/tools/calculat', sum, 'application/json', 404, /did you mean calculate/],
		['POST', '/tools/%E0%A4%A', sum, 'application/json', 404, /no tool/],
		['DELETE', '/tools/calculate', '', undefined, 405, /GET, POST/],
		['POST', '/health', sum, 'application/json', 405, /only GET/],
		['GET', '/elsewhere', '', undefined, 404, /openapi\.json/],
	])('answers %s %s %j of the type %s with %i', async (method, path, body, type, status, words) => {
		const answer = await ask(method, path, body, type);
		expect(answer.status).toBe(status);
		expect(answer.body.error.message).toMatch(words);
		expect(JSON.stringify(answer.body)).not.toContain('/home/ada');
	});

	it('names the argument that is to blame', async () => {
		expect((await ask('POST', '/tools/refuses', sum)).body.error.field).toBe('expression');
		expect((await ask('POST', '/tools/calculate', '{"expression": 7}')).body.error.field).toBe('expression');
	});
});
