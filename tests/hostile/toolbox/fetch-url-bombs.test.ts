import {brotliCompressSync, constants, createGzip, gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {allowedServer, sends} from '../../helpers/page-server.ts';
import {errorOf, jsonOf} from '../../unit/toolbox/read-outcome.ts';

const mebibyte = 1024 * 1024;

describe('a page that grows when it is unpacked', () => {
	const bomb = Buffer.alloc(30 * mebibyte, 'x');

	it.each([
		['gzip', () => gzipSync(bomb)],
		['br', () => brotliCompressSync(bomb, {params: {[constants.BROTLI_PARAM_QUALITY]: 1}})],
	])('is read as far as 2 MiB: %s', async (encoding, pack) => {
		const {get} = await allowedServer(
			sends(pack(), {'content-encoding': encoding, 'content-type': 'text/plain'}),
		);
		expect(jsonOf(await get('/'))).toMatchObject({isCut: true, characters: 2 * mebibyte});
	});

	it('is read no further than that where it has no end', async () => {
		const {get} = await allowedServer((_, response) => {
			response.writeHead(200, {'content-encoding': 'gzip', 'content-type': 'text/plain'});
			const gzip = createGzip();
			gzip.pipe(response);
			const more = (): void => {
				while (!response.destroyed && gzip.write(Buffer.alloc(mebibyte, '<p>x')));
			};
			gzip.on('drain', more);
			response.on('close', () => gzip.destroy());
			more();
		});
		expect(jsonOf(await get('/'))).toMatchObject({isCut: true});
	});
});

describe('a page that shrinks to nothing when it is unpacked', () => {
	it('is given up after 8 MiB', async () => {
		// Empty members, one after the other: nothing comes out of them.
		const nothing = Buffer.concat(Array.from({length: 4096}, () => gzipSync('')));
		const {get} = await allowedServer((_, response) => {
			response.writeHead(200, {'content-encoding': 'gzip', 'content-type': 'text/plain'});
			const more = (): void => {
				while (!response.destroyed && response.write(nothing));
			};
			response.on('drain', more);
			more();
		});
		expect(errorOf(await get('/')).message).toContain('larger than 8 MiB');
	});
});

describe('an answer that is odd', () => {
	it.each([
		['a content length that lies', {'content-length': '99999999999999999999'}],
		['a type without end', {'content-type': `text/html;${'a='.repeat(7000)}`}],
		['a type with a line of its own', {'content-type': 'text/x\u0085\u00a0y'}],
		['a charset that is none', {'content-type': 'text/html; charset=__proto__'}],
	])('does no harm: %s', async (_, headers) => {
		const {get} = await allowedServer((__, response) => {
			const lines = Object.entries({'content-type': 'text/html', ...headers}).map(
				([name, value]) => `${name}: ${value}\r\n`,
			);
			response.socket?.end(`HTTP/1.1 200 OK\r\n${lines.join('')}connection: close\r\n\r\n<p>text`, 'latin1');
		});
		const outcome = await get('/');
		expect(JSON.stringify(outcome)).not.toMatch(/[\u0080-\u009f]/);
	});

	it('that sends hints for ever comes to an end', async () => {
		const {get} = await allowedServer(
			(_, response) => {
				const timer = setInterval(() => response.writeProcessing(), 5);
				response.on('close', () => clearInterval(timer));
			},
			{timeLimit: 200},
		);
		errorOf(await get('/'));
	});
});
