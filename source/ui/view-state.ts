import type {ArgumentForm} from './asks/argument-form.ts';
import type {AskChoice} from './asks/ask-choices.ts';
import type {EditorView} from './asks/editor-view.ts';
import type {SetupView} from './first-run/setup-view.ts';
import type {FormView} from './form/form-view.ts';
import {noPastes, type Pastes} from './input/pastes.ts';
import {emptyBuffer, type TextBuffer} from './input/text-buffer.ts';
import type {PickView} from './pick/pick-view.ts';

/** How the first question of the queue is shown. */
export type AskView = {
	readonly askId: string;
	/** When the frame with the question was drawn; nothing answers it before. */
	readonly shownAt?: number;
	readonly highlight: AskChoice;
	readonly scroll: number;
	/** Why the key that was pressed does nothing. */
	readonly hint?: string;
	/** The last lines of it have been on the screen. */
	readonly hasSeenEnd?: boolean;
	/** It is open for what an "always" holds. */
	readonly isKeeping?: boolean;
	/** The user came here by a key: those that come too soon after it are nobody else's. */
	readonly isHeld?: boolean;
	/** Set while a text is typed that makes the answer: a reason, or the address that a browser ended at. */
	readonly line?: TextBuffer;
	/** Arguments or a result that are being edited as text, or were. */
	readonly editor?: EditorView;
	/** Arguments that are being edited in a form, or were. */
	readonly argumentForm?: ArgumentForm;
	/** The value that is being typed, where the question is for one. */
	readonly field?: TextBuffer;
	/** The form that is being filled in, where the question is one. */
	readonly form?: FormView;
	/** The user moved the keyboard to the question although there is a draft. */
	readonly isFocused: boolean;
};

/** What only this window knows: the draft and what is open. The conversation is in the store. */
export type ViewState = {
	/** Large pastes are single characters in it. */
	readonly draft: TextBuffer;
	readonly pastes: Pastes;
	readonly lastTypedAt: number;
	/** When a field that somebody may have typed into went away by itself. */
	readonly lostFieldAt: number;
	readonly history: readonly string[];
	/** Which entry of the history the draft shows; undefined for the user's own draft. */
	readonly historyIndex?: number;
	readonly setAside: TextBuffer;
	readonly ask?: AskView;
	readonly isKeysOpen: boolean;
	/** Which page of the list of keys is read. */
	readonly keysScroll: number;
	/** What is chosen from a list, where one is open. */
	readonly pick?: PickView;
	/** The first run, while it is under way. */
	readonly setup?: SetupView;
	/** Set for two seconds after the first ctrl+c. */
	readonly isQuitArmed: boolean;
	/** Set for a second after an esc that had nothing to stop. */
	readonly isBackArmed?: true;
};

export const initialView: ViewState = {
	draft: emptyBuffer,
	pastes: noPastes,
	lastTypedAt: Number.NEGATIVE_INFINITY,
	lostFieldAt: Number.NEGATIVE_INFINITY,
	history: [],
	setAside: emptyBuffer,
	isKeysOpen: false,
	keysScroll: 0,
	isQuitArmed: false,
};

/** Whether something has the keyboard for itself, so that no question can be answered. */
export const isCovered = ({setup, pick}: ViewState): boolean => setup !== undefined || pick?.isModal === true;
