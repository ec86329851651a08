import type {ServerResponse} from 'node:http';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {createProviderFetch} from '../../../../source/core/models/http/provider-fetch.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';
import {sendStatus, startEvents, startHttpHost} from '../../../servers/http-host.ts';
import {apis, ask, firstEvent} from './ask-provider.ts';

/** Long enough that no slow machine takes an answer for silence, where one is expected. */
const idleLimit = 600;

const begin = (response: ServerResponse, event: string): void => {
	startEvents(response);
	response.write(event);
};

describe.each(apis)('an answer over %s', api => {
	const event = firstEvent[api];

	it('arrives as it was sent', async () => {
		const {url} = await startHttpHost((_request, response) => {
			startEvents(response);
			response.end(event.repeat(3));
		});
		const {events, trouble} = await ask(api, {url});
		expect(trouble).toBeUndefined();
		expect(events).toHaveLength(3);
	});

	it('may be compressed', async () => {
		const {url} = await startHttpHost((_request, response) => {
			response.writeHead(200, {'content-type': 'text/event-stream', 'content-encoding': 'gzip'});
			response.end(gzipSync(event.repeat(3)));
		});
		expect((await ask(api, {url})).events).toHaveLength(3);
	});

	it('that is compressed badly is garbled', async () => {
		const {url} = await startHttpHost((_request, response) => {
			response.writeHead(200, {'content-type': 'text/event-stream', 'content-encoding': 'gzip'});
			response.end('this is not gzip');
		});
		expect((await ask(api, {url})).trouble?.kind).toBe('garbled');
	});

	it('is cut when the connection is closed in the middle of it', async () => {
		const {url} = await startHttpHost((_request, response) => {
			begin(response, event);
			response.socket?.end();
		});
		const {events, trouble} = await ask(api, {url});
		expect(events).toHaveLength(1);
		expect(trouble).toMatchObject({
			kind: 'cut',
			failure: {message: expect.stringContaining('The answer of Acme broke off in the middle')},
			retry: {},
		});
	});

	it('is cut when the connection is reset', async () => {
		const {url} = await startHttpHost((_request, response) => {
			begin(response, event);
			response.socket?.resetAndDestroy();
		});
		expect((await ask(api, {url})).trouble?.kind).toBe('cut');
	});

	it('is not there when the connection is reset before it', async () => {
		const {url} = await startHttpHost((_request, response) => {
			response.socket?.resetAndDestroy();
		});
		expect((await ask(api, {url})).trouble).toMatchObject({kind: 'unreachable', retry: {}});
	});

	it('is stalled when nothing comes before it', async () => {
		let isClosed = false;
		const {url} = await startHttpHost((_request, response) => {
			response.on('close', () => {
				isClosed = true;
			});
		});
		const {trouble} = await ask(api, {url, idleLimit});
		expect(trouble).toMatchObject({
			kind: 'stalled',
			failure: {
				message: 'Acme said nothing for 0.6 s while "m" was to answer.',
				hint: expect.stringContaining('"idleTimeout" of provider "acme"'),
			},
			retry: {},
		});
		await waitUntil(() => isClosed);
	});

	it('is stalled when nothing more comes', async () => {
		let isClosed = false;
		const {url} = await startHttpHost((_request, response) => {
			begin(response, event);
			response.on('close', () => {
				isClosed = true;
			});
		});
		const {events, trouble} = await ask(api, {url, idleLimit});
		expect(events).toHaveLength(1);
		expect(trouble?.kind).toBe('stalled');
		await waitUntil(() => isClosed);
	});

	it('is garbled when a web page takes its place', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 200, '<!doctype html><html><head><title>Hotel\n Wi-Fi</title></head>', {
				'content-type': 'text/html; charset=utf-8',
			}),
		);
		const {trouble} = await ask(api, {url});
		expect(trouble).toMatchObject({
			kind: 'garbled',
			failure: {
				message: 'At the address of Acme a web page answers ("Hotel Wi-Fi"), not the provider.',
				hint: expect.stringContaining('"baseUrl" of provider "acme"'),
			},
		});
		expect(trouble?.retry).toBeUndefined();
	});

	it('is garbled when its chunks are none', async () => {
		const {url} = await startHttpHost((_request, response) => {
			response.socket?.end(
				'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n',
			);
		});
		expect((await ask(api, {url})).trouble?.kind).toBe('garbled');
	});

	it('is garbled when one event is longer than anybody wants', async () => {
		const {url} = await startHttpHost((_request, response) => {
			startEvents(response);
			response.end(`data: ${'x'.repeat(11 * 1024 * 1024)}\n\n`);
		});
		expect((await ask(api, {url})).trouble).toMatchObject({
			kind: 'garbled',
			failure: {message: expect.stringContaining('sent a message of more than 10 MiB')},
		});
	});

	it('keeps an abort an abort', async () => {
		const controller = new AbortController();
		let isClosed = false;
		const {url} = await startHttpHost((_request, response) => {
			begin(response, event);
			response.on('close', () => {
				isClosed = true;
			});
		});
		const {trouble} = await ask(api, {url, signal: controller.signal, onEvent: () => controller.abort()});
		expect(trouble?.kind ?? 'ended').not.toMatch(/cut|stalled|unreachable|garbled/);
		await waitUntil(() => isClosed);
	});
});

