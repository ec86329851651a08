import {connect} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {
	beginSession,
	createWaitingTool,
	initialize,
	jsonHeaders,
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
		let answer = '';
		await new Promise<void>(resolve => {
			const socket = connect(Number(rest.port), '127.0.0.1', () => pour());
			const pour = (): void => {
				while (socket.writable && socket.write(chunk));
			};
			onTestFinished(() => void socket.destroy());
			socket.write(head(rest, 'Transfer-Encoding: chunked'));
			socket.on('drain', pour).on('error', () => undefined);
			socket.setEncoding('utf8').on('data', (text: string) => {
				answer += text;
			});
			socket.once('close', () => resolve());
		});
		expect(answer === '' || answer.startsWith('HTTP/1.1 401 ')).toBe(true);
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
	});

	it('is cut off when it does not read its answer', async () => {
		const content = [{type: 'text', text: 'x'.repeat(30_000_000)}] as const;
		const large = {...createWaitingTool().tool, handler: async () => content};
		const {rest, records} = await serveForTest({
			customTools: [large],
			limits: {callTime: 100, requestTime: 1000, headersTime: 1000},
		});
		const socket = connect(Number(rest.port), '127.0.0.1', () =>
			socket.write(`${head(rest, 'Content-Length: 2').replace('calculate', 'wait')}{}`),
		);
		onTestFinished(() => void socket.destroy());
		await waitUntil(() => records.length === 1);
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
