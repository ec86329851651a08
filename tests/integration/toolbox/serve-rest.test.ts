import {access, readFile} from 'node:fs/promises';
import path from 'node:path';
import {Validator} from '@seriousme/openapi-schema-validator';
import {describe, expect, it} from 'vitest';
import type {McpTool} from '../../../source/core/toolbox/shared/McpTool.ts';
import {createWaitingTool, send, serveForTest} from '../../helpers/served-toolbox.ts';

const post = (url: URL, name: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
	send(url, {
		method: 'POST',
		path: `/tools/${name}`,
		headers: {'content-type': 'application/json', ...headers},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});

const errorOf = (answer: {readonly json: () => unknown}): unknown => answer.json();

describe('the toolbox over REST', () => {
	it('lists its tools and describes each', async () => {
		const {rest} = await serveForTest();
		const listed = await send(rest, {path: '/tools'});
		expect(listed.status).toBe(200);
		expect(listed.headers['content-type']).toContain('application/json');
		const {tools} = listed.json() as {readonly tools: readonly {readonly name: string}[]};
		expect(tools.map(({name}) => name)).toEqual([
			'current-time',
			'calculate',
			'list-directory',
			'read-file',
			'search-files',
			'write-file',
		]);
		const one = await send(rest, {path: '/tools/calculate?x=1'});
		expect(one.json()).toEqual(tools[1]);
		expect(one.json()).toMatchObject({
			title: expect.any(String),
			inputSchema: {type: 'object', required: ['expression']},
			outputSchema: {type: 'object'},
			annotations: {readOnlyHint: true},
		});
		expect((await send(rest, {path: '/tools', method: 'HEAD'})).text).toBe('');
	});

	it('calls a tool with the body as its arguments', async () => {
		const {rest, root} = await serveForTest();
		const calculated = await post(rest, 'calculate', {expression: '6 * 7'});
		expect([calculated.status, calculated.json()]).toEqual([
			200,
			{content: [{type: 'text', text: '42'}], structuredContent: {expression: '6 * 7', result: 42}},
		]);
		expect((await post(rest, 'write-file', {path: 'a/b.txt', content: 'hello'})).status).toBe(200);
		expect(await readFile(path.join(root, 'a/b.txt'), 'utf8')).toBe('hello');
		expect((await post(rest, 'read-file', {path: 'a/b.txt'})).json()).toEqual({
			content: [{type: 'text', text: 'hello'}],
		});
	});

	it('calls a tool without arguments if there is no body', async () => {
		const {rest} = await serveForTest();
		const answer = await send(rest, {method: 'POST', path: '/tools/current-time'});
		expect(answer.status).toBe(200);
	});

	it.each([
		['a missing argument', {}, 'expression'],
		['an argument of the wrong type', {expression: 7}, 'expression'],
		['an unknown argument', {expression: '1', expresion: '2'}, 'expresion'],
		['an array', [], undefined],
		['a text', '"6 * 7"', undefined],
		['null', 'null', undefined],
	])('answers %s with 400 and the field', async (_, body, field) => {
		const {rest} = await serveForTest();
		const answer = await post(rest, 'calculate', body);
		expect(answer.status).toBe(400);
		expect(errorOf(answer)).toMatchObject({error: {message: expect.stringContaining('arguments')}});
		expect((errorOf(answer) as {error: {field?: string}}).error.field).toBe(field);
	});

	it('answers what a tool cannot do with 422, its sentence and the field', async () => {
		const {rest} = await serveForTest();
		const answer = await post(rest, 'read-file', {path: '../secret'});
		expect(answer.status).toBe(422);
		expect(errorOf(answer)).toMatchObject({
			error: {message: expect.stringContaining('outside'), field: 'path'},
		});
	});

	it('answers 500 and nothing about the inside when a tool breaks', async () => {
		const broken: McpTool = {
			...createWaitingTool().tool,
			handler: async () => {
				throw new Error('password of the database: hunter2');
			},
		};
		const {rest} = await serveForTest({customTools: [broken]});
		const answer = await post(rest, 'wait', {});
		expect([answer.status, answer.json()]).toEqual([
			500,
			{error: {message: 'wait failed for an unexpected reason. Try again or try another way.'}},
		]);
	});

	it('answers 504 when a tool takes too long', async () => {
		const {tool, aborted} = createWaitingTool();
		const {rest} = await serveForTest({customTools: [tool], limits: {callTime: 10}});
		const answer = await post(rest, 'wait', {});
		expect(answer.status).toBe(504);
		expect(answer.text).toContain('took longer than');
		expect(aborted()).toBe(1);
	});

	it('answers the wrong name with 404 and the nearest, the wrong path with 404, the wrong method with 405', async () => {
		const {rest} = await serveForTest();
		const near = await post(rest, 'calculat', {});
		expect([near.status, near.json()]).toEqual([
			404,
			{error: {message: 'There is no tool calculat; did you mean calculate? GET /tools lists them.'}},
		]);
		for (const where of ['/', '/tool', '/tools/', '/tools/calculate/', '/tools/a/b', '/mcp', '/constructor'])
			expect((await send(rest, {path: where})).status).toBe(404);
		for (const [method, where, allow] of [
			['POST', '/tools', 'GET'],
			['DELETE', '/tools/calculate', 'GET, POST'],
			['PUT', '/health', 'GET'],
			['OPTIONS', '/tools', 'GET'],
		] as const) {
			const answer = await send(rest, {method, path: where});
			expect([where, answer.status, answer.headers.allow]).toEqual([where, 405, allow]);
		}
	});

	it('answers other types of body with 415', async () => {
		const {rest} = await serveForTest();
		for (const type of [
			'text/plain',
			'application/x-www-form-urlencoded',
			'application/jsonx',
			'multipart/form-data',
		])
			expect((await post(rest, 'calculate', {expression: '1'}, {'content-type': type})).status).toBe(415);
		const packed = await post(rest, 'calculate', {expression: '1'}, {'content-encoding': 'gzip'});
		expect(packed.status).toBe(415);
		const other = await post(
			rest,
			'calculate',
			{expression: '1'},
			{'content-type': 'application/json; charset=utf-8'},
		);
		expect(other.status).toBe(200);
	});

	it('neither lists nor runs write-file in plan mode', async () => {
		const {rest, root} = await serveForTest({mode: 'plan'});
		expect((await send(rest, {path: '/tools'})).text).not.toContain('write-file');
		expect((await send(rest, {path: '/openapi.json'})).text).not.toContain('write-file');
		expect((await post(rest, 'write-file', {path: 'a.txt', content: 'x'})).status).toBe(404);
		await expect(access(path.join(root, 'a.txt'))).rejects.toThrow('ENOENT');
	});

	it('offers only tools that are meant for it', async () => {
		const {tool} = createWaitingTool();
		const {rest} = await serveForTest({customTools: [{...tool, enabledInModes: ['mcpAct', 'mcpPlan']}]});
		expect((await send(rest, {path: '/tools'})).text).not.toContain('wait');
		expect((await post(rest, 'wait', {})).status).toBe(404);
	});

	it('describes itself with an OpenAPI document that is valid and true', async () => {
		const {rest} = await serveForTest();
		const document = (await send(rest, {path: '/openapi.json'})).json() as {
			readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
		};
		expect(await new Validator().validate(structuredClone(document))).toEqual({valid: true});
		for (const [where, operations] of Object.entries(document.paths))
			for (const method of Object.keys(operations)) {
				const answer = await send(rest, {method: method.toUpperCase(), path: where});
				expect([where, method, [200, 400, 422].includes(answer.status)]).toEqual([where, method, true]);
			}
	});
});
