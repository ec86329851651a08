import {lineRange} from '../text/line-range.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';

export type QuestionContext = {
	readonly width: number;
	/** The most lines this may take. */
	readonly height: number;
	readonly styles: Styles;
	/** How many questions wait, this one included. */
	readonly count: number;
	/** How many came before it without a pause. */
	readonly before: number;
	/** The draft has the keyboard: no key can answer now. */
	readonly isDraftFocused: boolean;
};

export type QuestionLayout = {
	readonly lines: readonly string[];
	readonly maxScroll: number;
	/** What the window must become before the question can be read; undefined when it fits. */
	readonly lacks: 'taller' | 'wider' | undefined;
};

/** What a question consists of, from top to bottom. */
type QuestionParts = {
	readonly title: string;
	/** Whether there is room to say who asks. */
	readonly isReadable: boolean;
	/** Above and below what scrolls, or part of it in a low window. */
	readonly above: readonly string[];
	readonly body: readonly (readonly string[])[];
	readonly below: readonly string[];
	readonly keys: readonly string[];
	/** The lines of the body that are to be seen, the first of them above all; the start without it. */
	readonly focus?: {readonly from: number; readonly to: number};
	/** What scrolls, where the arrows do something else. */
	readonly scrollKeys?: string;
};

/** One line, and one that says where in the whole it is. */
const leastRoom = 2;
/** The cells for a name below which it says nothing. */
export const leastName = 8;

const lengthOf = (parts: readonly (readonly string[])[]): number =>
	parts.reduce((sum, part) => sum + part.length, 0);

/** Part of what the parts would be when joined, without joining them. */
const sliceAcross = (
	parts: readonly (readonly string[])[],
	start: number,
	end: number,
): readonly string[] => {
	let offset = 0;
	return parts.flatMap(part => {
		const from = offset;
		offset += part.length;
		return part.slice(Math.max(0, start - from), Math.max(0, end - from));
	});
};

/** Shows the part of the body that fits, and says what is above and below it. */
const windowed = (
	parts: readonly (readonly string[])[],
	room: number,
	scroll: number,
	scrollKeys: string,
	{styles, width}: QuestionContext,
): readonly string[] => {
	const count = lengthOf(parts);
	if (count <= room) {
		return parts.flat();
	}
	const visible = Math.max(1, room - 1);
	const start = Math.min(Math.max(0, scroll), count - visible);
	const shown = sliceAcross(parts, start, start + visible);
	const label = `${lineRange(start + 1, start + shown.length, count)}, ${scrollKeys} scroll`;
	return [...shown, styles.dim(cutToWidth(label, width - 2))];
};

/**
 * Who wants what, everything there is to know about it, the keys. In a low window all but the first and the last
 * of these move into the part that scrolls.
 */
export const layOutQuestion = (
	parts: QuestionParts,
	scroll: number,
	context: QuestionContext,
): QuestionLayout => {
	const {styles, height} = context;
	const {title, keys, isReadable} = parts;
	const most = height - 1 - keys.length;
	const hasAbove = most - parts.above.length >= leastRoom;
	const hasBelow = hasAbove && most - parts.above.length - parts.below.length >= leastRoom;
	const above = hasAbove ? parts.above : [];
	const below = hasBelow ? parts.below : [];
	const body = [hasAbove ? [] : parts.above, ...parts.body, hasBelow ? [] : parts.below];
	const bodyLength = lengthOf(body);
	const room = Math.max(leastRoom, most - above.length - below.length);
	const {from, to} = parts.focus ?? {from: 0, to: 0};
	const moved = hasAbove ? 0 : parts.above.length;
	const start =
		(parts.focus === undefined ? 0 : moved) +
		Math.min(from, Math.max(0, to - Math.max(1, room - 1) + 1)) +
		scroll;
	const lines = [
		title,
		...above,
		...windowed(body, room, start, parts.scrollKeys ?? '↑ ↓', context),
		...below,
		...keys,
	];
	return {
		lines: lines.map(line => `${styles.warn('┃')} ${line}`),
		maxScroll: bodyLength <= room ? 0 : bodyLength - (room - 1),
		lacks: isReadable ? (lines.length <= height ? undefined : 'taller') : 'wider',
	};
};

type KeyLabel = {
	readonly choice: string;
	readonly key: string;
	readonly label: string;
	readonly short?: string;
};

type Piece = {readonly plain: string; readonly styled: string};

/** Pieces with a dot between them, as many on a line as fit. */
export const packLines = (pieces: readonly Piece[], {styles, width}: QuestionContext): readonly string[] => {
	const lines: string[] = [];
	let current = '';
	let cells = 0;
	for (const {plain, styled} of pieces) {
		const needed = plain.length + (cells === 0 ? 0 : 3);
		if (cells + needed > width - 2 && cells > 0) {
			lines.push(current);
			current = styled;
			cells = plain.length;
		} else {
			const joint = styles.isSpoken === true ? ', ' : ` ${styles.dim('·')} `;
			current += cells === 0 ? styled : `${joint}${styled}`;
			cells += needed;
		}
	}
	return [...lines, current];
};

/** Keys and what they do, in full where that takes one line, else in few words. */
export const choicesLines = (
	choices: readonly KeyLabel[],
	highlight: string | undefined,
	context: QuestionContext,
): readonly string[] => {
	const {styles} = context;
	const packed = (isShort: boolean): readonly string[] =>
		packLines(
			choices.map(({choice, key, label, short = label}) => {
				const text = isShort ? short : label;
				const plain = `${key} ${text}`;
				if (choice !== highlight) {
					return {plain, styled: `${styles.strong(key)} ${text}`};
				}
				const styled = styles.inverse(plain);
				// Where nothing can be inverted it stands in brackets.
				return styled === plain ? {plain: `[${plain}]`, styled: `[${plain}]`} : {plain, styled};
			}),
			context,
		);
	const full = packed(false);
	return full.length === 1 ? full : packed(true);
};

/** The keys of a question that is chosen from, or why they do not work now. */
export const keyLines = (
	choices: readonly KeyLabel[],
	view: AskView,
	lineHint: string,
	context: QuestionContext,
): readonly string[] => {
	const {styles, width, isDraftFocused} = context;
	if (view.line !== undefined) {
		return wrapText(lineHint, width - 2).map(styles.dim);
	}
	return isDraftFocused ? draftHint(context) : choicesLines(choices, view.highlight, context);
};

export const draftHint = ({styles, width}: QuestionContext): readonly string[] =>
	wrapText('your draft has the keyboard: tab answers this instead, esc stops', width - 2).map(styles.warn);

export const queueMark = ({count, before}: QuestionContext): string =>
	before + count > 1 ? `  ${before + 1} of ${before + count}` : '';
