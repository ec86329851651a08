import stringWidth from 'string-width';

/** What a person sees as single characters. Plain ASCII needs no segmenter, which is slow to load. */
export const graphemesOf = (text: string): readonly string[] => {
	if (/^[\x20-\x7E]*$/.test(text)) {
		return text.split('');
	}
	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), ({segment}) => segment);
};

let segmenter: Intl.Segmenter | undefined;

/** The longest beginning that fits into the width. */
export const takeCells = (text: string, width: number): string => {
	if (stringWidth(text) <= width) {
		return text;
	}
	let taken = '';
	let cells = 0;
	for (const grapheme of graphemesOf(text)) {
		cells += stringWidth(grapheme);
		if (cells > width) {
			break;
		}
		taken += grapheme;
	}
	return taken;
};

/** Cuts to the width and shows by "…" that something is missing. */
export const cutToWidth = (text: string, width: number): string =>
	stringWidth(text) <= width ? text : `${takeCells(text, Math.max(0, width - 1))}…`;

const wrapLine = (line: string, width: number): readonly string[] => {
	const lines: string[] = [];
	let current = '';
	for (const word of line.match(/\s+|\S+/g) ?? []) {
		if (stringWidth(current) + stringWidth(word) <= width) {
			current += word;
			continue;
		}
		const isSpace = /^\s/.test(word);
		if (current.trim() !== '') {
			lines.push(current.trimEnd());
			current = '';
		}
		if (isSpace) {
			continue;
		}
		let rest = current + word;
		while (stringWidth(rest) > width) {
			const head = takeCells(rest, width) || (graphemesOf(rest)[0] ?? rest);
			lines.push(head);
			rest = rest.slice(head.length);
		}
		current = rest;
	}
	lines.push(current.trimEnd());
	return lines;
};

/** Wraps plain text at words, and inside a word only when it is wider than the line. */
export const wrapText = (text: string, width: number): readonly string[] =>
	text
		.split('\n')
		.flatMap(line => (stringWidth(line) <= width ? [line.trimEnd()] : wrapLine(line, Math.max(1, width))));
