/** From, to, and the cells of each character between them. */
const ranges: readonly (readonly [from: number, to: number, cells: 1 | 2])[] = [
	[0x20, 0x7e, 1],
	// Latin with accents, Greek, Cyrillic
	[0xc0, 0x24f, 1],
	[0x391, 0x3a1, 1],
	[0x3a3, 0x3c9, 1],
	[0x400, 0x481, 1],
	[0x48a, 0x52f, 1],
	// dashes, quotes, dots; lines and blocks of our own frames
	[0x2010, 0x2027, 1],
	[0x2500, 0x259f, 1],
	// punctuation of East Asia, kana, ideographs, Hangul, wide forms of ASCII
	[0x3000, 0x3029, 2],
	[0x3041, 0x3096, 2],
	[0x309b, 0x30ff, 2],
	[0x3400, 0x4dbf, 2],
	[0x4e00, 0x9fff, 2],
	[0xac00, 0xd7a3, 2],
	[0xf900, 0xfa6d, 2],
	[0xff01, 0xff60, 2],
];

let table: Uint8Array | undefined;

const fillTable = (): Uint8Array => {
	const cells = new Uint8Array(0x10000);
	for (const [from, to, size] of ranges) {
		cells.fill(size, from, to + 1);
	}
	return cells;
};

/**
 * The cells of a character that is common and always keeps its width: beside its like it is a grapheme of
 * its own. 0 says that one must look closer.
 */
export const simpleCells = (code: number): number => {
	table ??= fillTable();
	return table[code] ?? 0;
};
