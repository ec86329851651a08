import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {describe, expect, it} from 'vitest';
import {isWorthRetrying} from '../../../source/core/mcp/connection/start-failure.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {oldStreamableServer} from '../../servers/http-generations.ts';
import {listen, sendStatus, startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {startProxy} from '../../servers/http-proxy.ts';
import {startHttpsHost} from '../../servers/https-host.ts';
import {startWsHost} from '../../servers/ws-host.ts';
import {callEcho, open, openFailing, remoteConfig} from './open-remote.ts';

describe('a server somewhere else', () => {
	it('is not followed to another origin, which sees nothing of ours', async () => {
		const other = await startHttpHost((_request, response) => sendStatus(response, 200));
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 307, '', {location: `${other.url}/mcp?token=abc`}),
		);
		const {trouble, failure} = await openFailing(remoteConfig('http', `${url}/mcp`), {
			access: {headers: {Authorization: 'Bearer secret'}},
		});
		expect(failure.code).toBe('server-redirected');
		expect(failure.message).toContain(
			`${other.url}/mcp?•••, which gets neither our messages nor our credentials`,
		);
		expect(failure.message).not.toContain('abc');
		expect(isWorthRetrying(trouble)).toBe(false);
		expect(other.seen).toEqual([]);
	});

	it('is followed within its origin', async () => {
		const legacy = legacyServer();
		const {url} = await startHttpHost((request, response) =>
			request.path === '/mcp/'
				? legacy(request, response)
				: sendStatus(response, 308, '', {location: '/mcp/'}),
		);
		await expect(callEcho(await open(remoteConfig('http', `${url}/mcp`)))).resolves.toBeDefined();
	});

	it('is not spoken to in the clear', async () => {
		const {failure} = await openFailing(remoteConfig('http', 'http://mcp.example/mcp'));
		expect(failure).toMatchObject({
			code: 'server-insecure',
			hint: expect.stringContaining('"allowInsecure": true'),
		});
	});
});

