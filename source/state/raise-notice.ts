import type {AppState, Notice} from './app-state.ts';
import {append} from './settle.ts';

/** A line in the transcript. In the middle of an answer it waits for its end. */
export const raiseNotice = (state: AppState, {tone, text, server}: Omit<Notice, 'type' | 'id'>): AppState => {
	const notice: Notice = {
		type: 'notice',
		id: `notice-${state.noticeCount}`,
		tone,
		text,
		...(server === undefined ? {} : {server}),
	};
	const counted = {...state, noticeCount: state.noticeCount + 1};
	return state.streaming === undefined
		? append(counted, notice)
		: {...counted, heldNotices: [...state.heldNotices, notice]};
};
