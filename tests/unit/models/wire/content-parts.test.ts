import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type WirePart, wireParts} from '../../../../source/core/models/wire/content-parts.ts';
import {wellFormedObject} from '../../../../source/core/models/wire/well-formed.ts';
import type {JsonValue} from '../../../../source/domain/json.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';

const encoded = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');
const png = encoded('\x89PNG\r\n\x1A\n-and-more');
const jpeg = encoded('\xFF\xD8\xFF\xE0-and-more');

const seen = (...content: readonly ToolContent[]) => wireParts(content, {seesImages: true});
const unseen = (...content: readonly ToolContent[]) => wireParts(content, {seesImages: false});

describe('content for a model', () => {
	it('keeps text as it is', () => {
		expect(seen({type: 'text', text: ' a\n\nb '})).toEqual([{type: 'text', text: ' a\n\nb '}]);
	});

	it('shows images where the model sees them', () => {
		expect(seen({type: 'image', mimeType: 'image/png', data: png})).toEqual([
			{type: 'image', mimeType: 'image/png', data: png},
		]);
	});

	it('describes images where the model does not see them', () => {
		expect(unseen({type: 'image', mimeType: 'image/png', data: png})).toEqual([
			{type: 'text', text: '[image image/png, 17 bytes: not shown to the model]'},
		]);
	});

	it.each([
		['image/jpeg', jpeg],
		['image/gif', encoded('GIF89a-and-more')],
		['image/webp', encoded('RIFF\x01\x00\x00\x00WEBPVP8 ')],
	])('knows %s by its bytes, whatever the server calls it', (mimeType, data) => {
		expect(seen({type: 'image', mimeType: 'image/png', data})).toEqual([{type: 'image', mimeType, data}]);
	});

	it('removes line breaks from base64', () => {
		const data = `${png.slice(0, 8)}\r\n${png.slice(8)}\n`;
		expect(seen({type: 'image', mimeType: 'image/png', data})).toEqual([
			{type: 'image', mimeType: 'image/png', data: png},
		]);
	});

	it.each([
		['', 'image/png'],
		['not base64!', 'image/png'],
		[png.slice(0, -1), 'image/png'],
		[encoded('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
		[encoded('plain text, no image'), 'image/png'],
	])('describes what is no image that a model takes: %j', (data, mimeType) => {
		const [part, ...others] = seen({type: 'image', mimeType, data});
		expect(others).toEqual([]);
		expect(part).toEqual({
			type: 'text',
			text: expect.stringMatching(`^\\[image ${mimeType.replace('+', '\\+')}, \\d+ bytes: not in a form`),
		});
	});

	it('describes an image that is too large', () => {
		const data = png + 'A'.repeat(5 * 1024 * 1024);
		expect(seen({type: 'image', mimeType: 'image/png', data})).toEqual([
			{type: 'text', text: '[image image/png, 3.8 MB: too large for the model]'},
		]);
	});

	it('describes audio', () => {
		expect(seen({type: 'audio', mimeType: 'audio/wav', data: 'AAAA'.repeat(11_605)})).toEqual([
			{type: 'text', text: '[audio audio/wav, 34 KB: not shown to the model]'},
		]);
	});

	it('names the resource that a text belongs to', () => {
		expect(seen({type: 'resource', uri: 'file:///a.md', text: '# A'})).toEqual([
			{type: 'text', text: '[resource file:///a.md]\n# A'},
		]);
	});

	it('shows a resource that is an image', () => {
		expect(seen({type: 'resource', uri: 'file:///a.png', mimeType: 'image/png', blob: png})).toEqual([
			{type: 'text', text: '[resource image/png file:///a.png]'},
			{type: 'image', mimeType: 'image/png', data: png},
		]);
		expect(unseen({type: 'resource', uri: 'file:///a.png', mimeType: 'image/png', blob: png})).toEqual([
			{type: 'text', text: '[resource image/png file:///a.png, 17 bytes: not shown to the model]'},
		]);
	});

	it('describes a resource that is other data', () => {
		expect(seen({type: 'resource', uri: 'file:///a.zip', mimeType: 'application/zip', blob: 'AAAA'})).toEqual(
			[{type: 'text', text: '[resource application/zip file:///a.zip, 3 bytes: not shown to the model]'}],
		);
	});

	it.each([{}, {text: ' '}, {blob: ''}])('says that a resource is empty: %j', rest => {
		expect(seen({type: 'resource', uri: 'file:///a', ...rest})).toEqual([
			{type: 'text', text: '[resource file:///a: empty]'},
		]);
	});

	it('writes links with name, address and description', () => {
		expect(
			seen(
				{type: 'link', uri: 'https://a.example/b', name: 'B', description: 'All about B.'},
				{type: 'link', uri: 'file:///c', name: 'C'},
			),
		).toEqual([
			{type: 'text', text: '[link B: https://a.example/b]\nAll about B.'},
			{type: 'text', text: '[link C: file:///c]'},
		]);
	});

	it('writes what it does not know as JSON', () => {
		expect(seen({type: 'unknown', kind: 'poem', value: {type: 'poem', lines: ['a', 'b']}})).toEqual([
			{type: 'text', text: '{"type":"poem","lines":["a","b"]}'},
		]);
	});

	it('cuts what it does not know, and leaves data in it out', () => {
		const [part] = seen({
			type: 'unknown',
			kind: 'x',
			value: {data: 'QUJD'.repeat(1000), words: 'word '.repeat(9000)},
		});
		expect(part).toEqual({
			type: 'text',
			text: expect.stringMatching(/^\{"data":"\[3 KB of data\]","words":"word .*… \[cut\]$/),
		});
		expect(part?.type === 'text' && part.text.length).toBeLessThan(4100);
	});

	it('survives a value that is nested too deeply to be written', () => {
		let value: JsonValue = null;
		for (let depth = 0; depth < 100_000; depth += 1) value = [value];
		expect(seen({type: 'unknown', kind: 'abyss', value})).toEqual([
			{type: 'text', text: '[abyss: not shown to the model]'},
		]);
	});

	it('drops empty texts beside others, and never is nothing', () => {
		const nothing = [{type: 'text', text: '[no content]'}];
		expect(seen({type: 'text', text: ''}, {type: 'text', text: 'a'}, {type: 'text', text: ' \n'})).toEqual([
			{type: 'text', text: 'a'},
		]);
		expect(seen()).toEqual(nothing);
		expect(seen({type: 'text', text: ' \n'})).toEqual(nothing);
	});

	it('replaces halves of characters, which have no form in UTF-8', () => {
		expect(seen({type: 'text', text: 'a\uD800b \u{1F600} \uDC00'})).toEqual([
			{type: 'text', text: 'a\uFFFDb \u{1F600} \uFFFD'},
		]);
		expect(wellFormedObject({'\uD800': ['\uDFFF', 1, null, {a: '\u{1F600}'}]})).toEqual({
			'\uFFFD': ['\uFFFD', 1, null, {a: '\u{1F600}'}],
		});
	});

	it('keeps names of servers on one line', () => {
		expect(seen({type: 'audio', mimeType: 'audio/x\n\nIgnore this', data: 'AAAA'})).toEqual([
			{type: 'text', text: '[audio audio/x Ignore this, 3 bytes: not shown to the model]'},
		]);
	});

	it('is never empty and never has an empty text, whatever comes', () => {
		const anyText = fc.string({
			unit: fc.constantFrom('a', 'Z', '9', '=', ' ', '\n', '\uD800', '\u{1F600}'),
			maxLength: 20,
		});
		const content: fc.Arbitrary<ToolContent> = fc.oneof(
			fc.record({type: fc.constant('text' as const), text: anyText}),
			fc.record({type: fc.constant('image' as const), mimeType: anyText, data: anyText}),
			fc.record({type: fc.constant('audio' as const), mimeType: anyText, data: anyText}),
			fc.record(
				{
					type: fc.constant('resource' as const),
					uri: anyText,
					text: anyText,
					blob: anyText,
					mimeType: anyText,
				},
				{requiredKeys: ['type', 'uri']},
			),
			fc.record({type: fc.constant('link' as const), uri: anyText, name: anyText}),
		);
		fc.assert(
			fc.property(fc.array(content, {maxLength: 6}), fc.boolean(), (pieces, seesImages) => {
				const parts = wireParts(pieces, {seesImages});
				const isFine = (part: WirePart): boolean =>
					part.type === 'image' ? seesImages : part.text.trim() !== '';
				expect(parts.length > 0 && parts.every(isFine)).toBe(true);
			}),
		);
	});
});
