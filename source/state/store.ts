import type {Schedule} from '../domain/ports.ts';
import {throwLater} from '../support/throw-later.ts';

export type Store<State, Event> = {
	readonly getState: () => State;
	readonly subscribe: (listener: () => void) => () => void;
	readonly apply: (event: Event) => void;
};

type StoreOptions<State, Event> = {
	readonly reduce: (state: State, event: Event) => State;
	readonly initial: State;
	readonly schedule: Schedule;
	/** Listeners hear of a change at once after a quiet time, and then at most this often. */
	readonly interval?: number;
	/** Told of what a listener throws. Whoever caused the change has no part in it. */
	readonly onListenerError?: (error: unknown) => void;
};

export const createStore = <State, Event>({
	reduce,
	initial,
	schedule,
	interval = 50,
	onListenerError = throwLater,
}: StoreOptions<State, Event>): Store<State, Event> => {
	let state = initial;
	let isQuiet = true;
	let hasNews = false;
	const listeners = new Set<() => void>();

	const notify = (): void => {
		hasNews = false;
		isQuiet = false;
		schedule(() => {
			isQuiet = true;
			if (hasNews) {
				notify();
			}
		}, interval);
		for (const listener of listeners) {
			try {
				listener();
			} catch (error) {
				onListenerError(error);
			}
		}
	};

	return {
		getState: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		apply(event) {
			const next = reduce(state, event);
			if (next === state) {
				return;
			}
			state = next;
			hasNews = true;
			if (isQuiet) {
				notify();
			}
		},
	};
};
