import {showDraft} from '../frame/composer-lines.ts';
import {moveByRow} from '../text/layout-rows.ts';
import type {ViewState} from '../view-state.ts';
import {unfold} from './pastes.ts';
import {bufferOf, edits, emptyBuffer, insertSafely, type TextBuffer} from './text-buffer.ts';

export const remember = (history: readonly string[], text: string): readonly string[] =>
	text.trim() === '' || history.at(-1) === text ? history : [...history, text];

const rememberSetAside = ({history, setAside, pastes}: ViewState): readonly string[] =>
	remember(history, unfold(setAside.text, pastes));

/** A recalled message that is changed becomes the draft; the one set aside for it joins the history. */
export const withDraft = (view: ViewState, draft: TextBuffer): ViewState => {
	const {historyIndex, ...rest} = view;
	return historyIndex === undefined
		? {...rest, draft}
		: {...rest, draft, setAside: emptyBuffer, history: rememberSetAside(view)};
};

const typedDraft = (view: ViewState, draft: TextBuffer, now: number): ViewState => ({
	...(draft.text === view.draft.text ? {...view, draft} : withDraft(view, draft)),
	lastTypedAt: now,
	isQuitArmed: false,
});

const takeFocus = (view: ViewState): ViewState =>
	view.ask === undefined ? view : {...view, ask: {...view.ask, isFocused: false}};

/** Text goes to the draft, and the keyboard with it. */
export const typeText = (view: ViewState, text: string, now: number): ViewState =>
	typedDraft(takeFocus(view), insertSafely(view.draft, text), now);

/** The same for what is not to be sanitised, because it stands for something that was. */
export const placeText = (view: ViewState, draft: TextBuffer, now: number): ViewState =>
	typedDraft(takeFocus(view), draft, now);

export const editDraft = (view: ViewState, edit: keyof typeof edits, now: number): ViewState =>
	typedDraft(view, edits[edit](view.draft), now);

/** Empties the draft and leaves history; what was in it can be brought back with `up`. */
export const putDraftAway = (view: ViewState, now: number): ViewState => {
	const {historyIndex: _, ...rest} = view;
	const history = remember(rememberSetAside(view), unfold(view.draft.text, view.pastes));
	return {...rest, draft: emptyBuffer, setAside: emptyBuffer, history, lastTypedAt: now};
};

/** Makes a draft of a message that was sent before. */
export type Recall = (view: ViewState, text: string) => Pick<ViewState, 'draft' | 'pastes'>;

const recallWhole: Recall = ({pastes}, text) => ({draft: bufferOf(text), pastes});

const earlier = (view: ViewState, recall: Recall): ViewState => {
	const index = (view.historyIndex ?? view.history.length) - 1;
	const text = view.history[index];
	if (text === undefined) {
		return view;
	}
	const setAside = view.historyIndex === undefined ? view.draft : view.setAside;
	return {...view, historyIndex: index, setAside, ...recall({...view, setAside}, text)};
};

const later = (view: ViewState, recall: Recall): ViewState => {
	if (view.historyIndex === undefined) {
		return view;
	}
	const index = view.historyIndex + 1;
	const text = view.history[index];
	if (text !== undefined) {
		return {...view, historyIndex: index, ...recall(view, text)};
	}
	const {historyIndex: _, ...rest} = view;
	return {...rest, draft: view.setAside, setAside: emptyBuffer};
};

type MoveOptions = {
	/** The cells of a row of the draft. */
	readonly width?: number;
	/** The cells from the start of a row where the cursor is wanted, if that is not where it is. */
	readonly cells?: number;
	readonly recall?: Recall;
	/** Told the cells where it is wanted from now on. */
	readonly onCells?: (draft: TextBuffer, cells: number) => void;
};

/** Moves by the rows of the draft first; at its edge, through the messages sent before. */
export const moveVertically = (
	view: ViewState,
	direction: 'up' | 'down',
	{width = Number.POSITIVE_INFINITY, cells, recall = recallWhole, onCells}: MoveOptions = {},
): ViewState => {
	const layout = {width, show: showDraft(view.pastes, width)};
	const moved = moveByRow(view.draft, direction === 'up' ? -1 : 1, layout, cells);
	if (moved === undefined) {
		return direction === 'up' ? earlier(view, recall) : later(view, recall);
	}
	const draft = {text: view.draft.text, cursor: moved.cursor};
	onCells?.(draft, moved.cells);
	return {...view, draft};
};
