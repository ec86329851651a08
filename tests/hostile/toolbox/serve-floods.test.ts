import {connect} from 'node:net';
import fc from 'fast-check';
import {describe, expect, it, onTestFinished} from 'vitest';
import {
	beginSession,
	createWaitingTool,
	initialize,
	jsonHeaders,
	modernMessage,
	send,
	sendBytes,
	serveForTest,
} from '../../helpers/served-toolbox.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const list = JSON.stringify({jsonrpc: '2.0', id: 2, method: 'tools/list'});
const json = {'content-type': 'application/json'};

const expectToWork = async (rest: URL): Promise<void> => {
	const answer = await send(rest, {path: '/tools/calculate', headers: json, body: '{"expression":"2+2"}'});
	expect(answer.json()).toMatchObject({structuredContent: {result: 4}});
};

/** The beginning of a request to /tools/calculate. */
const head = (rest: URL, ...lines: readonly string[]): string =>
	`${['POST /tools/calculate HTTP/1.1', `Host: localhost:${rest.port}`, 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`;

describe('a body that is too large', () => {
	it('is refused by what it says about itself, before anything of it is read', async () => {
		const {rest} = await serveForTest({limits: {bodyBytes: 1000}});
		const answer = await sendBytes(rest, head(rest, 'Content-Length: 1001', 'Connection: close'));
		expect(answer).toMatch(/^HTTP\/1\.1 413 /);
		expect(answer).toContain('may have 1000 bytes');
	});

	it('is refused by what arrives, and the client gets to see that', async () => {
		const {rest, mcp} = await serveForTest({limits: {bodyBytes: 1000}});
		for (const [url, path] of [
			[rest, '/tools/calculate'],
			[mcp, '/mcp'],
		] as const) {
			const headers = {...jsonHeaders, 'transfer-encoding': 'chunked'};
			const answer = await send(url, {path, headers, body: `"${'x'.repeat(1500)}"`});
			expect(answer.status).toBe(413);
		}
		await expectToWork(rest);
	});

	it('is cut off if it never ends', async () => {
		const limits = {bodyBytes: 1000, requestTime: 600_000};
		const {rest} = await serveForTest({limits, token: 'a-token-that-is-long-enough'});
		const chunk = `${(1000).toString(16)}\r\n${'x'.repeat(1000)}\r\n`;
		const answer = await sendBytes(rest, head(rest, 'Transfer-Encoding: chunked') + chunk.repeat(100));
		expect(answer).toMatch(/^HTTP\/1\.1 401 /);
	});

	it('together with others is refused, and what they held is given back', async () => {
		const {tool, begun, release} = createWaitingTool();
		const {rest} = await serveForTest({customTools: [tool], limits: {allBodiesBytes: 1500}});
		const wait = {path: '/tools/wait', headers: json, body: `{${' '.repeat(1000)}}`};
		const first = send(rest, wait);
		await waitUntil(() => begun() === 1);
		expect((await send(rest, wait)).status).toBe(503);
		release();
		expect((await first).status).toBe(200);
		const second = send(rest, wait);
		await waitUntil(() => begun() === 2);
		release();
		expect((await second).status).toBe(200);
	});
});

describe('a client that takes its time', () => {
	const quick = {headersTime: 150, requestTime: 300, checkingTime: 50};

	it('is cut off with its headers', async () => {
		const {rest} = await serveForTest({limits: quick});
		const answer = await sendBytes(rest, 'GET /tools HTTP/1.1\r\nHost: loc');
		expect(answer).toMatch(/^HTTP\/1\.1 408 /);
		expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
			error: {message: 'The request took too long to arrive.'},
		});
	});

	it('is cut off in the middle of its body', async () => {
		const {rest} = await serveForTest({limits: quick});
		const answer = await sendBytes(rest, `${head(rest, 'Content-Length: 100')}{"expression":`);
		expect(answer).toMatch(/^HTTP\/1\.1 408 /);
		await expectToWork(rest);
	});

	it('keeps nobody else from being served', async () => {
		const {rest} = await serveForTest();
		for (let count = 0; count < 100; count += 1) {
			const socket = connect(Number(rest.port), '127.0.0.1', () =>
				socket.write(head(rest, 'Content-Length: 9')),
			);
			socket.on('error', () => undefined);
			onTestFinished(() => void socket.destroy());
		}
		await expectToWork(rest);
	});
});

