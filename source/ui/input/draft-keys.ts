import {assertNever} from '../../domain/assert-never.ts';
import type {ViewState} from '../view-state.ts';
import {
	bufferOf,
	edits,
	emptyBuffer,
	insertSafely,
	lineDown,
	lineUp,
	type TextBuffer,
} from './text-buffer.ts';

export const remember = (history: readonly string[], text: string): readonly string[] =>
	text.trim() === '' || history.at(-1) === text ? history : [...history, text];

/** A recalled message that is changed becomes the draft; the one set aside for it joins the history. */
export const withDraft = (view: ViewState, draft: TextBuffer): ViewState => {
	const {historyIndex, ...rest} = view;
	return historyIndex === undefined
		? {...rest, draft}
		: {...rest, draft, setAside: emptyBuffer, history: remember(view.history, view.setAside.text)};
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

export const editDraft = (view: ViewState, edit: keyof typeof edits, now: number): ViewState =>
	typedDraft(view, edits[edit](view.draft), now);

/** Empties the draft and leaves history; what was in it can be brought back with `up`. */
export const putDraftAway = (view: ViewState, now: number): ViewState => {
	const {historyIndex: _, ...rest} = view;
	const history = remember(remember(view.history, view.setAside.text), view.draft.text);
	return {...rest, draft: emptyBuffer, setAside: emptyBuffer, history, lastTypedAt: now};
};

const earlier = (view: ViewState): ViewState => {
	const index = (view.historyIndex ?? view.history.length) - 1;
	const text = view.history[index];
	if (text === undefined) {
		return view;
	}
	const setAside = view.historyIndex === undefined ? view.draft : view.setAside;
	return {...view, historyIndex: index, setAside, draft: bufferOf(text)};
};

const later = (view: ViewState): ViewState => {
	if (view.historyIndex === undefined) {
		return view;
	}
	const index = view.historyIndex + 1;
	const text = view.history[index];
	if (text !== undefined) {
		return {...view, historyIndex: index, draft: bufferOf(text)};
	}
	const {historyIndex: _, ...rest} = view;
	return {...rest, draft: view.setAside, setAside: emptyBuffer};
};

/** Moves inside the draft first; at its edge, through the messages sent before. */
export const moveVertically = (view: ViewState, direction: 'up' | 'down'): ViewState => {
	switch (direction) {
		case 'up': {
			const draft = lineUp(view.draft);
			return draft === undefined ? earlier(view) : {...view, draft};
		}
		case 'down': {
			const draft = lineDown(view.draft);
			return draft === undefined ? later(view) : {...view, draft};
		}
		default:
			return assertNever(direction);
	}
};
