import {isCallOver, type ToolCall} from '../domain/tool-call.ts';
import type {AppState} from '../state/app-state.ts';

export type CallsOfQuestions = {
	/** Whether a call to the server runs now. */
	readonly isCalling: (server: string) => boolean;
	/** To be called when something has happened. */
	readonly look: () => void;
	/** A signal that aborts when nobody waits for the answer any more. `forget` ends the watch. */
	readonly watch: (server: string) => {readonly signal: AbortSignal; readonly forget: () => void};
};

/**
 * Knows the calls during which servers asked something. Most protocols do not say which call a question belongs to, and
 * many servers do not take a question back when its call is broken off: so it is gone when all calls that ran are over
 * and one of them came to nothing.
 */
export const createCallsOfQuestions = (getState: () => AppState): CallsOfQuestions => {
	const watched = new Map<AbortController, readonly string[]>();
	const running = (server: string): readonly ToolCall[] =>
		getState()
			.calls.live()
			.filter(call => call.status === 'running' && call.server === server);
	return {
		isCalling: server => running(server).length > 0,
		look() {
			for (const [gone, ids] of [...watched]) {
				const calls = ids.map(id => getState().calls.get(id));
				if (calls.every(call => call === undefined || isCallOver(call))) {
					watched.delete(gone);
					// A server that has answered may go on asking by itself.
					if (calls.some(call => call?.status !== 'succeeded')) {
						gone.abort();
					}
				}
			}
		},
		watch(server) {
			const gone = new AbortController();
			const ids = running(server).map(({callId}) => callId);
			if (ids.length > 0) {
				watched.set(gone, ids);
			}
			return {signal: gone.signal, forget: () => void watched.delete(gone)};
		},
	};
};