describe('too many at a time', () => {
	it('requests are told to come again, and there is room when others are done', async () => {
		const {tool, begun, release} = createWaitingTool();
		const {rest} = await serveForTest({customTools: [tool], limits: {requests: 3}});
		const wait = {path: '/tools/wait', method: 'POST'};
		const waiting = [1, 2, 3].map(() => send(rest, wait));
		await waitUntil(() => begun() === 3);
		const refused = await send(rest, wait);
		expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
		release();
		for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
		await expectToWork(rest);
	});

	it('connections are closed, and there is room when others are', async () => {
		const {rest} = await serveForTest({limits: {connections: 5}});
		const sockets = Array.from({length: 5}, () => connect(Number(rest.port), '127.0.0.1'));
		for (const socket of sockets) onTestFinished(() => void socket.destroy());
		await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('connect', resolve))));
		await waitUntil(async () =>
			send(rest, {path: '/health'}).then(
				() => false,
				() => true,
			),
		);
		for (const socket of sockets) socket.destroy();
		await waitUntil(async () =>
			send(rest, {path: '/health'}).then(
				({status}) => status === 200,
				() => false,
			),
		);
	});

	it('sessions make room for new ones, but never those that are in use', async () => {
		const {tool, begun, release} = createWaitingTool();
		const {mcp} = await serveForTest({customTools: [tool], limits: {sessions: 20}});
		const busy = await beginSession(mcp);
		const idle = await beginSession(mcp);
		const call = {jsonrpc: '2.0', id: 7, method: 'tools/call', params: {name: 'wait', arguments: {}}};
		const calling = send(mcp, {headers: busy, body: JSON.stringify(call)});
		await waitUntil(() => begun() === 1);
		let last = idle;
		for (let count = 0; count < 100; count += 1) last = await beginSession(mcp);
		expect((await send(mcp, {headers: idle, body: list})).status).toBe(404);
		expect((await send(mcp, {headers: last, body: list})).status).toBe(200);
		release();
		expect((await calling).text).toContain('waited');
		expect((await send(mcp, {headers: busy, body: list})).status).toBe(200);
	});

	it('sessions are refused when all are in use', async () => {
		const {tool, begun, release} = createWaitingTool();
		const {mcp} = await serveForTest({customTools: [tool], limits: {sessions: 1}});
		const headers = await beginSession(mcp);
		const call = {jsonrpc: '2.0', id: 7, method: 'tools/call', params: {name: 'wait', arguments: {}}};
		const calling = send(mcp, {headers, body: JSON.stringify(call)});
		await waitUntil(() => begun() === 1);
		expect((await send(mcp, initialize)).status).toBe(503);
		release();
		await calling;
		expect((await send(mcp, initialize)).status).toBe(200);
	});
});

