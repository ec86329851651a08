import {createServer} from 'node:http';
import {createServer as createTlsServer, type TlsOptions} from 'node:tls';
import {describe, expect, it, onTestFinished} from 'vitest';
import {fetchUrlWith, portOf, sends, servePages} from '../../helpers/page-server.ts';
import {createSelfSigned} from '../../helpers/self-signed.ts';
import {errorOf, jsonOf, textsOf} from '../../unit/toolbox/read-outcome.ts';

/** A proxy that answers for everybody, and refuses tunnels. */
const startProxy = async () => {
	const asked: string[] = [];
	const proxy = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		sends('<p>through the proxy')(request, response);
	});
	proxy.on('connect', (request, socket) => {
		asked.push(`CONNECT ${request.url}`);
		socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
	});
	await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		proxy.closeAllConnections();
		proxy.close();
	});
	const address = `http://127.0.0.1:${portOf(proxy)}`;
	return {asked, environment: {HTTP_PROXY: address, HTTPS_PROXY: address}};
};

const lookUp = async (name: string): Promise<readonly string[]> => {
	if (name === 'site.example') return ['9.9.9.9'];
	if (name === 'inside.example') return ['10.0.0.1'];
	throw new Error('ENOTFOUND');
};

describe('fetch-url where there is a proxy', () => {
	it('asks the proxy, which looks names up by itself', async () => {
		const {asked, environment} = await startProxy();
		const fetchUrl = fetchUrlWith({environment, lookUp});
		const outcome = await fetchUrl({url: 'http://site.example/page'});
		expect(textsOf(outcome)[0]).toBe('through the proxy');
		expect(jsonOf(await fetchUrl({url: 'http://nowhere.example/'})).status).toBe(200);
		expect(asked).toEqual(['GET http://site.example/page', 'GET http://nowhere.example/']);
	});

	it('still refuses what is known here to lead inside', async () => {
		const {asked, environment} = await startProxy();
		const fetchUrl = fetchUrlWith({environment, lookUp});
		for (const url of ['http://inside.example/', 'http://10.0.0.1/', 'http://intranet/', 'http://[::1]/']) {
			expect(errorOf(await fetchUrl({url})).message).toContain('public pages only');
		}
		expect(asked).toEqual([]);
	});

	it('goes around it where NO_PROXY says so, to the address that was checked', async () => {
		const {asked, environment} = await startProxy();
		const host = await servePages(sends('<p>directly'));
		const fetchUrl = fetchUrlWith({
			environment: {...environment, NO_PROXY: 'near.example'},
			allowedHosts: ['near.example'],
			lookUp: async () => ['127.0.0.1'],
		});
		const outcome = await fetchUrl({url: `http://near.example:${host.split(':')[1]}/`});
		expect([textsOf(outcome)[0], asked]).toEqual(['directly', []]);
	});

	it('names the proxy that refuses', async () => {
		const {asked, environment} = await startProxy();
		const {message} = errorOf(await fetchUrlWith({environment, lookUp})({url: 'https://site.example/'}));
		expect(message).toContain(`the proxy ${new URL(environment.HTTP_PROXY).host} refused`);
		expect(asked).toEqual(['CONNECT site.example:443']);
	});
});

describe('fetch-url over TLS', () => {
	it('asks for the name of the page and believes no certificate that does not fit', async () => {
		const names: string[] = [];
		const SNICallback: TlsOptions['SNICallback'] = (name, answer) => {
			names.push(name);
			answer(null);
		};
		const server = createTlsServer({...createSelfSigned({name: 'site.example'}), SNICallback});
		server.on('tlsClientError', () => {});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const fetchUrl = fetchUrlWith({allowedHosts: ['site.example'], lookUp: async () => ['127.0.0.1']});
		const {message} = errorOf(await fetchUrl({url: `https://site.example.:${portOf(server)}/`}));
		expect(message).toContain('the certificate of site.example');
		expect(names).toEqual(['site.example']);
	});
});
