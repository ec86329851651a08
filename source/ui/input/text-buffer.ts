import {sanitise} from '../../support/sanitise.ts';
import {graphemesOf} from '../text/graphemes.ts';
import {moveByRow, showTabs} from '../text/layout-rows.ts';
import {firstWord, lastWord} from '../text/word-edges.ts';

/** A text and a place in it, counted in UTF-16 units but always between two graphemes. */
export type TextBuffer = {readonly text: string; readonly cursor: number};

/** More than any grapheme that a sanitised text can hold. */
const contextLength = 64;

export const emptyBuffer: TextBuffer = {text: '', cursor: 0};

export const bufferOf = (text: string): TextBuffer => ({text, cursor: text.length});

// `lastIndexOf` takes -1 for 0, so the very start needs a word of its own.
const lineStart = ({text, cursor}: TextBuffer): number =>
	cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;

const lineEnd = ({text, cursor}: TextBuffer): number => {
	const end = text.indexOf('\n', cursor);
	return end === -1 ? text.length : end;
};

/** Only the current line is looked at, so that a key costs the same in any draft. */
const previous = (buffer: TextBuffer): number => {
	const {text, cursor} = buffer;
	if (cursor === 0) {
		return 0;
	}
	const start = lineStart(buffer);
	const last = start === cursor ? '\n' : (graphemesOf(text.slice(start, cursor)).at(-1) ?? '');
	return cursor - last.length;
};

const next = (buffer: TextBuffer): number => {
	const {text, cursor} = buffer;
	if (cursor >= text.length) {
		return text.length;
	}
	const end = lineEnd(buffer);
	const first = end === cursor ? '\n' : (graphemesOf(text.slice(cursor, end))[0] ?? '');
	return cursor + first.length;
};

/** The start and end of the grapheme in whose middle the cursor is; twice the cursor when it is in none. */
const graphemeAround = (buffer: TextBuffer): {readonly start: number; readonly end: number} => {
	const {text, cursor} = buffer;
	const none = {start: cursor, end: cursor};
	if (/^[\n -~]{0,2}$/.test(text.slice(Math.max(0, cursor - 1), cursor + 1))) {
		return none;
	}
	let start = lineStart(buffer);
	for (const grapheme of graphemesOf(text.slice(start, lineEnd(buffer)))) {
		const end = start + grapheme.length;
		if (start >= cursor || end > cursor) {
			return start < cursor ? {start, end} : none;
		}
		start = end;
	}
	return none;
};

/** Text that met new neighbours may have joined them, so the cursor steps out to the right. */
const settled = (buffer: TextBuffer): TextBuffer => ({
	text: buffer.text,
	cursor: graphemeAround(buffer).end,
});

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

/** Words of letters and digits, as the keys that move by them take them. */
const wordLeft = ({text, cursor}: TextBuffer): number =>
	graphemeAround({text, cursor: cursor - lastWord(text.slice(0, cursor))}).start;

const wordRight = ({text, cursor}: TextBuffer): number =>
	graphemeAround({text, cursor: cursor + firstWord(text.slice(cursor))}).end;

/** Words between spaces, as the shell deletes them. */
const spacedWordLeft = ({text, cursor}: TextBuffer): number => {
	let place = cursor;
	while (place > 0 && isSpace(text[place - 1])) {
		place -= 1;
	}
	while (place > 0 && !isSpace(text[place - 1])) {
		place -= 1;
	}
	return graphemeAround({text, cursor: place}).start;
};

const cut = ({text}: TextBuffer, from: number, to: number): TextBuffer =>
	settled({text: text.slice(0, from) + text.slice(to), cursor: from});

export const insert = ({text, cursor}: TextBuffer, added: string): TextBuffer =>
	settled({text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length});

/** Safe to show, with tabs where they were: what was pasted is sent as it was. */
export const sanitiseTyped = (text: string): string =>
	text.includes('\t') ? text.split('\t').map(sanitise).join('\t') : sanitise(text);

/** What is typed or pasted loses its control sequences. A mark stays with the letter typed before it. */
export const insertSafely = (buffer: TextBuffer, added: string): TextBuffer => {
	const {text, cursor} = buffer;
	const before = text.slice(Math.max(lineStart(buffer), cursor - contextLength), cursor);
	const safe = sanitiseTyped(before + added);
	return insert(buffer, safe.slice((safe.startsWith(before) ? before : sanitiseTyped(before)).length));
};

/** Moves to the same column of the line above or below; undefined when there is no such line. */
const moveLine = (buffer: TextBuffer, direction: -1 | 1): TextBuffer | undefined => {
	const moved = moveByRow(buffer, direction, {width: Number.POSITIVE_INFINITY, show: showTabs});
	return moved && {text: buffer.text, cursor: moved.cursor};
};

/** At the edge of a line its break goes. */
const killBefore = (buffer: TextBuffer): TextBuffer => {
	const start = lineStart(buffer);
	return cut(buffer, start === buffer.cursor ? Math.max(0, start - 1) : start, buffer.cursor);
};

const killAfter = (buffer: TextBuffer): TextBuffer => {
	const end = lineEnd(buffer);
	return cut(buffer, buffer.cursor, end === buffer.cursor ? end + 1 : end);
};

export const edits = {
	backspace: (buffer: TextBuffer) => cut(buffer, previous(buffer), buffer.cursor),
	delete: (buffer: TextBuffer) => cut(buffer, buffer.cursor, next(buffer)),
	'delete-word': (buffer: TextBuffer) => cut(buffer, spacedWordLeft(buffer), buffer.cursor),
	'delete-word-before': (buffer: TextBuffer) => cut(buffer, wordLeft(buffer), buffer.cursor),
	'delete-word-after': (buffer: TextBuffer) => cut(buffer, buffer.cursor, wordRight(buffer)),
	'delete-to-start': killBefore,
	'delete-to-end': killAfter,
	left: (buffer: TextBuffer) => ({...buffer, cursor: previous(buffer)}),
	right: (buffer: TextBuffer) => ({...buffer, cursor: next(buffer)}),
	'word-left': (buffer: TextBuffer) => ({...buffer, cursor: wordLeft(buffer)}),
	'word-right': (buffer: TextBuffer) => ({...buffer, cursor: wordRight(buffer)}),
	'line-start': (buffer: TextBuffer) => ({...buffer, cursor: lineStart(buffer)}),
	'line-end': (buffer: TextBuffer) => ({...buffer, cursor: lineEnd(buffer)}),
	newline: (buffer: TextBuffer) => insert(buffer, '\n'),
} as const satisfies Record<string, (buffer: TextBuffer) => TextBuffer>;

export type EditName = keyof typeof edits;

export const lineUp = (buffer: TextBuffer): TextBuffer | undefined => moveLine(buffer, -1);
export const lineDown = (buffer: TextBuffer): TextBuffer | undefined => moveLine(buffer, 1);