describe('what is no message', () => {
	it.each([
		['nothing', '', 400],
		['half an object', '{"jsonrpc":', 400],
		['a text', '"hello"', 400],
		['null', 'null', 400],
		['an object without a meaning', '{}', 400],
		['an empty batch', '[]', 400],
		['a batch of a thousand', `[${Array.from({length: 1000}, () => list).join(',')}]`, 400],
		['brackets without an end', '['.repeat(1_000_000), 400],
		['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
		['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
	])('is refused as JSON: %s', async (_, body, status) => {
		const {mcp, rest} = await serveForTest();
		for (const headers of [jsonHeaders, modernMessage('tools/list').headers, await beginSession(mcp)]) {
			const answer = await send(mcp, {headers, body});
			expect(answer.status).toBe(status);
			expect(answer.json()).toMatchObject({jsonrpc: '2.0', error: {message: expect.any(String)}});
		}
		expect((await send(rest, {path: '/tools/calculate', headers: json, body})).status).toBe(400);
		await expectToWork(rest);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json5', ''])(
		'is refused with the type %j',
		async type => {
			const {mcp} = await serveForTest();
			for (const {headers, body} of [initialize, modernMessage('tools/list')]) {
				const answer = await send(mcp, {headers: {...headers, 'content-type': type}, body});
				expect(answer.status).toBe(415);
			}
		},
	);

	it('is refused where it is no HTTP, in JSON, and never ends the server', {timeout: 120_000}, async () => {
		const {rest} = await serveForTest({limits: {headersTime: 100, requestTime: 100, checkingTime: 20}});
		const long = await sendBytes(
			rest,
			`GET / HTTP/1.1\r\nHost: localhost:${rest.port}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
		);
		expect(long).toMatch(/^HTTP\/1\.1 431 /);
		const lines = fc.constantFrom(
			'GET /',
			'POST /tools',
			' HTTP/1.1',
			'Host: localhost',
			'Content-Length: -1',
			': ',
			'x',
		);
		const bytes = fc.array(fc.oneof(lines, fc.string(), fc.constant('\r\n')), {maxLength: 12});
		await fc.assert(
			fc.asyncProperty(bytes, async parts => {
				const answer = await sendBytes(rest, `${parts.join('')}\r\n\r\n`);
				for (const status of answer.match(/^HTTP\/1\.1 \d+/gm) ?? []) expect(status).toMatch(/ 4\d\d$/);
			}),
			{numRuns: 100},
		);
		await expectToWork(rest);
	});
});

describe('names that are more than names', () => {
	it.each([
		'__proto__',
		'constructor',
		'toString',
		'..',
		'../calculate',
		'..%2f..%2fetc%2fpasswd',
		'calculate%00',
		'calculate%2f',
		'%63alculate%20',
		'CALCULATE',
		'%E0%A4%A',
		'%1b]0;title%07',
		'a*8000',
	])('such as %s are of no tool', async spelling => {
		const name = spelling.replace('a*8000', 'a'.repeat(8000));
		const {rest, mcp} = await serveForTest();
		const answer = await send(rest, {path: `/tools/${name}`, headers: json, body: '{"expression":"1"}'});
		expect(answer.status).toBe(404);
		expect(answer.text).not.toMatch(/[\x00-\x1f]/);
		expect(answer.text.length).toBeLessThan(500);
		const called = await send(mcp, modernMessage('tools/call', {name: name.slice(0, 100), arguments: {}}));
		expect(called.json()).toMatchObject({error: {message: expect.stringMatching(/not found|disabled/)}});
	});

	it('may be written with escapes, as any name in a path', async () => {
		const {rest} = await serveForTest();
		expect((await send(rest, {path: '/tools/%63alculate'})).status).toBe(200);
	});

	it('of arguments change nothing but the answer', async () => {
		const {rest, mcp} = await serveForTest();
		for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
			const body = `{"expression":"1","${key}":{"isAdmin":true,"expression":"2"}}`;
			const answer = await send(rest, {path: '/tools/calculate', headers: json, body});
			expect([key, answer.status === 400 || answer.text.includes('"result":1')]).toEqual([key, true]);
			const message = modernMessage('tools/call', {name: 'calculate', arguments: {expression: '1'}});
			const nested = message.body.replace('"arguments":{', `"arguments":{"${key}":{"isAdmin":true},`);
			expect((await send(mcp, {...message, body: nested})).status).toBeLessThan(500);
			expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
		}
		await expectToWork(rest);
	});
});
