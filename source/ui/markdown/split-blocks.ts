import {endOfPiece} from './end-of-piece.ts';
import {
	endsFence,
	type FenceStart,
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

/**
 * A part of a markdown text that will not change any more. The `text` of all pieces, joined, is the text.
 * `gap` asks for an empty line before the piece.
 */
export type MarkdownPiece =
	/** One or more whole blocks: paragraphs, a table, a quote, a heading, a rule. */
	| {readonly type: 'block'; readonly text: string; readonly gap: boolean}
	/** One item of a list, with everything nested in it, and its number in an ordered list. */
	| {readonly type: 'item'; readonly text: string; readonly gap: boolean; readonly number?: number}
	| {readonly type: 'code-start'; readonly text: string; readonly gap: boolean; readonly language: string}
	/** `code` is the line without its line break and the indentation of the fence. */
	| {readonly type: 'code-line'; readonly text: string; readonly code: string; readonly language: string}
	| {readonly type: 'code-end'; readonly text: string};

type OpenBlock =
	| {readonly type: 'none'}
	/** Ends at an empty line or where another block interrupts it. */
	| {readonly type: 'text'}
	/** Ends at an empty line only. */
	| {readonly type: 'html'}
	| {
			readonly type: 'item';
			readonly start: ItemStart;
			readonly number?: number;
			readonly isAfterBlank: boolean;
	  }
	| {readonly type: 'fence'; readonly start: FenceStart};

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

export type SplitResult = {readonly pieces: readonly MarkdownPiece[]; readonly state: SplitState};

const none: OpenBlock = {type: 'none'};

const openItem = (start: ItemStart, number = start.number): OpenBlock => ({
	type: 'item',
	start,
	isAfterBlank: false,
	...(number === undefined ? {} : {number}),
});

/** Whether a line ends a paragraph, quote or table without an empty line between them. */
const interruptsText = (line: string): boolean => {
	if (isHeading(line) || isRule(line) || readFenceStart(line) !== undefined) return true;
	const item = readItemStart(line);
	return item !== undefined && !item.isEmpty && (item.number === undefined || item.number === 1);
};

const makePiece = (text: string, open: OpenBlock, gap: boolean): MarkdownPiece =>
	open.type === 'item'
		? {type: 'item', text, gap, ...(open.number === undefined ? {} : {number: open.number})}
		: {type: 'block', text, gap};

const makeCodeLine = (text: string, {indent, language}: FenceStart): MarkdownPiece => ({
	type: 'code-line',
	text,
	code: text.replace(/\r?\n$/, '').replace(new RegExp(`^ {0,${indent}}`), ''),
	language,
});

const createSplitter = (text: string, state: SplitState) => {
	const pieces: MarkdownPiece[] = [];
	let {from, open, gap} = state;

	const advance = (piece: MarkdownPiece, to: number, next: OpenBlock): void => {
		pieces.push(piece);
		from = to;
		open = next;
		gap = true;
	};

	const finish = (to: number, next: OpenBlock = none): void =>
		advance(makePiece(text.slice(from, to), open, gap), to, next);

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
		if (item === undefined) open = {type: isHtmlStart(line) ? 'html' : 'text'};
		else open = openItem(item);
	};

	const endAndStart = (line: string, start: number, end: number): void => {
		finish(start);
		startBlock(line, end);
	};

	const readInText = (line: string, start: number, end: number): void => {
		if (isBlank(line) || isUnderline(line)) finish(end);
		else if (interruptsText(line)) endAndStart(line, start, end);
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

	const readLine = (start: number, end: number): void => {
		const line = text.slice(start, end).trimEnd().replaceAll('\t', '    ');
		switch (open.type) {
			case 'none':
				if (!isBlank(line)) startBlock(line, end);
				return;
			case 'text':
				readInText(line, start, end);
				return;
			case 'html':
				if (isBlank(line)) finish(end);
				return;
			case 'item':
				readInItem(open, line, start, end);
				return;
			case 'fence':
				if (endsFence(line, open.start)) advance({type: 'code-end', text: text.slice(start, end)}, end, none);
				else advance(makeCodeLine(text.slice(start, end), open.start), end, open);
		}
	};

	return {pieces, readLine, finish, current: () => ({from, open, gap})};
};

/** Splits off what is finished. `text` is the whole text so far and `state` what the last call returned. */
export const splitBlocks = (text: string, state: SplitState): SplitResult => {
	const splitter = createSplitter(text, state);
	let {line} = state;
	for (let end = text.indexOf('\n', state.searched); end !== -1; end = text.indexOf('\n', line)) {
		splitter.readLine(line, end + 1);
		line = end + 1;
	}
	return {pieces: splitter.pieces, state: {...splitter.current(), line, searched: text.length}};
};

/** The pieces that are left when the text is complete. */
export const finishBlocks = (text: string, state: SplitState): readonly MarkdownPiece[] => {
	const {pieces, state: last} = splitBlocks(text, state);
	const splitter = createSplitter(text, last);
	if (last.line < text.length) splitter.readLine(last.line, text.length);
	if (splitter.current().from < text.length) splitter.finish(text.length);
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
	const rest = isLong ? endOfPiece(text, from, open.type, longest) : text.slice(from);
	if (isBlank(rest)) return undefined;
	if (open.type !== 'fence') return makePiece(rest, open, gap);
	// What may become the end of the fence is not shown as code first.
	return /^ {0,3}(?:`+|~+)$/.test(rest) ? undefined : makeCodeLine(rest, open.start);
};
