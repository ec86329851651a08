import type {Ask} from '../../domain/ask.ts';
import {cutStyled, cutToWidth} from '../text/wrap-text.ts';
import {askHeadline} from './ask-lines.ts';
import type {Frame, FrameInput} from './build-frame.ts';
import {composerLines} from './composer-lines.ts';
import {editorLines} from './editor-lines.ts';

/** Fewer lines of a text cannot be edited. */
const leastRows = 2;

/**
 * The question while its text is edited. The text is the end of the card and of the frame, in the place of the
 * draft, so that the cursor is where whoever erases the frame expects it. Undefined while nothing is edited.
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
		height: room,
		styles,
		count: state.asks.length,
		before: state.asksOver,
		isDraftFocused: false,
	};
	const {lines: head, isReadable} = editorLines(ask, editor, context);
	const footers = view.isQuitArmed ? [footer] : [];
	const rows = room - 1 - head.length - footers.length;
	const isFitting = isReadable && rows >= leastRows;
	const plea = `make the window ${isReadable ? 'taller' : 'wider'} to answer: ${askHeadline(ask)}`;
	const above = isFitting ? ['', ...head] : [styles.warn(cutToWidth(plea, columns))];
	const composer = composerLines(editor.text, {
		width: columns,
		height: isFitting ? rows : 1,
		styles,
		placeholder: cutToWidth('empty', columns - 3),
		bar: `${styles.warn('┃')} `,
	});
	return {
		lines: [...above, ...footers, ...composer.lines].map(line => cutStyled(line, columns)),
		cursor: {
			x: Math.min(composer.cursor.x, Math.max(0, columns - 1)),
			y: above.length + footers.length + composer.cursor.y,
		},
		maxScroll: 0,
		...(isFitting ? {askId: ask.askId} : {}),
	};
};
