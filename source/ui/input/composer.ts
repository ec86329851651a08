import type {App} from '../../app/app.ts';
import {sanitise} from '../../support/sanitise.ts';
import type {ViewState} from '../view-state.ts';
import type {WindowHost} from '../window-host.ts';
import {editDraft, moveVertically, putDraftAway, typeText, withDraft} from './draft-keys.ts';
import {bufferOf, type EditName} from './text-buffer.ts';

type ComposerDeps = {
	readonly app: Pick<App, 'getState' | 'submit' | 'suggestion' | 'withdrawQueue'>;
	readonly now: () => number;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	readonly host: Pick<WindowHost, 'editText'>;
};

/** Whoever types into a field that goes away by itself may press enter before noticing. */
const lostFieldMilliseconds = 1500;

/** Everything that keys do to the draft. */
export const createComposer = ({app, now, getView, setView}: ComposerDeps) => {
	const suggestion = (): string | undefined => {
		const text = app.getState().turn === undefined ? app.suggestion() : undefined;
		return text === undefined ? undefined : sanitise(text);
	};

	return {
		typed(text: string): void {
			if (text !== '') {
				setView(typeText(getView(), text, now()));
			}
		},
		pasted(text: string): void {
			if (text !== '') {
				setView(typeText(getView(), text, now()));
			}
		},
		edit: (name: EditName): void => setView(editDraft(getView(), name, now())),
		up: (): void => setView(moveVertically(getView(), 'up')),
		down: (): void => setView(moveVertically(getView(), 'down')),
		undo: (): void => undefined,
		redo: (): void => undefined,
		editOutside: (): void => undefined,
		/** Whether there is anything in it. */
		isEmpty: (): boolean => getView().draft.text === '',
		/** Empties it; what was in it can be brought back with `up`. */
		putAway: (): void => setView(putDraftAway(getView(), now())),
		/** Puts a text in the place of an empty draft, or after the one that there is. */
		put(text: string): void {
			const {draft} = getView();
			setView(withDraft(getView(), bufferOf(draft.text === '' ? text : `${draft.text}\n${text}`)));
		},
		submit(): void {
			const view = getView();
			const {text, cursor} = view.draft;
			if (now() - view.lostFieldAt < lostFieldMilliseconds) {
				return;
			}
			if (text[cursor - 1] === '\\') {
				setView(typeText(editDraft(view, 'backspace', now()), '\n', now()));
				return;
			}
			const message = text === '' ? suggestion() : text;
			if (message !== undefined && message.trim() !== '') {
				const draft = text === '' ? bufferOf(message) : view.draft;
				setView(putDraftAway({...view, draft}, now()));
				app.submit(message);
			}
		},
		/** Makes a draft of the messages that wait for their turn. */
		takeQueueBack(): void {
			const queued = app.withdrawQueue();
			if (queued !== '') {
				const {draft} = getView();
				const text = draft.text === '' ? queued : `${queued}\n${draft.text}`;
				setView(withDraft(getView(), bufferOf(text)));
			}
		},
		takeSuggestion(): void {
			const suggested = getView().draft.text === '' ? suggestion() : undefined;
			if (suggested !== undefined) {
				setView(withDraft(getView(), bufferOf(suggested)));
			}
		},
	};
};
