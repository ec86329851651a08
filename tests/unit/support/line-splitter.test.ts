import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {createLineSplitter} from '../../../source/support/line-splitter.ts';

const split = (text: string, chunkSize: number, longest = 1000) => {
	const lines: (readonly [number, string])[] = [];
	const splitter = createLineSplitter(longest, (line, number) => {
		lines.push([number, line.toString()]);
		return true;
	});
	const bytes = Buffer.from(text);
	for (let from = 0; from < bytes.length; from += chunkSize) {
		// One buffer for all chunks, as the reader does it.
		splitter.push(bytes.subarray(from, from + chunkSize));
	}

	splitter.end();
	return lines;
};

it('finds the same lines whatever the chunks', () => {
	fc.assert(
		fc.property(
			fc.string({unit: fc.constantFrom('a', 'é', '\n', '\0'), maxLength: 60}),
			fc.integer({min: 1, max: 70}),
			(text, chunkSize) => {
				const expected = text
					.split('\n')
					.map((line, index) => [index + 1, line] as const)
					.filter(([, line]) => line !== '');
				expect(split(text, chunkSize)).toEqual(expected);
			},
		),
	);
});

it('reports a line that is too long once, and goes on after it', () => {
	for (const chunkSize of [1, 3, 100]) {
		expect(split(`ab\n${'x'.repeat(50)}\ncd\n`, chunkSize, 10)).toEqual([
			[1, 'ab'],
			[2, 'too-long'],
			[3, 'cd'],
		]);
	}
});

it('reports a last line that is too long and never ends', () => {
	expect(split('x'.repeat(50), 7, 10)).toEqual([[1, 'too-long']]);
});

it('takes a line of exactly the longest length', () => {
	expect(split('0123456789\n', 4, 10)).toEqual([[1, '0123456789']]);
});

it('stops when told to', () => {
	const seen: string[] = [];
	const splitter = createLineSplitter(100, line => {
		seen.push(line.toString());
		return false;
	});
	expect(splitter.push(Buffer.from('a\nb\nc\n'))).toBe(false);
	expect(seen).toEqual(['a']);
});

it('tells of a line that is too long before it ends, and of nothing after being told to stop', () => {
	const seen: string[] = [];
	const splitter = createLineSplitter(5, line => {
		seen.push(line.toString());
		return line !== 'too-long';
	});
	expect(splitter.push(Buffer.from('12345\n123'))).toBe(true);
	expect(splitter.push(Buffer.from('456'))).toBe(false);
	expect(splitter.push(Buffer.from('\nnext\n'))).toBe(false);
	expect(splitter.end()).toBe(false);
	expect(seen).toEqual(['12345', 'too-long']);
});
