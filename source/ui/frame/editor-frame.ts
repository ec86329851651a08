import type {Ask} from '../../domain/ask.ts';
import {cutStyled, cutToWidth} from '../text/wrap-text.ts';
import {askHeadline} from './ask-lines.ts';
import type {Frame, FrameInput} from './build-frame.ts';
import {composerLines} from './composer-lines.ts';
import {editorLines} from './editor-lines.ts';

/** Fewer lines of a text cannot be edited. */
const leastRows = 2;
/** Before these there is no room for what is not part of the card. */
const usualRows = 3;

/** What gives way first in a low window: the empty line, then the footer. */
const surroundings = (footer: string, isFooterNeeded: boolean, room: number): readonly string[] => {
	if (room >= 2) {
		return ['', footer];
	}
	return room === 1 || isFooterNeeded ? [footer] : [];
};

/**
 * The question while its text is edited. The text is the end of the card and of the frame, in the place of the
 * draft, so that the cursor is where whoever erases the frame expects it; the footer is above the card. Undefined while
 * nothing is edited.
 */
export const editorFrame = (
	ask: Ask,
	footer: string,
	room: number,
	{state, view, columns, styles}: FrameInput,
): Frame | undefined => {
	const editor = view.ask?.editor;
	const isEdited = ask.kind === 'approval' || ask.kind === 'result';
	if (!isEdited || editor?.isOpen !== true) {
		return undefined;
	}
	const context = {
		width: columns,
		height: room - leastRows - (view.isQuitArmed ? 1 : 0),
		styles,
		count: state.asks.length,
		before: state.asksOver,
		isDraftFocused: false,
	};
	const {lines: head, isReadable} = editorLines(ask, editor, context);
	const around = surroundings(footer, view.isQuitArmed, room - head.length - usualRows);
	const rows = room - head.length - around.length;
	const isFitting = isReadable && rows >= leastRows;
	const plea = `make the window ${isReadable ? 'taller' : 'wider'} to answer: ${askHeadline(ask)}`;
	const above = isFitting
		? [...around, ...head]
		: [styles.warn(cutToWidth(plea, columns)), ...(view.isQuitArmed ? [footer] : [])];
	const composer = composerLines(editor.text, {
		width: columns,
		height: isFitting ? rows : 1,
		styles,
		placeholder: cutToWidth('empty', columns - 3),
		bar: `${styles.warn('┃')} `,
	});
	return {
		lines: [...above, ...composer.lines].map(line => cutStyled(line, columns)),
		cursor: {
			x: Math.min(composer.cursor.x, Math.max(0, columns - 1)),
			y: above.length + composer.cursor.y,
		},
		maxScroll: 0,
		...(isFitting ? {askId: ask.askId} : {}),
	};
};
