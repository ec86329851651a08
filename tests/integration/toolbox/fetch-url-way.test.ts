import type {RequestListener} from 'node:http';
import {describe, expect, it} from 'vitest';
import {createPageSource} from '../../../source/core/toolbox/fetch-url/internal/createPageSource.ts';
import {allowedServer, fetchUrlWith, samplePage, sends, servePages} from '../../helpers/page-server.ts';
import {errorOf, jsonOf} from '../../unit/toolbox/read-outcome.ts';

describe('the time that a page may take', () => {
	it('is also that in which its text is read', async () => {
		const host = await servePages(sends(samplePage));
		const pages = createPageSource({environment: {}, allowedHosts: [host], timeLimit: 1000});
		const readForEver = (_: unknown, limit: AbortSignal): Promise<never> =>
			new Promise((_resolve, reject) => {
				limit.addEventListener('abort', () => reject(limit.reason), {once: true});
			});
		const {signal} = new AbortController();
		await expect(pages.get(`http://${host}/`, readForEver, signal)).rejects.toThrow('took longer than 1 s');
	});
});

describe('a redirect', () => {
	const leadsTo =
		(routes: Readonly<Record<string, string>>): RequestListener =>
		(request, response) => {
			const location = routes[request.url ?? ''];
			if (location === undefined) sends(samplePage)(request, response);
			else sends('moved', {location}, 302)(request, response);
		};

	it('is followed on the same host', async () => {
		const {host, get} = await allowedServer(leadsTo({'/a': '/b', '/b': 'c?d', '/c': '/never'}));
		const outcome = await get('/a');
		expect(jsonOf(outcome)).toMatchObject({url: `http://${host}/c?d`, status: 200});
	});

	it('is followed five times', async () => {
		const steps = Array.from({length: 7}, (_, index): [string, string] => [`/${index}`, `/${index + 1}`]);
		const {get} = await allowedServer(leadsTo(Object.fromEntries(steps)));
		expect(jsonOf(await get('/2')).status).toBe(200);
		expect(errorOf(await get('/1')).message).toContain('leads on more than 5 times');
	});

	it.each([
		['http://127.0.0.1:1/x', '127.0.0.1:1 is a loopback address'],
		['http://169.254.169.254/latest/meta-data', '169.254.169.254 is a link-local address'],
		['//[::ffff:10.0.0.1]/', 'is a private address'],
		['http://localhost:9/', 'is a name of this machine'],
		['file:///etc/passwd', 'gets http and https only'],
		['gopher://x.example/', 'gets http and https only'],
		['http://me:secret@9.9.9.9/', 'a user name or a password'],
		[`/${'x'.repeat(3000)}`, 'an address of more than 2048 characters'],
		['http://9.9.9.9/x', 'leads on to http://9.9.9.9/x, on another host'],
	])('to %s is not followed', async (location, reason) => {
		const {get} = await allowedServer(leadsTo({'/a': location}));
		expect(errorOf(await get('/a')).message).toContain(reason);
	});

	it('gains or loses www., and nothing else', async () => {
		const hosts: string[] = [];
		const port = (
			await servePages((request, response) => {
				const {host = ''} = request.headers;
				hosts.push(host);
				const isFirst = host.startsWith('pages.');
				const location = request.url === '/far' ? `//other.example:${port}/` : `//www.${host}/`;
				sends(samplePage, isFirst ? {location} : {}, isFirst ? 301 : 200)(request, response);
			})
		).split(':')[1];
		const fetchUrl = fetchUrlWith({
			allowedHosts: ['pages.example', 'www.pages.example', 'other.example'],
			lookUp: async () => ['127.0.0.1'],
		});
		const url = `http://pages.example:${port}`;
		expect(jsonOf(await fetchUrl({url})).url).toBe(`http://www.pages.example:${port}/`);
		expect(hosts).toEqual([`pages.example:${port}`, `www.pages.example:${port}`]);
		expect(errorOf(await fetchUrl({url: `${url}/far`})).message).toContain('on another host');
	});
});

describe('what goes wrong on the way', () => {
	it('is named: nobody listens', async () => {
		const error = errorOf(await fetchUrlWith({allowedHosts: ['127.0.0.1']})({url: 'http://127.0.0.1:9/'}));
		expect(error.message).toContain('nothing answers at 127.0.0.1:9');
	});

	it('is named: the server says nothing', async () => {
		const {get} = await allowedServer(() => {}, {patience: 50});
		expect(errorOf(await get('/')).message).toContain('said nothing for 0.1 s');
	});

	it('is named: the server stops in the middle', async () => {
		const {get} = await allowedServer((_, response) => void response.write('<p>begun'), {patience: 50});
		expect(errorOf(await get('/')).message).toContain('said nothing');
		const broken = await allowedServer((_, response) => {
			response.writeHead(200, {'content-length': '100'});
			response.write('x', () => response.destroy());
		});
		expect(errorOf(await broken.get('/')).message).toContain('broke the connection');
	});

	it('is named: it takes too long, however steadily it comes', async () => {
		const {get} = await allowedServer(
			(_, response) => {
				response.writeHead(200, {'content-type': 'text/plain'});
				const timer = setInterval(() => response.write('x'), 10);
				response.on('close', () => clearInterval(timer));
			},
			{timeLimit: 200},
		);
		expect(errorOf(await get('/')).message).toContain('took longer than 0.2 s');
	});

	it('is named: headers without end', async () => {
		const {get} = await allowedServer((_, response) => {
			response.socket?.write(`HTTP/1.1 200 OK\r\n${`x-a: ${'b'.repeat(1000)}\r\n`.repeat(100)}\r\n`);
		});
		expect(errorOf(await get('/')).message).toContain('sent too many headers');
	});

	it('is named: something else than HTTP', async () => {
		const {get} = await allowedServer((_, response) => void response.socket?.end('220 mail ready\r\n'));
		expect(errorOf(await get('/')).message).toContain('does not speak HTTP');
	});

	it('ends at once when the call is cancelled', async () => {
		const control = new AbortController();
		const {get} = await allowedServer(() => control.abort());
		expect(errorOf(await get('/', {}, control.signal)).message).toContain('cancelled');
	});
});
