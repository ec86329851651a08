import type {Ask} from '../../domain/ask.ts';
import type {AppState} from '../../state/app-state.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {contextOf} from '../asks/ask-choices.ts';
import {setupLines} from '../first-run/setup-lines.ts';
import {type Keymap, usualKeymap} from '../input/keymap.ts';
import {pickLines} from '../pick/pick-lines.ts';
import {cutStyled, cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {PendingView} from '../transcript/printer.ts';
import {type AskView, isCovered, type ViewState} from '../view-state.ts';
import {activityLines} from './activity-lines.ts';
import {askHeadline, askLines} from './ask-lines.ts';
import {type Cursor, composerLines, draftWidth} from './composer-lines.ts';
import {editorFrame} from './editor-frame.ts';
import {footerLine} from './footer-line.ts';
import {keysLines} from './keys-lines.ts';
import type {PanelPicture} from './panel.ts';
import {typedAnswer} from './typed-answer.ts';

export type FrameInput = {
	readonly state: AppState;
	readonly view: ViewState;
	/** What the transcript has not printed for good yet. */
	readonly pending: PendingView;
	readonly isAskFocused: boolean;
	readonly suggestion: string | undefined;
	readonly columns: number;
	readonly rows: number;
	readonly now: number;
	readonly spinner: string;
	readonly styles: Styles;
	/** The usual keys without it. */
	readonly keymap?: Keymap;
};

export type Frame = {
	readonly lines: readonly string[];
	readonly cursor: Cursor;
	readonly maxScroll: number;
	/** The cursor is in the text, and the real one hidden. */
	readonly isCursorDrawn?: boolean;
	/** The question that can be read in this frame. */
	readonly askId?: string;
	/** The cells that a row of the draft has: keys move by the rows that are seen. */
	readonly draftWidth?: number;
};

const composerRows = 8;

/** Keeps the end, where things happen, and says how much is hidden. */
const lastLines = (lines: readonly string[], room: number, styles: Styles): readonly string[] => {
	if (lines.length <= room) {
		return lines;
	}
	const hidden = lines.length - Math.max(0, room - 1);
	return room <= 0 ? [] : [styles.dim(`… ${hidden} more`), ...lines.slice(hidden)];
};

type Question = Pick<Frame, 'lines' | 'maxScroll' | 'askId'>;

/**
 * A question comes before everything but the footer and the draft. Where who asks, a line of what and the
 * keys do not fit, it is not shown at all, so that no key can answer what cannot be read.
 */
const questionLines = (ask: Ask, askView: AskView, room: number, input: FrameInput): Question => {
	const {state, view, columns, styles, isAskFocused} = input;
	const layOut = (height: number) =>
		askLines(ask, askView, {
			width: columns,
			height,
			styles,
			count: state.asks.length,
			before: state.asksOver,
			isDraftFocused: view.draft.text !== '' && !askView.isFocused && !isAskFocused,
		});
	// An empty line above and below it, where there is room for them.
	const roomy = layOut(room - 2);
	const {lines, maxScroll, lacks} = roomy.lacks === undefined ? roomy : layOut(room);
	if (lacks === undefined) {
		return {lines: roomy.lacks === undefined ? [...lines, ''] : lines, maxScroll, askId: ask.askId};
	}
	const plea = styles.warn(cutToWidth(`make the window ${lacks} to answer: ${askHeadline(ask)}`, columns));
	return {lines: room > 2 ? [plea, ''] : [plea], maxScroll: 0};
};

const withPanel = (question: Question, panel: readonly string[]): Question => ({
	...question,
	lines: [...question.lines, ...panel],
});

/** A list that follows the draft leaves room for what it belongs to; what has the keyboard may take most of it. */
const openPanel = ({state, view, columns, styles}: FrameInput, room: number): PanelPicture | undefined => {
	const {setup, pick} = view;
	if (setup !== undefined) {
		return setupLines(setup, {width: columns, height: room - 4, styles});
	}
	if (pick === undefined) {
		return undefined;
	}
	const [ask] = state.asks;
	const waiting = ask === undefined ? undefined : askHeadline(ask);
	const height = pick.isModal ? room - 4 : Math.floor(room / (ask === undefined ? 2 : 4));
	return pickLines(pick, {width: columns, height, styles, waiting});
};

/** The part of the screen that changes. It is always shorter than the window. */
export const buildFrame = (input: FrameInput): Frame => {
	const {state, view, columns, rows, styles, suggestion} = input;
	// Never up to the first row: tmux takes an erase from there for a cleared screen and keeps a copy of it.
	const room = Math.max(3, rows - 2);
	const {keymap = usualKeymap} = input;
	const footer = footerLine(state, view, {width: columns, styles, now: input.now, keymap});
	const [ask] = state.asks;
	const askView = view.ask;
	const editing = ask === undefined || view.isKeysOpen ? undefined : editorFrame(ask, footer, room, input);
	if (editing !== undefined) {
		return editing;
	}
	const panel = openPanel(input, room);
	const answer = isCovered(view) ? undefined : typedAnswer(ask, view);
	const typed = panel?.typed ?? answer;
	const placeholder =
		typed?.placeholder ??
		(suggestion === undefined ? 'message, or / for commands' : `${sanitiseLine(suggestion)}  ↵`);
	const composer = composerLines(typed?.text ?? view.draft, {
		width: columns,
		// A question needs the room more than a long draft does.
		height: Math.max(
			1,
			Math.min(composerRows, Math.floor(room / (ask === undefined || answer?.isLong === true ? 3 : 6))),
		),
		styles,
		placeholder: cutToWidth(placeholder, columns - 3),
		pastes: view.pastes,
	});
	// The composer, the footer, and an empty line that sets the frame apart from the transcript.
	const used = composer.lines.length + 2;
	if (view.isKeysOpen) {
		const window = {width: columns, height: room - used - 1, scroll: view.keysScroll};
		const {lines, maxScroll} = keysLines(window, styles, ask && contextOf(ask), keymap);
		return assemble({lines: [...lines, ''], maxScroll}, composer, footer, room, columns);
	}
	const panelLines = panel === undefined ? [] : [...panel.lines, ''];
	const question: Question =
		ask === undefined || askView === undefined || isCovered(view)
			? {lines: panelLines, maxScroll: 0}
			: withPanel(
					questionLines(ask, askView, room - composer.lines.length - 1 - panelLines.length, input),
					panelLines,
				);
	const activityRoom = Math.min(room - used - question.lines.length - 1, Math.max(6, Math.floor(room / 3)));
	const shown = lastLines(activityLines(input), activityRoom, styles);
	const lines = [...(shown.length === 0 ? [] : [...shown, '']), ...question.lines];
	const isContinued = input.pending.isContinued === true && shown.length > 0;
	return assemble({...question, lines, isContinued}, composer, footer, room, columns);
};

/**
 * The draft comes last, so that the cursor is on the last row and nothing below it can be re-wrapped by a
 * terminal that becomes narrower while we write. No line is wider than the window, because whoever erases the
 * frame counts the rows that its lines take.
 */
const assemble = (
	{lines: above, isContinued = false, ...rest}: Question & {readonly isContinued?: boolean},
	composer: {readonly lines: readonly string[]; readonly cursor: Cursor},
	footer: string,
	room: number,
	columns: number,
): Frame => {
	const spaced = above[0] === '' || isContinued ? above : ['', ...above];
	// In a window too low for all of it the top gives way.
	const fitting = spaced.slice(Math.max(0, spaced.length + 1 + composer.lines.length - room));
	return {
		...rest,
		draftWidth: draftWidth(columns),
		lines: [...fitting, footer, ...composer.lines].map(line => cutStyled(line, columns)),
		cursor: {
			x: Math.min(composer.cursor.x, Math.max(0, columns - 1)),
			y: fitting.length + 1 + composer.cursor.y,
		},
	};
};
