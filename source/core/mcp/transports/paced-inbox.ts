import {collectGrowth} from '../../../support/collect-garbage.ts';
import {createTurnBudget} from '../../../support/turn-budget.ts';

/** Hands messages on one by one, and lets the rest of the program run in between when there are many. */
export type PacedInbox<Message> = {
	readonly push: (messages: readonly Message[]) => void;
	/** Calls back once nothing is waiting, which may be now. */
	readonly whenEmpty: (callback: () => void) => void;
};

type PacedInboxOptions<Message> = {
	readonly deliver: (message: Message) => void;
	/** Stops and restarts the source, so that a flood waits in the pipe and not in our memory. */
	readonly pause: () => void;
	readonly resume: () => void;
};

export const createPacedInbox = <Message>({
	deliver,
	pause,
	resume,
}: PacedInboxOptions<Message>): PacedInbox<Message> => {
	const isOverBudget = createTurnBudget();
	let waiting: Message[] = [];
	let next = 0;
	let working = false;
	let paused = false;
	let onEmpty: (() => void)[] = [];

	const becomeEmpty = () => {
		working = false;
		waiting = [];
		next = 0;
		if (paused) resume();
		paused = false;
		const callbacks = onEmpty;
		onEmpty = [];
		for (const callback of callbacks) callback();
	};

	const work = () => {
		const message = waiting[next];
		if (message === undefined) return becomeEmpty();
		if (isOverBudget()) {
			if (!paused) pause();
			paused = true;
			collectGrowth();
			setImmediate(work);
			return;
		}
		next += 1;
		deliver(message);
		// Not in a loop: the SDK handles notifications a microtask later than answers, and the answer to a call would
		// overtake the last progress report before it.
		queueMicrotask(work);
	};

	return {
		push: messages => {
			waiting.push(...messages);
			if (working || waiting.length === 0) return;
			working = true;
			queueMicrotask(work);
		},
		whenEmpty: callback => {
			if (working) onEmpty.push(callback);
			else callback();
		},
	};
};
