import {McpServer} from '@modelcontextprotocol/server';
import {describe, expect, it} from 'vitest';
import {createMcpSessions} from '../../../../source/core/toolbox/http/mcp-sessions.ts';

const never = new Promise<void>(() => undefined);
const done = Promise.resolve();
const url = 'http://localhost/mcp';
const headers = {'content-type': 'application/json', accept: 'application/json, text/event-stream'};

const initialize = {
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'test', version: '1'}},
};

const createSessions = (most: number) => {
	let now = 0;
	let ids = 0;
	let closed = 0;
	const sessions = createMcpSessions({
		createServer: () => {
			const server = new McpServer({name: 'test', version: '1'});
			server.server.onclose = () => {
				closed += 1;
			};
			return server;
		},
		refuse: ({status, message}) => new Response(message, {status}),
		most,
		idleTime: 1000,
		now: () => now,
		newId: () => {
			ids += 1;
			return String(ids);
		},
	});
	const ask = async (session: string | undefined, message: unknown, ended: Promise<void> = done) => {
		const more = session === undefined ? undefined : {'mcp-session-id': session};
		const request = new Request(url, {method: 'POST', headers: {...headers, ...more}});
		const response = await sessions.answer(request, message, ended);
		await response.body?.cancel();
		return response;
	};
	return {
		sessions,
		closed: () => closed,
		pass: (milliseconds: number) => {
			now += milliseconds;
		},
		begin: async (ended?: Promise<void>) =>
			(await ask(undefined, initialize, ended)).headers.get('mcp-session-id') ?? '',
		statusOf: async (session: string) => (await ask(session, {jsonrpc: '2.0', id: 2, method: 'ping'})).status,
	};
};

describe('sessions', () => {
	it('stay within their number when thousands are begun', async () => {
		const {sessions, begin, statusOf, closed} = createSessions(10);
		const first = await begin();
		let last = first;
		for (let count = 0; count < 3000; count += 1) last = await begin();
		expect(sessions.count()).toBe(10);
		expect(closed()).toBe(2991);
		expect([await statusOf(first), await statusOf(last)]).toEqual([404, 200]);
	});

	it('make room in the order in which they were last used', async () => {
		const {begin, statusOf} = createSessions(2);
		const [one, two] = [await begin(), await begin()];
		expect(await statusOf(one)).toBe(200);
		const three = await begin();
		expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([200, 404, 200]);
	});

	it('that are in use neither make room nor grow old', async () => {
		const {begin, statusOf, pass} = createSessions(1);
		const busy = await begin(never);
		pass(1001);
		expect(await begin()).toBe('');
		expect(await statusOf(busy)).toBe(200);
	});

	it('that nobody uses are forgotten after a time', async () => {
		const {sessions, begin, statusOf, pass, closed} = createSessions(10);
		const old = await begin();
		pass(1000);
		expect(await statusOf(old)).toBe(200);
		pass(1001);
		await begin();
		expect([sessions.count(), closed(), await statusOf(old)]).toEqual([1, 1, 404]);
	});

	it('do not begin with a request that is refused', async () => {
		const {sessions, closed} = createSessions(10);
		const request = new Request(url, {method: 'POST', headers: {'content-type': 'application/json'}});
		expect((await sessions.answer(request, initialize, done)).status).toBe(406);
		expect([sessions.count(), closed()]).toEqual([0, 1]);
	});

	it('end when all is closed', async () => {
		const {sessions, begin, statusOf, closed} = createSessions(10);
		const one = await begin();
		await begin();
		await sessions.close();
		expect([sessions.count(), closed(), await statusOf(one)]).toEqual([0, 2, 404]);
	});
});
