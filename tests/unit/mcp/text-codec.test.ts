import {describe, expect, it} from 'vitest';
import {createTextCodec} from '../../../source/core/mcp/transports/text-codec.ts';

const message = JSON.stringify({text: 'Grüße, 世界 🙂'});

describe('the encoding of a server', () => {
	it.each(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'shift_jis', 'gbk', 'koi8-r'])(
		'carries every character there and back in %s',
		label => {
			const line = createTextCodec(label).fromJson(message);
			const read = createTextCodec(label).toUtf8(line).toString('utf8');
			expect(JSON.parse(read)).toEqual(JSON.parse(message));
			expect(read.endsWith('\n')).toBe(true);
		},
	);

	it('puts characters together that arrive in pieces', () => {
		const codec = createTextCodec('utf-16le');
		const line = codec.fromJson(message);
		const pieces = [...line].map(byte => codec.toUtf8(Buffer.from([byte])));
		expect(Buffer.concat(pieces).toString('utf8')).toBe(`${message}\n`);
	});

	it('has to exist', () => {
		expect(() => createTextCodec('klingon')).toThrow(RangeError);
	});
});
