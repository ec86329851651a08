import {cutPlace, endOfPiece, tableHead} from './end-of-piece.ts';
import {
	endsFence,
	type ItemStart,
	indentOf,
	isBlank,
	isHeading,
	isHtmlStart,
	isRule,
	isUnderline,
	readFenceStart,
	readItemStart,
} from './line-kinds.ts';
import {type Counted, type MarkdownPiece, makeCodeLine, makePiece, type OpenBlock} from './markdown-piece.ts';

/** How far a growing text has been split. Small and immutable: keep one beside the text. */
export type SplitState = {
	/** Where the unfinished piece starts. */
	readonly from: number;
	/** Where the first incomplete line starts. */
	readonly line: number;
	/** Up to where that line has been searched for its end, so that a long line is not searched again. */
	readonly searched: number;
	readonly open: OpenBlock;
	/** Whether the unfinished piece asks for an empty line before it. */
	readonly gap: boolean;
};

export const startSplit: SplitState = {from: 0, line: 0, searched: 0, open: {type: 'none'}, gap: false};

export type SplitResult = {
	readonly pieces: readonly MarkdownPiece[];
	readonly state: SplitState;
	/** Whether all whole lines of the text were read. */
	readonly isAtEnd: boolean;
};

/**
 * No piece takes long to lay out, whatever is in it: the time of the lexer grows with the square of the lines of an item,
 * and a table has its rows times its columns of cells.
 */
const longestLine = 8000;
const longestBlock = 16_000;
const mostLines = 500;
const mostCells = 5000;

const none: OpenBlock = {type: 'none'};

const openItem = (start: ItemStart, number = start.number): OpenBlock => ({
	type: 'item',
	start,
	number,
	isAfterBlank: false,
	lines: 0,
});

const isTooLong = (open: OpenBlock & Counted, length: number): boolean => {
	const columns = open.type === 'text' ? (open.head?.split('\n')[1]?.split('|').length ?? 1) : 1;
	return length > longestBlock || open.lines >= Math.max(1, Math.min(mostLines, mostCells / columns));
};

/** Whether a line ends a paragraph, quote or table without an empty line between them. */
const interruptsText = (line: string): boolean => {
	if (isHeading(line) || isRule(line) || readFenceStart(line) !== undefined) return true;
	const item = readItemStart(line);
	return item !== undefined && !item.isEmpty && (item.number === undefined || item.number === 1);
};

