/** Where in a page something stands: the further down in this list, the less it is its text. */
export type Zone = 'main' | 'article' | 'body' | 'noise' | 'hidden';

/** What holds for everything inside of an element. */
export type Context = {
	readonly zone: Zone;
	/** Stands before each line. */
	readonly indent: string;
	/** 1 to 6; 0 where there is no heading. */
	readonly heading: number;
	/** Whether white space counts. */
	readonly isCode: boolean;
	/** Whether no lines are left empty, as in an item of a list. */
	readonly isTight: boolean;
};

export type Line = {
	readonly zone: Zone;
	readonly text: string;
	/** Whether an empty line stands before it. */
	readonly isLoose: boolean;
};

/** A place in the line that is being written. */
export type Mark = {readonly line: number; readonly piece: number; readonly length: number};

/** Longer ones are left as they are: each element around a text would copy all of it once more. */
const longestRewritten = 4 * 1024;

const needsNoChange = /^[!-~]+$/;
const lineSpace = /[ \t\n\f\r]+/g;
/** Control characters, soft hyphens and places at which a line might be broken. */
const invisible = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b\ufeff]/g;

export const seenCharacters = (text: string): string => text.replace(invisible, '');

/** Text of which every character is seen, and spaces are spaces. */
export const plainText = (text: string): string => seenCharacters(text).replaceAll('\u00a0', ' ');

/** Writes lines and hands each to `emit` when it is done. */
export const createTextWriter = (emit: (line: Line) => void) => {
	let pieces: string[] = [];
	let endsWithSpace = true;
	let isLoose = false;
	/** In place of the indent of the next line: that with the sign of a list before it. */
	let listSign: string | undefined;
	let lines = 0;
	let length = 0;
	/** How much of it is in the line that is being written. */
	let lineLength = 0;

	const emitLine = (text: string, {zone, indent}: Context): void => {
		lines += 1;
		const start = listSign ?? indent;
		length += start.length + 1;
		emit({zone, text: start + text, isLoose});
		listSign = undefined;
		isLoose = false;
	};

	const add = (text: string): void => {
		if (text === '') return;
		length += text.length;
		lineLength += text.length;
		pieces.push(text);
		endsWithSpace = text.endsWith(' ');
	};

	/** Ends the line, if there is anything in it. */
	const breakLine = (context: Context): void => {
		if (pieces.length === 0) return;
		const text = pieces.join('').trimEnd();
		pieces = [];
		lineLength = 0;
		endsWithSpace = true;
		if (text === '') return;
		emitLine(context.heading > 0 ? `${'#'.repeat(context.heading)} ${text}` : text, context);
	};

	return {
		/** How many characters there are by now, at most. */
		written: () => length,
		put: (data: string): void => {
			// Most pieces are single words or signs, in which there is nothing to change.
			const text = needsNoChange.test(data) ? data : plainText(data.replace(lineSpace, ' '));
			add(endsWithSpace && text.startsWith(' ') ? text.slice(1) : text);
		},
		breakLine,
		/** Ends the line and leaves one empty before the next. */
		breakBlock: (context: Context): void => {
			breakLine(context);
			isLoose = true;
		},
		startItem: (sign: string): void => {
			listSign = sign;
		},
		mark: (): Mark => ({line: lines, piece: pieces.length, length: lineLength}),
		/** Replaces what was written since the mark, unless lines have ended since then, or it is long. */
		rewrite: (mark: Mark, change: (text: string) => string): 'rewritten' | 'too-late' => {
			if (mark.line !== lines || lineLength - mark.length > longestRewritten) return 'too-late';
			const text = pieces.splice(mark.piece).join('');
			length -= text.length;
			lineLength -= text.length;
			const inner = text.trim();
			endsWithSpace = pieces.at(-1)?.endsWith(' ') ?? true;
			if (inner === '') {
				add(endsWithSpace ? '' : text);
				return 'rewritten';
			}
			const start = text.indexOf(inner);
			add(`${text.slice(0, start)}${change(inner)}${text.slice(start + inner.length)}`);
			return 'rewritten';
		},
		/** Counts what comes into a block of code before the block is put. */
		countCode: (more: number): void => {
			length += more;
		},
		/** A block of code, every line as it is. What is in it was counted already. */
		putCode: (code: string, language: string, context: Context): void => {
			const body = code.replace(/^\n/, '').trimEnd();
			if (body === '') return;
			breakLine(context);
			isLoose ||= !context.isTight;
			const fence = body.includes('```') ? '`````' : '```';
			// As one line, whatever is in it: there may be very many.
			emitLine(`${fence}${language}\n${body}\n${fence}`.replaceAll('\n', `\n${context.indent}`), context);
			isLoose ||= !context.isTight;
		},
	};
};
