import {
	type AppEvent,
	type AppFact,
	isLiveEvent,
	isSessionEvent,
	type SessionEvent,
} from '../domain/event.ts';
import type {JsonObject} from '../domain/json.ts';
import type {Clock, EventSink, Journal} from '../domain/ports.ts';
import {hideTokensInArguments, namedSecrets} from '../support/hide-tokens.ts';
import {createRedactor} from '../support/redactor.ts';
import {throwLater} from '../support/throw-later.ts';

type EventLogDeps = {
	readonly journal: Journal;
	readonly now: Clock;
	readonly apply: (event: AppEvent) => void;
	/** Front ends that print events as they happen listen here. */
	readonly onEvent?: (event: AppEvent) => void;
	/** Told of what `onEvent` throws: a defect of a listener is no failure of what it hears of. */
	readonly onListenerError?: (error: unknown) => void;
	/** Takes secrets out of what is saved and printed. */
	readonly redact?: (event: AppEvent) => AppEvent;
};

/** What is worth a file: something was said, the past changed, or the user named it. */
const beginnings: ReadonlySet<SessionEvent['type']> = new Set([
	'message-accepted',
	'turn-retried',
	'history-compacted',
	'session-rewound',
	'rewind-undone',
	'session-renamed',
]);
/** Of several before that, only the last counts. */
const settings: ReadonlySet<SessionEvent['type']> = new Set([
	'approval-mode-changed',
	'work-mode-changed',
	'assistant-changed',
	'model-changed',
]);

/** What servers answered. */
const ofResults: ReadonlySet<AppEvent['type']> = new Set(['call-succeeded', 'call-failed', 'ask-raised']);

/**
 * Keeps the opening of a session (that it began or goes on, in which mode and with which model) until something
 * happens in it, so that a start in which nothing was said leaves no trace on disk.
 */
const createOpening = (journal: Journal): ((event: SessionEvent) => void) => {
	let held: readonly SessionEvent[] | undefined = [];
	return event => {
		if (held === undefined) {
			journal.append(event);
			return;
		}
		held = [...(settings.has(event.type) ? held.filter(({type}) => type !== event.type) : held), event];
		if (beginnings.has(event.type)) {
			for (const opening of held) {
				journal.append(opening);
			}
			held = undefined;
		}
	};
};

const argumentsIn = (event: AppEvent): JsonObject | undefined => {
	if (event.type === 'call-requested') return event.arguments;
	return event.type === 'ask-answered' && event.answer.type === 'allow' ? event.answer.arguments : undefined;
};

/** The one way an event enters the program: stamped, then the session file, then the state. */
export const createEventLog = ({
	journal,
	now,
	apply,
	onEvent,
	onListenerError = throwLater,
	redact = event => event,
}: EventLogDeps): EventSink => {
	const save = createOpening(journal);
	/** Arguments that are called a secret. Servers repeat them in their results. */
	const named = createRedactor();
	const emit = (fact: AppFact): void => {
		const event: AppEvent = {...fact, at: now()};
		for (const secret of namedSecrets(argumentsIn(event))) {
			named.learn(secret);
		}
		const isLive = isLiveEvent(event);
		const known = redact(event);
		const safe = isLive ? known : hideTokensInArguments(known);
		const shown = ofResults.has(event.type) ? named.redactAll(safe) : safe;
		if (isSessionEvent(shown)) {
			save(shown);
		}
		// The user approves what is really sent, and a message that waits may become a draft again. What servers and models
		// say was looked at where it came in.
		apply(isLive && event.type !== 'message-queued' ? shown : event);
		try {
			onEvent?.(shown);
		} catch (error) {
			onListenerError(error);
		}
	};
	return {
		emit,
		async commit(fact) {
			emit(fact);
			await journal.flush();
		},
	};
};
