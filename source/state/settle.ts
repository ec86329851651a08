import type {Answer, AppState, TranscriptItem} from './app-state.ts';
import {cancelLiveCalls} from './reduce-call.ts';

export const append = (state: AppState, ...items: TranscriptItem[]): AppState => ({
	...state,
	items: state.items.append(...items),
});

/** Moves the streaming answer, and the notices that waited for it, into the transcript. */
export const settleAnswer = (state: AppState, change: (answer: Answer) => Answer): AppState => {
	const {streaming, ...rest} = state;
	if (streaming === undefined) {
		return state;
	}
	const {draft: _, ...settled} = change(streaming);
	const isEmpty = settled.text === '' && settled.thinking === '' && settled.blocks.length === 0;
	return append({...rest, heldNotices: []}, ...(isEmpty ? [] : [settled]), ...state.heldNotices);
};

export const cutAnswer = (answer: Answer): Answer => ({...answer, status: 'cut'});

export const withoutRetry = (state: AppState): AppState => {
	const {retry, ...rest} = state;
	return retry === undefined ? state : rest;
};

/** Leaves nothing open: whoever prints the transcript waits for every answer and every call in it. */
export const settleAll = (state: AppState, at: number): AppState =>
	cancelLiveCalls(settleAnswer(withoutRetry(state), cutAnswer), at);
