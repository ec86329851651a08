import {cellsOf, graphemesOf} from '../text/graphemes.ts';
import type {Styles} from '../theme/styles.ts';

const label = 'leads to';
/** No name that exists is longer. */
const maxName = 253;

/** Where the part begins that says whose a place is: its last two names, or all of an address in numbers. */
const ownerStart = (host: string): number => {
	const isNumeric = /^(\[.*\]|[\d.]+)(:\d+)?$/.test(host);
	return isNumeric ? 0 : (/[^.]*\.?[^.]*\.?$/.exec(host)?.index ?? 0);
};

/** Cut from the end, so that what matters most is never torn where it need not be. */
const breakFromEnd = (text: string, width: number): readonly string[] => {
	const pieces: string[] = [];
	let piece = '';
	for (const grapheme of [...graphemesOf(text)].reverse()) {
		if (piece !== '' && cellsOf(grapheme + piece) > width) {
			pieces.unshift(piece);
			piece = '';
		}
		piece = grapheme + piece;
	}
	return [piece, ...pieces];
};

/**
 * Where an address leads, with the end of its name in any case: whoever wants to deceive puts a name that is
 * known in front of their own.
 * The names are in ASCII, as they are in an address, so that none looks like another.
 */
export const hostLines = (name: string, width: number, styles: Styles): readonly string[] => {
	const host = name.length > maxName ? `…${name.slice(-maxName)}` : name;
	const start = ownerStart(host);
	let offset = 0;
	const paint = (piece: string): string => {
		const own = Math.min(piece.length, Math.max(0, start - offset));
		offset += piece.length;
		return `${piece.slice(0, own)}${styles.strong(piece.slice(own))}`;
	};
	return label.length + 1 + cellsOf(host) <= width
		? [`${styles.dim(label)} ${paint(host)}`]
		: [styles.dim(label), ...breakFromEnd(host, Math.max(1, width)).map(paint)];
};
