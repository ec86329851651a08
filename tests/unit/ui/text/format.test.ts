import {describe, expect, it} from 'vitest';
import {formatBytes, formatDuration, formatTokens} from '../../../../source/ui/text/format.ts';

describe('durations', () => {
	const table: readonly (readonly [milliseconds: number, text: string])[] = [
		[0, '0 ms'],
		[0.4, '0 ms'],
		[999, '999 ms'],
		[999.6, '1.0 s'],
		[1000, '1.0 s'],
		[1549, '1.5 s'],
		[59_900, '59.9 s'],
		[59_960, '1 m 00 s'],
		[60_000, '1 m 00 s'],
		[61_999, '1 m 01 s'],
		[3_600_000, '60 m 00 s'],
	];
	for (const [milliseconds, text] of table) {
		it(`show ${milliseconds} ms as ${text}`, () => {
			expect(formatDuration(milliseconds)).toBe(text);
		});
	}
});

describe('sizes', () => {
	const table: readonly (readonly [bytes: number, text: string])[] = [
		[0, '0 B'],
		[1023, '1023 B'],
		[1024, '1.0 KB'],
		[1536, '1.5 KB'],
		[1024 * 1024 - 1, '1.0 MB'],
		[1024 * 1024, '1.0 MB'],
		[5 * 1024 * 1024, '5.0 MB'],
	];
	for (const [bytes, text] of table) {
		it(`show ${bytes} bytes as ${text}`, () => {
			expect(formatBytes(bytes)).toBe(text);
		});
	}
});

describe('tokens', () => {
	const table: readonly (readonly [tokens: number, text: string])[] = [
		[0, '0 tokens'],
		[1, '1 token'],
		[999, '999 tokens'],
		[1000, '1.0k tokens'],
		[12_345, '12.3k tokens'],
	];
	for (const [tokens, text] of table) {
		it(`show ${tokens} as ${text}`, () => {
			expect(formatTokens(tokens)).toBe(text);
		});
	}
});
