import type {EventSink, Schedule} from '../../domain/ports.ts';

/**
 * How long deltas gather before they become one event: a token each would cost far more to show. Twelve times a second
 * looks like writing, and takes a quarter less than twenty times.
 */
const gatherMilliseconds = 80;

type Delta =
	| {readonly type: 'answer-streamed' | 'thinking-streamed'; readonly text: string}
	| {readonly type: 'call-drafted'; readonly modelName: string; readonly characters: number};

export type Gatherer = {
	readonly add: (delta: Delta) => void;
	/** Says what is left; nothing is under way afterwards. */
	readonly end: () => void;
};

/** One delta for both, or undefined when both must be said. Of drafts only the latest is worth showing. */
const join = (before: Delta, next: Delta): Delta | undefined => {
	if (next.type === 'call-drafted') {
		return before.type === 'call-drafted' ? next : undefined;
	}
	return before.type === next.type ? {type: next.type, text: before.text + next.text} : undefined;
};

/** Joins deltas into few events, in order, the first at once. */
export const createGatherer = (
	stepId: string,
	{sink, schedule}: {readonly sink: EventSink; readonly schedule: Schedule},
): Gatherer => {
	let waiting: Delta | undefined;
	let cancelTimer: (() => void) | undefined;

	const say = (): void => {
		if (waiting !== undefined) {
			sink.emit({...waiting, stepId});
			waiting = undefined;
		}
	};
	const onTimer = (): void => {
		cancelTimer = undefined;
		if (waiting !== undefined) {
			say();
			cancelTimer = schedule(onTimer, gatherMilliseconds);
		}
	};
	return {
		add(delta) {
			const joined = waiting === undefined ? delta : join(waiting, delta);
			if (joined === undefined) {
				say();
			}
			waiting = joined ?? delta;
			if (cancelTimer === undefined) {
				say();
				cancelTimer = schedule(onTimer, gatherMilliseconds);
			}
		},
		end() {
			cancelTimer?.();
			if (waiting?.type !== 'call-drafted') {
				say();
			}
		},
	};
};
