import {describe, expect, it} from 'vitest';
import {contentKind, readContentType} from '../../../source/core/toolbox/fetch-url/internal/contentKind.ts';
import type {Page, PageSource} from '../../../source/core/toolbox/fetch-url/internal/createPageSource.ts';
import {decodeText} from '../../../source/core/toolbox/fetch-url/internal/decodeText.ts';
import {describeFetchError} from '../../../source/core/toolbox/fetch-url/internal/describeFetchError.ts';
import type {FetchUrlInput} from '../../../source/core/toolbox/fetch-url/internal/FetchUrlInputSchema.ts';
import {fetchUrlMcpToolHandler} from '../../../source/core/toolbox/fetch-url/internal/fetchUrlMcpToolHandler.ts';
import {readAddress} from '../../../source/core/toolbox/fetch-url/internal/readAddress.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';
import {NetworkError} from '../../../source/support/network/network-end.ts';
import {errorOf, jsonOf, signal, textsOf} from './read-outcome.ts';

const address = 'https://a.example/page';

const pageOf = (text: string | Buffer, change: Partial<Page> = {}): Page => ({
	url: new URL(address),
	status: 200,
	contentType: readContentType('text/plain'),
	body: {bytes: Buffer.from(text as string), isCut: false},
	...change,
});

const fetchPage = (page: Page | Error, params: Partial<FetchUrlInput> = {}) => {
	const pages: PageSource = {
		get: async (_, read, limit) => {
			if (page instanceof Error) throw page;
			return read(page, limit);
		},
	};
	return fetchUrlMcpToolHandler({params: {url: address, ...params}, pages}, signal);
};

describe('the text of a page', () => {
	it('comes whole where it is short, and says where it is from', async () => {
		const outcome = await fetchPage(pageOf('one\ntwo'));
		expect(textsOf(outcome)).toEqual(['one\ntwo', `[This is the text of ${address}.]`]);
		expect(jsonOf(outcome)).toEqual({
			url: address,
			status: 200,
			contentType: 'text/plain',
			isText: true,
			characters: 7,
			offset: 0,
			isCut: false,
		});
	});

	it('is HTML also where nobody says so, and its title is quoted', async () => {
		const html = '<!doctype html><title>Our page</title><h1>Hello</h1>';
		const outcome = await fetchPage(pageOf(html, {contentType: readContentType('')}));
		expect(textsOf(outcome)[0]).toBe('# Hello');
		expect(textsOf(outcome)[1]).toContain('titled "Our page"');
		expect(jsonOf(outcome)).toMatchObject({title: 'Our page'});
	});

	it('is read on from where it was left, and no character is parted', async () => {
		const text = 'ab😀cd';
		expect(jsonOf(await fetchPage(pageOf(text), {limit: 3}))).toMatchObject({offset: 0, nextOffset: 4});
		const rest = await fetchPage(pageOf(text), {offset: 3});
		expect(textsOf(rest)[0]).toBe('😀cd');
		expect(textsOf(rest)[1]).toContain('These are characters 2 to 6 of 6.');
		const past = errorOf(await fetchPage(pageOf(text), {offset: 6}));
		expect([past.field, past.message]).toEqual(['offset', expect.stringContaining('6 characters')]);
	});

	it('says what is missing: an end, text at all, or a good answer', async () => {
		const cut = await fetchPage(pageOf('x', {body: {bytes: Buffer.from('x'), isCut: true}}));
		expect(textsOf(cut).at(-1)).toContain('its end is missing');
		expect(textsOf(await fetchPage(pageOf('')))).toEqual([expect.stringContaining('has no text')]);
		const lost = await fetchPage(pageOf('nothing here', {status: 404}));
		expect(textsOf(lost).at(-1)).toContain('the server answered 404 Not Found');
	});

	it('is not made of what is no text, which is named with type and size', async () => {
		const {body: _, ...picture} = pageOf('', {contentType: readContentType('image/png'), size: 1234});
		const outcome = await fetchPage(picture);
		expect(textsOf(outcome)).toEqual([expect.stringMatching(/is image\/png, 1,234 bytes\. .*nothing of it/)]);
		expect(jsonOf(outcome)).toMatchObject({isText: false, characters: 0});
		const unnamed = {...picture, contentType: readContentType('nonsense'), status: 500};
		const {size: __, ...unknown} = unnamed;
		expect(textsOf(await fetchPage(unknown))[0]).toMatch(
			/no stated type, of unknown size, answered with 500/,
		);
	});

	it('is an error of the argument where the source says so, and anything else is a defect', async () => {
		const error = new McpToolError('not public', 'url');
		expect(errorOf(await fetchPage(error))).toBe(error);
		await expect(fetchPage(new TypeError('ours'))).rejects.toThrow('ours');
	});
});

