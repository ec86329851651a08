import type {FenceStart, ItemStart} from './line-kinds.ts';

/**
 * A part of a markdown text that will not change any more. The `text` of all pieces, joined, is the text.
 * `gap` asks for an empty line before the piece.
 */
export type MarkdownPiece =
	/** One or more whole blocks: paragraphs, a table, a quote, a heading, a rule. `head` is that of a table that goes on. */
	| {readonly type: 'block'; readonly text: string; readonly gap: boolean; readonly head?: string | undefined}
	/** One item of a list, with everything nested in it, and its number in an ordered list. */
	| {
			readonly type: 'item';
			readonly text: string;
			readonly gap: boolean;
			readonly number?: number | undefined;
	  }
	/** A part of something too long to be read as markdown: it is shown as written. */
	| {readonly type: 'text'; readonly text: string; readonly gap: boolean}
	| {readonly type: 'code-start'; readonly text: string; readonly gap: boolean; readonly language: string}
	/** `code` is the line without its line break and the indentation of the fence. */
	| {readonly type: 'code-line'; readonly text: string; readonly code: string; readonly language: string}
	| {readonly type: 'code-end'; readonly text: string};

/** Lines since the block began or was cut, because it was too long. */
export type Counted = {readonly lines: number; readonly isCut?: true | undefined};

/** What a piece is part of that is not finished. */
export type OpenBlock =
	| {readonly type: 'none'}
	/** Ends at an empty line or where another block interrupts it. */
	| ({readonly type: 'text'; readonly head?: string | undefined} & Counted)
	/** Ends at an empty line only. */
	| ({readonly type: 'html'} & Counted)
	| ({
			readonly type: 'item';
			readonly start: ItemStart;
			readonly number: number | undefined;
			readonly isAfterBlank: boolean;
	  } & Counted)
	| {readonly type: 'fence'; readonly start: FenceStart}
	/** A line that was cut, because it was too long. It may be one of code. */
	| {readonly type: 'line'; readonly fence: FenceStart | undefined};

/** Behind a cut, rows need the head of their table; the rest of an item or of HTML means nothing by itself. */
export const makePiece = (text: string, open: OpenBlock, gap: boolean): MarkdownPiece => {
	const isCut = 'isCut' in open && open.isCut === true;
	if (open.type === 'text' && isCut) return {type: 'block', text, gap, head: open.head};
	if (open.type === 'line' || isCut) return {type: 'text', text, gap};
	return open.type === 'item' ? {type: 'item', text, gap, number: open.number} : {type: 'block', text, gap};
};

export const makeCodeLine = (text: string, {indent, language}: FenceStart): MarkdownPiece => ({
	type: 'code-line',
	text,
	code: text.replace(/\r?\n$/, '').replace(new RegExp(`^ {0,${indent}}`), ''),
	language,
});