describe('a long answer', () => {
	it.each([
		['a ping', ': ping\n\n'],
		['a piece of an event', 'x'],
	])('is not stalled while %s comes now and then', async (_what, bytes) => {
		const {url} = await startHttpHost((_request, response) => {
			begin(response, firstEvent.chat);
			response.write(': ');
			let left = 20;
			const timer = setInterval(() => {
				left -= 1;
				if (left > 0) response.write(bytes);
				else response.end(`\n\n${firstEvent.chat}`);
			}, 100);
			response.on('close', () => clearInterval(timer));
		});
		const {events, trouble} = await ask('chat', {url, idleLimit: 1500});
		expect(trouble).toBeUndefined();
		expect(events).toHaveLength(2);
	});

	it('is bounded as a whole', async () => {
		const piece = `: ${'x'.repeat(1024 * 1024)}\n\n`;
		const {url} = await startHttpHost((_request, response) => {
			startEvents(response);
			const write = (): void => {
				while (!response.destroyed && response.write(piece));
				if (!response.destroyed) response.once('drain', write);
			};
			write();
		});
		expect((await ask('chat', {url})).trouble).toMatchObject({
			kind: 'garbled',
			failure: {message: expect.stringContaining('more than 64 MiB')},
		});
	});
});

describe('the fetch itself', () => {
	const body = JSON.stringify({stream: true});

	it('takes a request as well', async () => {
		const {url, seen} = await startHttpHost((_request, response) => {
			startEvents(response);
			response.end(firstEvent.chat);
		});
		const fetch = createProviderFetch({environment: {}, idleLimit: 30_000});
		const response = await fetch(new Request(url, {method: 'POST', body, headers: {'x-one': '1'}}));
		expect(await response.text()).toBe(firstEvent.chat);
		expect(seen[0]).toMatchObject({method: 'POST', body, headers: {'x-one': '1'}});
		await fetch.close();
	});

	it('ends its connections when it is closed', async () => {
		let isClosed = false;
		const {url} = await startHttpHost((_request, response) => {
			begin(response, firstEvent.chat);
			response.on('close', () => {
				isClosed = true;
			});
		});
		const fetch = createProviderFetch({environment: {}, idleLimit: 30_000});
		const reading = (await fetch(url, {method: 'POST', body})).text();
		await Promise.all([expect(reading).rejects.toThrow(), fetch.close()]);
		await waitUntil(() => isClosed);
	});

	it('leaves no timer behind', async () => {
		const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
		const {url} = await startHttpHost((_request, response) => {
			startEvents(response);
			response.end(firstEvent.chat);
		});
		const fetch = createProviderFetch({environment: {}, idleLimit: 3_600_000});
		const before = timers();
		const read = (await fetch(url, {method: 'POST', body})).body?.getReader();
		await read?.read();
		const last = read?.read();
		expect((await last)?.done).toBe(true);
		const given = (await fetch(url, {method: 'POST', body})).body;
		await given?.cancel();
		// One of somebody else may have ended meanwhile.
		expect(timers()).toBeLessThanOrEqual(before);
		await fetch.close();
	});
});
