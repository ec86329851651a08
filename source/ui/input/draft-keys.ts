import {assertNever} from '../../domain/assert-never.ts';
import type {ViewState} from '../view-state.ts';
import {bufferOf, edits, emptyBuffer, insert, lineDown, lineUp, type TextBuffer} from './text-buffer.ts';

const withDraft = (view: ViewState, draft: TextBuffer, now: number): ViewState => ({
	...view,
	draft,
	lastTypedAt: now,
	isQuitArmed: false,
});

export const typeText = (view: ViewState, text: string, now: number): ViewState =>
	withDraft(view, insert(view.draft, text), now);

export const editDraft = (view: ViewState, edit: keyof typeof edits, now: number): ViewState =>
	withDraft(view, edits[edit](view.draft), now);

/** Empties the draft and leaves history; what was in it can be brought back with `up`. */
export const putDraftAway = (view: ViewState): ViewState => {
	const {historyIndex: _, ...rest} = view;
	const {text} = view.draft;
	const isNew = text.trim() !== '' && view.history.at(-1) !== text;
	return {
		...rest,
		draft: emptyBuffer,
		setAside: emptyBuffer,
		history: isNew ? [...view.history, text] : view.history,
	};
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
