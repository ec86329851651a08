import {describe, expect, it} from 'vitest';
import {convertBlock} from '../../../source/core/mcp/calls/convert-content.ts';

const uri = 'file:///a';

const convert = (mimeType: string | undefined, bytes: Buffer) =>
	convertBlock({type: 'resource', resource: {uri, mimeType, blob: bytes.toString('base64')}});

describe('a resource that comes as bytes', () => {
	it.each([
		'text/plain',
		'TEXT/CSV; charset=UTF-8',
		'application/json',
		'application/ld+json',
		'application/atom+xml',
		'application/yaml',
		'application/javascript',
	])('is a text where its type and its bytes say so: %s', mimeType => {
		const text = '\ufeff{"name": "Zoë 🙂"}\n';
		expect(convert(mimeType, Buffer.from(text))).toEqual({type: 'resource', uri, mimeType, text});
	});

	it.each([
		['of no type', undefined, Buffer.from('text')],
		['of another type', 'application/pdf', Buffer.from('text')],
		['that are a picture', 'image/svg+xml', Buffer.from('<svg/>')],
		['that are not UTF-8', 'text/plain', Buffer.from([0xff, 0xfe, 0x41])],
		['with a zero in them', 'text/plain', Buffer.from('a\0b')],
		['in another encoding', 'text/plain; charset=iso-8859-1', Buffer.from('text')],
	])('stays bytes %s', (_what, mimeType, bytes) => {
		expect(convert(mimeType, bytes)).toMatchObject({blob: bytes.toString('base64')});
		expect(convert(mimeType, bytes)).not.toHaveProperty('text');
	});

	it('is told from what is no base64 in one pass, however much space is in it', () => {
		const bytes = `${Buffer.from('letter').toString('base64')}${' '.repeat(1_000_000)}`;
		const of = (blob: string) =>
			convertBlock({type: 'resource', resource: {uri, mimeType: 'text/plain', blob}});
		expect(of(bytes)).toMatchObject({text: 'letter'});
		// A search that starts again at every space needs half an hour for this.
		expect(of(`${bytes}!`)).toMatchObject({blob: `${bytes}!`});
	});

	it('stays bytes where it is no base64', () => {
		const resource = {uri, mimeType: 'text/plain', blob: 'hello, world!'};
		expect(convertBlock({type: 'resource', resource})).toEqual({type: 'resource', ...resource});
	});
});
