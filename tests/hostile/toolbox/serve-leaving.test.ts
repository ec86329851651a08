import {request} from 'node:http';
import {describe, expect, it} from 'vitest';
import {
	beginSession,
	createWaitingTool,
	modernMessage,
	send,
	serveForTest,
} from '../../helpers/served-toolbox.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const callOf = (name: string, args: object, id: number | string = 1): string =>
	JSON.stringify({jsonrpc: '2.0', id, method: 'tools/call', params: {name, arguments: args}});

/** A request whose client can hang up. */
const begin = (url: URL, path: string, headers: Readonly<Record<string, string>>, body: string) => {
	const sent = request({host: '127.0.0.1', port: url.port, path, method: 'POST', headers});
	sent.on('error', () => {
		// It hangs up on purpose.
	});
	sent.end(body);
	return {hangUp: () => sent.destroy()};
};

describe('a client that goes away in the middle of a call', () => {
	it('has its call ended over REST, in a session and without one, and harms nobody else', async () => {
		const {tool, begun, aborted, release} = createWaitingTool();
		const {mcp, rest, records} = await serveForTest({customTools: [tool]});
		const session = await beginSession(mcp);
		const modern = modernMessage('tools/call', {name: 'wait', arguments: {}});
		const stays = send(rest, {method: 'POST', path: '/tools/wait'});
		const leaving = [
			begin(rest, '/tools/wait', {'content-type': 'application/json'}, '{}'),
			begin(mcp, '/mcp', session, callOf('wait', {})),
			begin(mcp, '/mcp', modern.headers, modern.body),
		];
		await waitUntil(() => begun() === 4);
		for (const {hangUp} of leaving) hangUp();
		await waitUntil(() => aborted() === 3);
		release();
		expect((await stays).status).toBe(200);
		await waitUntil(() => records.length === 5);
		expect(
			(await send(mcp, {headers: session, body: callOf('calculate', {expression: '1+1'}, 2)})).text,
		).toContain('"result":2');
	});

	it('has nothing run if it leaves before its request is whole', async () => {
		const {tool, begun} = createWaitingTool();
		const {rest, records} = await serveForTest({customTools: [tool]});
		const headers = {'content-type': 'application/json', 'content-length': '100'};
		const {hangUp} = begin(rest, '/tools/wait', headers, '{');
		await send(rest, {path: '/health'});
		hangUp();
		await waitUntil(() => records.some(({status}) => status === 0));
		expect(begun()).toBe(0);
	});
});

it('gives each of a hundred calls at the same time its own answer', async () => {
	const {mcp, rest} = await serveForTest();
	const session = await beginSession(mcp);
	const numbers = Array.from({length: 100}, (_, index) => index);
	const answers = await Promise.all(
		numbers.map(async number => {
			const expression = `${number} * 1000`;
			if (number % 3 === 0) {
				const headers = {'content-type': 'application/json'};
				return send(rest, {path: '/tools/calculate', headers, body: JSON.stringify({expression})});
			}
			return number % 3 === 1
				? send(mcp, {headers: session, body: callOf('calculate', {expression}, `call-${number}`)})
				: send(mcp, modernMessage('tools/call', {name: 'calculate', arguments: {expression}}));
		}),
	);
	expect(answers.map(({text}) => Number(/"result":(\d+)/.exec(text)?.[1]))).toEqual(
		numbers.map(number => number * 1000),
	);
});

describe('a server that closes', () => {
	it('lets a call come to its end, and takes no others', async () => {
		const {tool, begun, release} = createWaitingTool();
		const {rest, mcp, close} = await serveForTest({customTools: [tool], limits: {closingTime: 60_000}});
		const session = await beginSession(mcp);
		const calls = [
			send(rest, {method: 'POST', path: '/tools/wait'}),
			send(mcp, {headers: session, body: callOf('wait', {})}),
		];
		await waitUntil(() => begun() === 2);
		const closing = close();
		await expect(send(rest, {path: '/health'})).rejects.toThrow('ECONNREFUSED');
		release();
		for (const answer of await Promise.all(calls)) expect(answer.text).toContain('waited');
		await closing;
	});

	it('ends a call that takes too long, and a stream at once', async () => {
		const {tool, begun, aborted} = createWaitingTool();
		const {mcp, rest, close} = await serveForTest({customTools: [tool], limits: {closingTime: 50}});
		const session = await beginSession(mcp);
		const listen = modernMessage('subscriptions/listen', {notifications: {toolsListChanged: true}});
		begin(mcp, '/mcp', listen.headers, listen.body);
		begin(mcp, '/mcp', session, callOf('wait', {}));
		begin(rest, '/tools/wait', {}, '');
		await waitUntil(() => begun() === 2);
		await close();
		expect(aborted()).toBe(2);
	});

	it('does not wait for clients that only listen', async () => {
		const {mcp, close, records} = await serveForTest({limits: {closingTime: 600_000}});
		const listen = modernMessage('subscriptions/listen', {notifications: {toolsListChanged: true}});
		let heard = '';
		const sent = request({
			host: '127.0.0.1',
			port: mcp.port,
			path: '/mcp',
			method: 'POST',
			headers: listen.headers,
		});
		sent.once('response', response =>
			response.setEncoding('utf8').on('data', (chunk: string) => {
				heard += chunk;
			}),
		);
		sent.on('error', () => undefined);
		sent.end(listen.body);
		await waitUntil(() => heard.includes('acknowledged'));
		await close();
		expect(records).toMatchObject([{what: 'subscriptions/listen', status: 200}]);
	});
});
