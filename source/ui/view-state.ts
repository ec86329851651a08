import type {ApprovalChoice} from './frame/approval-lines.ts';
import {emptyBuffer, type TextBuffer} from './input/text-buffer.ts';

/** How the first question of the queue is shown. */
export type AskView = {
	readonly askId: string;
	/** When the frame with the question was drawn; nothing answers it before. */
	readonly shownAt?: number;
	readonly highlight: ApprovalChoice;
	readonly scroll: number;
	/** Set while a reason for a denial is being typed. */
	readonly reason?: TextBuffer;
	/** The user moved the keyboard to the question although there is a draft. */
	readonly isFocused: boolean;
};

/** What only this window knows: the draft and what is open. The conversation is in the store. */
export type ViewState = {
	readonly draft: TextBuffer;
	readonly lastTypedAt: number;
	readonly history: readonly string[];
	/** Which entry of the history the draft shows; undefined for the user's own draft. */
	readonly historyIndex?: number;
	readonly setAside: TextBuffer;
	readonly ask?: AskView;
	readonly isKeysOpen: boolean;
	/** Set for two seconds after the first ctrl+c. */
	readonly isQuitArmed: boolean;
};

export const initialView: ViewState = {
	draft: emptyBuffer,
	lastTypedAt: Number.NEGATIVE_INFINITY,
	history: [],
	setAside: emptyBuffer,
	isKeysOpen: false,
	isQuitArmed: false,
};