describe('an address without an MCP server', () => {
	it('may belong to a web page', async () => {
		const {url} = await startHttpHost((_request, response) =>
			sendStatus(response, 200, '<!doctype html><html></html>', {'content-type': 'text/html'}),
		);
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('answered with text/html instead of MCP');
	});

	it('may have nobody at it, and then SSE is not tried', async () => {
		const host = await startHttpHost(() => {});
		await host.stop();
		const {trouble, failure} = await openFailing(remoteConfig('http', `${host.url}/mcp?key=secret`));
		expect(failure).toMatchObject({
			code: 'server-unreachable',
			hint: expect.stringContaining('Start the server'),
		});
		expect(failure.message).toBe(
			`Server "remote" could not be reached: nothing answers at 127.0.0.1:${host.port} (ECONNREFUSED). URL: ${host.url}/mcp?•••`,
		);
		expect(isWorthRetrying(trouble)).toBe(true);
	});

	it('may not exist', async () => {
		const {failure} = await openFailing(remoteConfig('http', 'https://no-such-host.invalid/mcp'));
		expect(failure.message).toMatch(/there is no host|could not be looked up/);
	});

	it('may be no web server at all', async () => {
		const {server, url} = await listen(() => {});
		server.on('connection', socket => socket.end('220 mail.example ESMTP\r\n'));
		const {failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('does not speak HTTP');
	});
});

describe('a proxy', () => {
	it('is asked for plain http as it always was', async () => {
		const proxy = await startProxy();
		const host = await startHttpHost(legacyServer());
		const url = `http://mcp.example:${host.port}/mcp`;
		const connection = await open(remoteConfig('http', url, {allowInsecure: true}), {
			environment: {http_proxy: proxy.url},
		});
		await expect(callEcho(connection)).resolves.toBeDefined();
		expect(proxy.asked[0]).toBe(`POST ${url}`);
	});

	it('is left out where NO_PROXY says so', async () => {
		const proxy = await startProxy();
		const {failure} = await openFailing(
			remoteConfig('http', 'http://mcp.invalid/mcp', {allowInsecure: true}),
			{environment: {HTTP_PROXY: proxy.url, NO_PROXY: 'mcp.invalid'}},
		);
		expect(failure.message).toMatch(/there is no host|could not be looked up/);
		expect(proxy.asked).toEqual([]);
	});

	it.each(['http', 'ws'] as const)('sees nothing of what is sent to this machine by %s', async type => {
		const proxy = await startProxy();
		const {url} = type === 'http' ? await startHttpHost(legacyServer()) : await startWsHost();
		const connection = await open(remoteConfig(type, url), {
			access: {headers: {Authorization: 'Bearer canary'}},
			environment: {HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url},
		});
		await expect(callEcho(connection)).resolves.toBeDefined();
		expect(proxy.asked).toEqual([]);
	});

	it('opens a tunnel for https', async () => {
		const proxy = await startProxy();
		const {url} = await startHttpsHost(oldStreamableServer(), 'DNS:mcp.example');
		const {failure} = await openFailing(remoteConfig('http', url.replace('127.0.0.1', 'mcp.example')), {
			environment: {HTTPS_PROXY: proxy.url},
		});
		expect(proxy.asked[0]).toMatch(/^CONNECT mcp\.example:\d+$/);
		expect(failure.message).toContain('the certificate of mcp.example');
	});

	it('is named when it refuses', async () => {
		const proxy = await startProxy(403);
		const {trouble, failure} = await openFailing(remoteConfig('http', 'https://mcp.example/mcp'), {
			environment: {HTTPS_PROXY: proxy.url.replace('http://', 'http://user:secret@')},
		});
		expect(failure.message).toContain(`the proxy ${new URL(proxy.url).host} refused`);
		expect(failure.message).not.toContain('secret');
		expect(failure.hint).toContain('NO_PROXY=mcp.example');
		expect(isWorthRetrying(trouble)).toBe(false);
	});

	it.each(['http', 'ws'] as const)('may have an address that is none, for %s', async type => {
		const config = remoteConfig(type, `${type}://mcp.example/`, {allowInsecure: true});
		const {failure} = await openFailing(config, {environment: {HTTP_PROXY: 'user:secret'}});
		expect(failure.message).toContain('the address of the proxy is not a URL');
		expect(failure.message).not.toContain('secret');
	});

	it('carries WebSockets, too', async () => {
		const proxy = await startProxy();
		const host = await startWsHost();
		const url = host.url.replace('127.0.0.1', 'mcp.example');
		const connection = await open(remoteConfig('ws', url, {allowInsecure: true}), {
			environment: {HTTP_PROXY: proxy.url},
		});
		await expect(callEcho(connection)).resolves.toBeDefined();
		expect(proxy.asked[0]).toMatch(/^CONNECT mcp\.example:\d+$/);
	});
});

describe('a certificate of a private authority', () => {
	it('is refused, with what to do about it', async () => {
		const {url} = await startHttpsHost(oldStreamableServer());
		const {trouble, failure} = await openFailing(remoteConfig('http', url));
		expect(failure.message).toContain('comes from nobody this machine trusts (DEPTH_ZERO_SELF_SIGNED_CERT)');
		expect(failure.hint).toContain('NODE_EXTRA_CA_CERTS');
		expect(isWorthRetrying(trouble)).toBe(false);
	});

	it('is refused for WebSockets as well', async () => {
		const {url} = await startHttpsHost(oldStreamableServer());
		const {failure} = await openFailing(remoteConfig('ws', url.replace('https', 'wss')));
		expect(failure.hint).toContain('NODE_EXTRA_CA_CERTS');
	});

	it('is accepted with NODE_EXTRA_CA_CERTS, unless it is for another host', async () => {
		const file = join(createTemporaryFolder(), 'open-once.cjs');
		await build({
			entryPoints: [fileURLToPath(new URL('../../servers/open-once.ts', import.meta.url))],
			outfile: file,
			bundle: true,
			platform: 'node',
			format: 'cjs',
			target: 'node20',
			logLevel: 'error',
		});
		const openOnce = async ({url, certificate}: {readonly url: string; readonly certificate: string}) => {
			const env = {PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate};
			return (await promisify(execFile)(process.execPath, [file, 'http', url], {env})).stdout;
		};
		expect(await openOnce(await startHttpsHost(oldStreamableServer()))).toBe('open http');
		expect(await openOnce(await startHttpsHost(oldStreamableServer(), 'DNS:other.example'))).toContain(
			'ERR_TLS_CERT_ALTNAME_INVALID',
		);
	});
});