describe('the kind of a page', () => {
	it.each([
		['text/html; charset=utf-8', 'html', 'utf-8'],
		['Application/XHTML+XML', 'html', undefined],
		['application/json; charset="latin1"', 'text', 'latin1'],
		['application/vnd.api+json', 'text', undefined],
		['image/svg+xml', 'other', undefined],
		['application/pdf', 'other', undefined],
		['no type', 'text', undefined],
	])('of %s is %s', (header, kind, charset) => {
		expect(contentKind(readContentType(header))).toBe(kind);
		expect(readContentType(header).charset).toBe(charset);
	});
});

describe('the letters of a page', () => {
	it.each<[string, Buffer, string | undefined, string | undefined]>([
		['a mark at its beginning', Buffer.from('\ufeffé', 'utf16le'), 'latin1', 'é'],
		['what the server says', Buffer.from([0xe9]), 'latin1', 'é'],
		['what the page says', Buffer.from('<meta charset="latin1">\xe9', 'latin1'), undefined, undefined],
		['UTF-8 where nobody says anything', Buffer.from('é'), undefined, 'é'],
		['windows-1252 where it is no UTF-8', Buffer.from([0x80]), undefined, '€'],
		['the next guess where a name is unknown', Buffer.from('é'), 'klingon', 'é'],
	])('are read by %s', (_, bytes, charset, expected) => {
		const text = decodeText(bytes, charset, 'html');
		expect(text?.at(-1)).toBe(expected ?? 'é');
	});

	it('are none where there are bytes that no text has', () => {
		expect(decodeText(Buffer.from([0x61, 0, 0x62]), undefined, 'text')).toBeUndefined();
	});

	it('are UTF-8 where a page claims in plain letters to be UTF-16', () => {
		expect(decodeText(Buffer.from('<meta charset="utf-16">é'), undefined, 'html')?.at(-1)).toBe('é');
	});
});

describe('an address', () => {
	it('loses its fragment and the dot at the end of its host', () => {
		expect(readAddress('https://a.example./x#top').href).toBe('https://a.example/x');
	});

	it.each([
		['a.example/x', 'not a whole address'],
		['ftp://a.example/x', 'http and https only'],
		['https://ada:s3cret@a.example/', 'a user name or a password'],
	])('%s is refused in a sentence', (text, sentence) => {
		try {
			readAddress(text);
			expect.unreachable();
		} catch (error) {
			expect(error).toMatchObject({field: 'url', message: expect.stringContaining(sentence)});
			expect((error as Error).message).not.toContain('s3cret');
		}
	});
});

describe('what went wrong on the way to a page', () => {
	const told = (error: unknown, isCancelled = false): McpToolError =>
		describeFetchError(error, {address, timeLimit: 30_000, isCancelled});
	const withCode = (systemCode: string): Error =>
		new NetworkError({type: 'unreachable', reason: '/home/ada/secret', host: 'a.example', systemCode});

	it.each<[unknown, RegExp]>([
		[new DOMException('late', 'TimeoutError'), /took longer than 30 s/],
		[withCode('ECONNREFUSED'), /a\.example\/page .*Check the address/],
		[withCode('UND_ERR_HEADERS_OVERFLOW'), /too many headers/],
		[withCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), /before all of it had come/],
		[withCode('Z_DATA_ERROR'), /cannot be unpacked/],
		[new Error('what?'), /could not be read/],
	])('is told without what the system says: %s', (error, sentence) => {
		expect(told(error).message).toMatch(sentence);
		expect(told(error).message).not.toContain('/home/ada');
		expect(told(error).field).toBe('url');
	});

	it('is nothing but the end of the call where that was cancelled, and stays what it is', () => {
		expect(told(withCode('ECONNRESET'), true).message).toBe('The call was cancelled before it was done.');
		const known = new McpToolError('not public', 'url');
		expect(told(known)).toBe(known);
	});
});
