import {describe, expect, it} from 'vitest';
import {lostReason} from '../../../source/core/mcp/transports/lost-answer.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {
	type SeenRequest,
	sendEvent,
	sendStatus,
	startEvents,
	startHttpHost,
} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {ask, callEcho, open, remoteConfig} from './open-remote.ts';

const isCall = ({message}: SeenRequest): boolean => message.method === 'tools/call';

describe('a stream that breaks off', () => {
	it('is taken up where it was, as soon as the server wants', async () => {
		const host = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (seen.method === 'GET' && seen.headers['last-event-id'] === undefined) return false;
					if (seen.method === 'GET') {
						startEvents(response);
						sendEvent(response, {jsonrpc: '2.0', id: callId, result: {content: []}}, 'id: 2\n');
						response.end();
						return true;
					}
					if (!isCall(seen)) return false;
					callId = seen.message.id;
					startEvents(response);
					response.write('id: 1\nretry: 20\ndata: \n\n', () => response.destroy());
					return true;
				},
			}),
		);
		let callId: string | number | undefined;
		const connection = await open(remoteConfig('http', host.url));
		expect(await callEcho(connection)).toEqual({content: []});
		const resumed = host.seen.find(({headers}) => headers['last-event-id'] !== undefined);
		expect(resumed?.headers['last-event-id']).toBe('1');
	});

	it('costs only its own call when it cannot be taken up', async () => {
		const host = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (seen.method === 'GET' && seen.headers['last-event-id'] !== undefined) {
						sendStatus(response, 500);
						return true;
					}
					if (!isCall(seen)) return false;
					startEvents(response);
					response.write('id: 1\nretry: 20\ndata: \n\n', () => response.destroy());
					return true;
				},
			}),
		);
		const connection = await open(remoteConfig('http', host.url));
		const error = await callEcho(connection).catch((reason: unknown) => reason);
		expect(lostReason(error)).toBeDefined();
		await expect(ask(connection, 'tools/list')).resolves.toBeDefined();
		expect(connection.transport.end()).toBeUndefined();
	});

	it('is not the end of the session where the server has no stream at all', async () => {
		const host = await startHttpHost(
			legacyServer({
				session: () => 'one',
				instead: (seen, response) => {
					if (seen.method === 'GET') sendStatus(response, 404);
					return seen.method === 'GET';
				},
			}),
		);
		const connection = await open(remoteConfig('http', host.url));
		await waitUntil(() => host.seen.some(({method}) => method === 'GET'));
		await expect(callEcho(connection)).resolves.toBeDefined();
		expect(connection.transport.end()).toBeUndefined();
	});
});

describe('a stream that nobody reads any longer', () => {
	const streaming = async (answered: boolean) => {
		let open = 0;
		const host = await startHttpHost(
			legacyServer({
				instead: (seen, response) => {
					if (!isCall(seen)) return false;
					open += 1;
					response.on('close', () => {
						open -= 1;
					});
					startEvents(response);
					if (answered) sendEvent(response, {jsonrpc: '2.0', id: seen.message.id, result: {content: []}});
					return true;
				},
			}),
		);
		return {host, open: () => open};
	};

	it('is ended after the call is taken back', async () => {
		const {host, open: openStreams} = await streaming(false);
		const {client} = await open(remoteConfig('http', host.url));
		const user = new AbortController();
		const calling = client.callTool({name: 'echo'}, {signal: user.signal});
		await waitUntil(() => openStreams() === 1);
		user.abort();
		await expect(calling).rejects.toThrow();
		await waitUntil(() => openStreams() === 0);
		expect(host.seen.some(({message}) => message.method === 'notifications/cancelled')).toBe(true);
	});

	it('is ended after the answer', async () => {
		const {host, open: openStreams} = await streaming(true);
		const connection = await open(remoteConfig('http', host.url));
		await callEcho(connection);
		await waitUntil(() => openStreams() === 0);
		expect(connection.transport.end()).toBeUndefined();
	});
});
