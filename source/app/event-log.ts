import {type AppEvent, type AppFact, isSessionEvent} from '../domain/event.ts';
import type {Clock, EventSink, Journal} from '../domain/ports.ts';

type EventLogDeps = {
	readonly journal: Journal;
	readonly now: Clock;
	readonly apply: (event: AppEvent) => void;
	/** Front ends that print events as they happen listen here. */
	readonly onEvent?: (event: AppEvent) => void;
};

/** The one way an event enters the program: stamped, then the session file, then the state. */
export const createEventLog = ({journal, now, apply, onEvent}: EventLogDeps): EventSink => {
	const emit = (fact: AppFact): void => {
		const event: AppEvent = {...fact, at: now()};
		if (isSessionEvent(event)) {
			journal.append(event);
		}
		apply(event);
		onEvent?.(event);
	};
	return {
		emit,
		async commit(fact) {
			emit(fact);
			await journal.flush();
		},
	};
};
