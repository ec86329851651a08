import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {waitUntil} from '../../helpers/wait-until.ts';
import {
	type SeenRequest,
	sendEvent,
	sendResult,
	sendStatus,
	startEvents,
	startHttpHost,
} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {ask, callEcho, open, openFailing, remoteConfig} from './open-remote.ts';

const isCall = ({message}: SeenRequest): boolean => message.method === 'tools/call';
const mebibyte = 1024 * 1024;

/** A server that answers calls in its own way. */
const answeringCalls = (answer: Parameters<typeof startHttpHost>[0]) =>
	startHttpHost(
		legacyServer({
			instead: (seen, response) => {
				if (isCall(seen)) void answer(seen, response);
				return isCall(seen);
			},
		}),
	);

describe('an answer that is too long', () => {
	const tooLong = 'sent a message of more than 10 MiB';

	it('fails the call alone', async () => {
		const {url} = await answeringCalls((seen, response) =>
			sendResult(seen, response, {content: [{type: 'text', text: 'x'.repeat(11 * mebibyte)}]}),
		);
		const connection = await open(remoteConfig('http', url));
		await expect(callEcho(connection)).rejects.toThrow(tooLong);
		await expect(ask(connection, 'tools/list')).resolves.toBeDefined();
	});

	it('is not unpacked to its end when it is a gzip bomb', async () => {
		const bomb = gzipSync(Buffer.alloc(300 * mebibyte, ' '));
		const {url} = await answeringCalls((_seen, response) => {
			response.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'}).end(bomb);
		});
		const connection = await open(remoteConfig('http', url));
		const before = process.memoryUsage().rss;
		await expect(callEcho(connection)).rejects.toThrow(tooLong);
		expect(process.memoryUsage().rss - before).toBeLessThan(150 * mebibyte);
		expect(connection.transport.end()).toBeUndefined();
	});

	it('may be one event of a stream', async () => {
		const {url} = await answeringCalls((_seen, response) => {
			startEvents(response);
			response.end(`data: ${'x'.repeat(11 * mebibyte)}\n\n`);
		});
		await expect(callEcho(await open(remoteConfig('http', url)))).rejects.toThrow(tooLong);
	});

	it('is not a stream that is long only as a whole', async () => {
		const note = {
			jsonrpc: '2.0',
			method: 'notifications/message',
			params: {level: 'info', data: 'x'.repeat(mebibyte)},
		};
		const {url} = await answeringCalls((seen, response) => {
			startEvents(response);
			for (let each = 0; each < 12; each += 1) sendEvent(response, note);
			sendEvent(response, {jsonrpc: '2.0', id: seen.message.id, result: {content: []}});
			response.end();
		});
		expect(await callEcho(await open(remoteConfig('http', url)))).toEqual({content: []});
	});

	it('may be a crowd of small messages', async () => {
		const note = '{"jsonrpc":"2.0","method":"notifications/message"}';
		const {url} = await answeringCalls((_seen, response) => {
			response.writeHead(200, {'content-type': 'application/json'});
			response.end(`[${Array.from({length: 100_000}, () => note).join()}]`);
		});
		await expect(callEcho(await open(remoteConfig('http', url)))).rejects.toThrow(
			'sent a message of more than 256 KiB',
		);
	});

	it('is read no further than needed when it is an error', async () => {
		const {url} = await answeringCalls((_seen, response) =>
			sendStatus(response, 500, 'x'.repeat(20 * mebibyte)),
		);
		const error = await callEcho(await open(remoteConfig('http', url))).catch((reason: unknown) => reason);
		expect(String(error)).toMatch(/HTTP status 500: x{200}…/);
	});
});

it('keeps what is almost too long', async () => {
	const text = 'x'.repeat(9 * mebibyte);
	const {url} = await answeringCalls((seen, response) => {
		startEvents(response);
		sendEvent(response, {jsonrpc: '2.0', id: seen.message.id, result: {content: [{type: 'text', text}]}});
		response.end();
	});
	expect(await callEcho(await open(remoteConfig('http', url)))).toEqual({content: [{type: 'text', text}]});
});

it('lets others run during a flood of events', async () => {
	const note = `data: ${JSON.stringify({jsonrpc: '2.0', method: 'notifications/message', params: {level: 'info', data: 'x'}})}\n\n`;
	const {url} = await answeringCalls((seen, response) => {
		startEvents(response);
		response.write(note.repeat(30_000));
		sendEvent(response, {jsonrpc: '2.0', id: seen.message.id, result: {content: []}});
		response.end();
	});
	const connection = await open(remoteConfig('http', url));
	let turns = 0;
	const timer = setInterval(() => {
		turns += 1;
	}, 1);
	await callEcho(connection);
	clearInterval(timer);
	expect(turns).toBeGreaterThan(10);
});

describe('silence', () => {
	it('in the middle of the stream of a call ends it no sooner than its own limit', async () => {
		let release = () => {};
		const {url} = await answeringCalls((seen, response) => {
			startEvents(response);
			release = () => sendEvent(response, {jsonrpc: '2.0', id: seen.message.id, result: {content: []}});
		});
		const connection = await open(remoteConfig('http', url, {sseReadTimeout: 50}));
		const calling = callEcho(connection);
		// Long after the limit of streams on which nobody waits for an answer.
		const enough = performance.now() + 2500;
		await waitUntil(() => performance.now() > enough);
		release();
		expect(await calling).toEqual({content: []});
	});

	it('of a body that drips for ever fails the call in its time', async () => {
		const {url} = await answeringCalls((_seen, response) => {
			response.writeHead(200, {'content-type': 'application/json'});
			const drip = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(drip));
		});
		const connection = await open(remoteConfig('http', url));
		await expect(callEcho(connection, 500)).rejects.toThrow(/timed out/i);
		await connection.transport.close();
	});

	it('before the first answer is a start that took too long', async () => {
		const {url} = await startHttpHost(() => {});
		const {failure} = await openFailing(remoteConfig('http', url, {connectTimeout: 500}));
		expect(failure.message).toContain('did not answer within 0.5 s');
	});
});
