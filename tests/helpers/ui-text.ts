import fc from 'fast-check';

/** What people type and servers send: one, two or no cells wide, one or many code points. */
export const graphemes = [
	...['a', 'Z', '0', '.', '-', 'é', 'e\u0301', 'ß', '…', '│'],
	...['漢', '字', '한', '\u1112\u1161\u11ab', 'あ', 'Ａ'],
	...['😀', '👍🏽', '👩\u200d👩\u200d👧', '🇨🇭', '❤\ufe0f', '1\ufe0f\u20e3'],
	...['नि', 'ก็', 'עִ', 'م'],
];

export const wordArbitrary = fc
	.array(fc.constantFrom(...graphemes), {minLength: 1, maxLength: 30})
	.map(list => list.join(''));

export const textArbitrary = fc
	.array(fc.oneof({weight: 5, arbitrary: fc.constantFrom(...graphemes)}, fc.constantFrom(' ', '  ', '\n')), {
		maxLength: 120,
	})
	.map(list => list.join(''));

const segmenter = new Intl.Segmenter();

/** The places at which a cursor may stand. */
export const boundariesOf = (text: string): ReadonlySet<number> =>
	new Set([text.length, ...Array.from(segmenter.segment(text), ({index}) => index)]);

const ownStyles = /\u001b\[(?:1|2|3|4|7|9|22|23|24|27|29|31|32|33|34|35|36|39)m/g;

/** A line as it is seen, without the attributes that `styles.ts` may set. */
export const seen = (line: string): string => line.replace(ownStyles, '');

// The usual suspects, written out: this must not share a definition with the code it checks.
const unsafe =
	/[\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

/** Every line that would do more to a terminal than fill cells with text in one of our styles. */
export const unsafeLines = (lines: readonly string[]): readonly string[] =>
	lines.filter(line => unsafe.test(seen(line))).map(line => JSON.stringify(line));

export const withoutSpace = (text: string): string => text.replace(/\s+/g, '');
