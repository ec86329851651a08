import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createSelfSigned} from '../../../helpers/self-signed.ts';
import {sendJson, sendStatus, startHttpHost} from '../../../servers/http-host.ts';
import {startProxy} from '../../../servers/http-proxy.ts';
import {apis, ask, firstEvent} from './ask-provider.ts';

const startSelfSigned = async (): Promise<string> => {
	const server = createServer(createSelfSigned(), (_request, response) => response.end());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe.each(apis)('a request over %s', api => {
	it('goes nowhere else with our key', async () => {
		const other = await startHttpHost((_request, response) => sendStatus(response, 200));
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 307, '', {location: `${other.url}/v1?token=abc`}),
		);
		const {trouble} = await ask(api, {url});
		expect(trouble).toMatchObject({
			kind: 'unreachable',
			failure: {
				message: expect.stringContaining(`${other.url}/v1?•••`),
				hint: expect.stringContaining('"baseUrl" of provider "acme"'),
			},
		});
		expect(trouble?.retry).toBeUndefined();
		expect(trouble?.failure.message).not.toContain('abc');
		expect(other.seen).toEqual([]);
	});

	it('is followed within its own origin, a few times', async () => {
		const {url, seen} = await startHttpHost((request, response) => {
			if (request.path.startsWith('/loop')) return sendStatus(response, 308, '', {location: '/loop'});
			if (request.path !== '/there') return sendStatus(response, 308, '', {location: '/there'});
			response.writeHead(200, {'content-type': 'text/event-stream'}).end(firstEvent[api]);
		});
		expect((await ask(api, {url})).events).toHaveLength(1);
		expect(seen.map(({method, body}) => [method, body === ''])).toEqual([
			['POST', false],
			['POST', false],
		]);
		expect((await ask(api, {url: `${url}/loop`})).trouble?.kind).toBe('unreachable');
	});

	it('is not sent where nobody listens', async () => {
		const host = await startHttpHost(() => {});
		await host.stop();
		const {trouble} = await ask(api, {url: host.url, isLocal: true});
		expect(trouble).toMatchObject({
			kind: 'unreachable',
			failure: {
				message: `Acme could not be reached: nothing answers at 127.0.0.1:${host.port} (ECONNREFUSED).`,
				hint: expect.stringContaining('Start the server'),
			},
		});
		expect(trouble?.retry).toBeUndefined();
	});

	it('is not sent to a certificate that nobody knows', async () => {
		const {trouble} = await ask(api, {url: await startSelfSigned()});
		expect(trouble).toMatchObject({
			kind: 'unreachable',
			failure: {
				message: expect.stringContaining('comes from nobody this machine trusts'),
				hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
			},
		});
		expect(trouble?.retry).toBeUndefined();
	});

	it('names the proxy that refuses it', async () => {
		const proxy = await startProxy(403);
		const {trouble} = await ask(api, {
			url: 'https://api.acme.example',
			environment: {HTTPS_PROXY: proxy.url.replace('http://', 'http://user:secret@')},
		});
		expect(trouble).toMatchObject({
			kind: 'unreachable',
			failure: {
				message: expect.stringContaining(`the proxy ${new URL(proxy.url).host} refused`),
				hint: expect.stringContaining('NO_PROXY=api.acme.example'),
			},
		});
		expect(trouble?.failure.message).not.toContain('secret');
		expect(trouble?.retry).toBeUndefined();
		expect(proxy.asked).toEqual(['CONNECT api.acme.example:443']);
	});

	it.each([
		['https://api.acme.example', 'HTTPS_PROXY'],
		['http://api.acme.example', 'HTTP_PROXY'],
	])('says how to sign in to a proxy that asks for it, on the way to %s', async (url, variable) => {
		const proxy = await startProxy(undefined, 'me:secret');
		const {trouble} = await ask(api, {url, environment: {[variable]: proxy.url}});
		expect(trouble).toMatchObject({
			kind: 'unreachable',
			failure: {
				message: expect.stringMatching(/proxy.*407/),
				hint: expect.stringContaining('http://user:password@proxy.example:3128'),
			},
		});
		expect(trouble?.retry).toBeUndefined();
	});

	it('goes through a proxy that gets name and password with its address', async () => {
		const proxy = await startProxy(undefined, 'me:secret');
		const host = await startHttpHost((_request, response) => {
			response.writeHead(200, {'content-type': 'text/event-stream'}).end(firstEvent[api]);
		});
		const {events} = await ask(api, {
			url: `http://api.acme.example:${host.port}`,
			environment: {HTTP_PROXY: proxy.url.replace('http://', 'http://me:secret@')},
		});
		expect(events).toHaveLength(1);
	});

	it('goes through the proxy', async () => {
		const proxy = await startProxy();
		const host = await startHttpHost((_request, response) => {
			response.writeHead(200, {'content-type': 'text/event-stream'}).end(firstEvent[api]);
		});
		const {events} = await ask(api, {
			url: `http://api.acme.example:${host.port}`,
			environment: {HTTP_PROXY: proxy.url},
		});
		expect(events).toHaveLength(1);
		expect(proxy.asked).toHaveLength(1);
	});

	it('is told how long to wait', async () => {
		const body = JSON.stringify({type: 'error', error: {type: 'rate_limit_error', message: 'Slow down'}});
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 429, body, {'content-type': 'application/json', 'retry-after': '7'}),
		);
		expect((await ask(api, {url})).trouble).toMatchObject({
			kind: 'rate-limited',
			failure: {message: expect.stringContaining('(HTTP 429): Slow down')},
			retry: {after: 7000},
		});
	});

	it('is refused with no more words than anybody reads', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 500, 'x '.repeat(10 * 1024 * 1024)),
		);
		const {trouble, error} = await ask(api, {url});
		expect(trouble?.kind).toBe('provider-error');
		expect(String(error).length).toBeLessThan(70 * 1024);
		expect(trouble?.failure.message.length).toBeLessThan(400);
	});

	it('may be refused with status 200', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendJson(response, {error: {message: 'The model `m` does not exist', code: 'model_not_found'}}),
		);
		expect((await ask(api, {url})).trouble?.kind).toBe('unknown-model');
	});

	it('is garbled when the whole answer comes at once', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendJson(response, {type: 'message', content: [{type: 'text', text: 'Hello'}]}),
		);
		expect((await ask(api, {url})).trouble).toMatchObject({
			kind: 'garbled',
			failure: {message: expect.stringContaining('application/json in place of a stream')},
		});
	});

	it('is answered by a stream under another name', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 200, `\n${firstEvent[api].repeat(2)}`),
		);
		const {events, trouble} = await ask(api, {url});
		expect(trouble).toBeUndefined();
		expect(events).toHaveLength(2);
	});
});
