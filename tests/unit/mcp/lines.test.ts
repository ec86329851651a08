import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createLineRing} from '../../../source/core/mcp/line-ring.ts';
import {createLineSplitter} from '../../../source/core/mcp/line-splitter.ts';

const split = (chunks: readonly Buffer[], maxBytes = 1000) => {
	const lines: string[] = [];
	let tooLong = 0;
	const splitter = createLineSplitter({
		maxBytes,
		onLine: line => lines.push(line),
		onTooLong: () => {
			tooLong += 1;
		},
	});
	for (const chunk of chunks) splitter.push(chunk);
	splitter.end();
	return {lines, tooLong};
};

describe('the line splitter', () => {
	it('finds the same lines however the bytes are cut', () => {
		const line = fc.string({unit: 'grapheme'}).map(text => text.replace(/[\r\n]/g, '').trim());
		const cuts = fc.array(fc.nat(400));
		fc.assert(
			fc.property(fc.array(line), cuts, (lines, places) => {
				const bytes = Buffer.from(lines.map(each => `${each}\r\n`).join(''));
				const ends = [...places, bytes.length]
					.map(place => Math.min(place, bytes.length))
					.sort((a, b) => a - b);
				const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
				expect(split(chunks, 100_000).lines).toEqual(lines.filter(each => each !== ''));
			}),
		);
	});

	it('takes a last line without an end', () => {
		expect(split([Buffer.from('one\ntwo')]).lines).toEqual(['one', 'two']);
	});

	it('accepts the longest line and stops for good at a longer one', () => {
		expect(split([Buffer.from('12345\nnext\n')], 5)).toEqual({lines: ['12345', 'next'], tooLong: 0});
		expect(split([Buffer.from('123'), Buffer.from('456'), Buffer.from('\nnext\n')], 5)).toEqual({
			lines: [],
			tooLong: 1,
		});
	});
});

describe('the line ring', () => {
	it('keeps the newest lines, the unfinished one included', () => {
		const ring = createLineRing({lines: 3, width: 10});
		ring.write('one\ntwo\r\nth');
		ring.write('ree\nfour\nfi');
		expect(ring.last(10)).toEqual(['three', 'four', 'fi']);
		expect(ring.last(2)).toEqual(['four', 'fi']);
	});

	it('cuts lines that are too long and says so', () => {
		const ring = createLineRing({lines: 3, width: 4});
		ring.write('abcdefgh\nabcd\n');
		ring.push('12345');
		expect(ring.last(3)).toEqual(['abcd…', 'abcd', '1234…']);
	});

	it('keeps little of a line that never ends', () => {
		const ring = createLineRing({lines: 3, width: 4});
		for (let time = 0; time < 1000; time += 1) ring.write('x'.repeat(1000));
		expect(ring.last(3)).toEqual(['xxxx']);
	});
});
