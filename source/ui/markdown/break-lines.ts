import {cellsOf} from '../text/graphemes.ts';
import {cutToParts} from './cells.ts';

export type Span = {readonly start: number; readonly end: number};

/** Ideographs and kana may be parted anywhere, but closing punctuation stays with what it closes. */
const unit =
	/ +|[\u300C\u300E\u3010\u3008\u300A\uFF08]*[\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}][\u3001\u3002\uFF01\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\u300D\u300F\u3011\u3009\u300B\u30FC\u2026]*|[^ \u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]+/gu;

const breakLine = (text: string, offset: number, width: number): Span[] => {
	if (cellsOf(text) <= width) return [{start: offset, end: offset + text.length}];
	const spans: Span[] = [];
	let start = 0;
	let end = 0;
	let cells = 0;
	let hasWord = false;
	const endLine = (): void => {
		if (hasWord) spans.push({start: offset + start, end: offset + end});
		start = end;
		cells = 0;
		hasWord = false;
	};
	for (const [word] of text.matchAll(unit)) {
		const isSpace = word.startsWith(' ');
		const wordCells = cellsOf(word);
		if (cells + wordCells > width) endLine();
		// Spaces that a line would end or a next line would begin with are nowhere.
		if (isSpace && cells === 0 && spans.length > 0) {
			end += word.length;
			start = end;
			continue;
		}
		const parts = isSpace || wordCells <= width ? [word] : cutToParts(word, width);
		for (const [index, part] of parts.entries()) {
			if (index > 0) endLine();
			end += part.length;
			cells += cellsOf(part);
			hasWord ||= !isSpace;
		}
	}
	endLine();
	return spans.length > 0 ? spans : [{start: offset, end: offset}];
};

const trimSpan = (text: string, {start, end}: Span): Span => ({
	start,
	end: start + text.slice(start, end).trimEnd().length,
});

/** Wraps at words, and inside of a word only when it is wider than a line. Line breaks in the text stay. */
export const breakLines = (text: string, width: number): readonly Span[] => {
	const spans: Span[] = [];
	let offset = 0;
	for (const line of text.split('\n')) {
		for (const span of breakLine(line, offset, Math.max(1, width))) spans.push(trimSpan(text, span));
		offset += line.length + 1;
	}
	return spans;
};

/** Cuts a line of code wherever the width ends: moving whole words would change what it says. */
export const breakCode = (line: string, width: number): readonly string[] => {
	const code = line.trimEnd();
	return cellsOf(code) <= width ? [code] : cutToParts(code, Math.max(1, width));
};