const createSplitter = (text: string, state: SplitState) => {
	const pieces: MarkdownPiece[] = [];
	let {from, open, gap} = state;

	const advance = (piece: MarkdownPiece, to: number, next: OpenBlock): void => {
		pieces.push(piece);
		from = to;
		open = next;
		gap = true;
	};

	const finish = (to: number, next: OpenBlock = none): void => {
		if (to > from) pieces.push(makePiece(text.slice(from, to), open, gap));
		from = to;
		open = next;
		gap = true;
	};

	const startBlock = (line: string, end: number): void => {
		const fence = readFenceStart(line);
		if (fence !== undefined) {
			const piece = {type: 'code-start', text: text.slice(from, end), gap, language: fence.language} as const;
			advance(piece, end, {type: 'fence', start: fence});
			return;
		}
		if (isHeading(line) || isRule(line)) {
			finish(end);
			return;
		}
		const item = readItemStart(line);
		if (item === undefined) open = {type: isHtmlStart(line) ? 'html' : 'text', lines: 0};
		else open = openItem(item);
	};

	const endAndStart = (line: string, start: number, end: number): void => {
		finish(start);
		startBlock(line, end);
	};

	const readInText = (block: OpenBlock & {type: 'text'}, line: string, start: number, end: number): void => {
		if (isBlank(line) || isUnderline(line)) finish(end);
		else if (interruptsText(line)) endAndStart(line, start, end);
		else if (block.lines === 1 && block.isCut === undefined)
			open = {...block, head: tableHead(text, line, start, end)};
	};

	const readInItem = (item: OpenBlock & {type: 'item'}, line: string, start: number, end: number): void => {
		if (isBlank(line)) {
			open = {...item, isAfterBlank: true};
			return;
		}
		if (indentOf(line) >= item.start.contentIndent) {
			open = {...item, isAfterBlank: false};
			return;
		}
		const sibling = isRule(line) ? undefined : readItemStart(line);
		if (sibling !== undefined && sibling.marker === item.start.marker) {
			finish(start, openItem(sibling, item.number === undefined ? undefined : item.number + 1));
			gap = item.isAfterBlank;
		} else if (sibling !== undefined || item.isAfterBlank || interruptsText(line)) {
			endAndStart(line, start, end);
		}
	};

	/** Hands out what is there of a line that is too long, and says where the rest of it starts. */
	const cutLine = (start: number, end: number): number => {
		let at = start;
		while (end - at > longestLine) {
			if (open.type !== 'line') {
				const fence = open.type === 'fence' ? open.start : undefined;
				const isFirst = open.type === 'none' && !gap;
				finish(at, {type: 'line', fence});
				open = {type: 'line', fence};
				gap = !isFirst;
			}
			at = cutPlace(text, at, at + longestLine);
			finishLine(at, open);
			gap = false;
		}
		return at;
	};
	const finishLine = (to: number, next: OpenBlock): void => {
		const part = text.slice(from, to);
		const fence = open.type === 'line' ? open.fence : undefined;
		advance(fence === undefined ? makePiece(part, open, gap) : makeCodeLine(part, fence), to, next);
	};

	const readKind = (line: string, start: number, end: number): void => {
		switch (open.type) {
			case 'none':
				if (!isBlank(line)) startBlock(line, end);
				return;
			case 'text':
				readInText(open, line, start, end);
				return;
			case 'html':
				if (isBlank(line)) finish(end);
				return;
			case 'item':
				readInItem(open, line, start, end);
				return;
			case 'line':
				finishLine(end, open.fence === undefined ? none : {type: 'fence', start: open.fence});
				return;
			case 'fence':
				if (endsFence(line, open.start)) advance({type: 'code-end', text: text.slice(start, end)}, end, none);
				else advance(makeCodeLine(text.slice(start, end), open.start), end, open);
		}
	};

	const readLine = (start: number, end: number): void => {
		readKind(text.slice(start, end).trimEnd().replaceAll('\t', '    '), start, end);
		if (open.type === 'none' && end - from > longestBlock) {
			const isBelow = gap;
			finish(end);
			gap = isBelow;
		}
		if (!('lines' in open) || from === end) return;
		open = {...open, lines: open.lines + 1};
		if (isTooLong(open, end - from)) {
			finish(end, {...open, lines: 0, isCut: true});
			gap = false;
		}
	};

	return {pieces, cutLine, readLine, finish, current: () => ({from, open, gap})};
};

/**
 * Splits off what is finished, of the next `most` characters or so. `text` is the whole text so far and `state` what the
 * last call returned.
 */
export const splitBlocks = (
	text: string,
	state: SplitState,
	most = Number.POSITIVE_INFINITY,
): SplitResult => {
	const splitter = createSplitter(text, state);
	let {line, searched} = state;
	while (line - state.line < most) {
		const end = text.indexOf('\n', Math.max(line, searched)) + 1;
		line = splitter.cutLine(line, end === 0 ? text.length : end);
		if (end === 0) {
			const last = {...splitter.current(), line, searched: text.length};
			return {pieces: splitter.pieces, state: last, isAtEnd: true};
		}
		splitter.readLine(line, end);
		line = end;
		searched = end;
	}
	return {pieces: splitter.pieces, state: {...splitter.current(), line, searched: line}, isAtEnd: false};
};

/** The pieces that are left when the text is complete. */
export const finishBlocks = (text: string, state: SplitState): readonly MarkdownPiece[] => {
	const {pieces, state: last} = splitBlocks(text, state);
	const splitter = createSplitter(text, last);
	if (last.line < text.length) splitter.readLine(last.line, text.length);
	splitter.finish(text.length);
	return [...pieces, ...splitter.pieces];
};

/**
 * The unfinished end, as the piece it would be if nothing followed; undefined when there is nothing to show.
 * Of a piece that is longer than `longest` only the end is given, and what is needed to read it.
 */
export const unfinishedPiece = (
	text: string,
	{from, open, gap}: SplitState,
	longest = Number.POSITIVE_INFINITY,
): MarkdownPiece | undefined => {
	const isLong = text.length - from > longest;
	const rest = isLong ? endOfPiece(text, from, open.type === 'item', longest) : text.slice(from);
	if (isBlank(rest)) return undefined;
	if (open.type === 'line' && open.fence !== undefined) return makeCodeLine(rest, open.fence);
	if (open.type === 'text' && isLong) return {type: 'block', text: rest, gap, head: open.head};
	if (open.type !== 'fence') return makePiece(rest, open, gap);
	// What may become the end of the fence is not shown as code first.
	return /^ {0,3}(?:`+|~+)$/.test(rest) ? undefined : makeCodeLine(rest, open.start);
};
