/**
 * What took the time in a turn: the model, a wait before the next attempt, a question to the user, a tool, or the
 * summary of a history that did not fit.
 */
export const spanKinds = ['model', 'retry', 'question', 'tool', 'summary'] as const;
export type SpanKind = (typeof spanKinds)[number];

export type TimeSpan = {
	readonly kind: SpanKind;
	/** Of the step, the call or the question. */
	readonly id: string;
	/** Who took the time. Not safe to show. */
	readonly name: string;
	readonly from: number;
	/** When the first of an answer came. */
	readonly heardAt?: number;
	/** Absent while it lasts, and where nobody saw its end. */
	readonly until?: number;
	/** How it ended, where that was not well. */
	readonly end?: 'cut' | 'failed' | 'denied' | 'unknown';
};

export type TurnTimes = {
	readonly turnId: string;
	/** What the user asked. Not safe to show. */
	readonly text: string;
	readonly from: number;
	/** Absent while it lasts. */
	readonly until?: number;
	readonly end?: 'interrupted' | 'failed' | 'unknown';
	readonly spans: readonly TimeSpan[];
};

/** How long some spans lasted together: what happened at the same time counts once. */
export const timeCovered = (spans: readonly TimeSpan[], now: number): number => {
	let total = 0;
	let covered = Number.NEGATIVE_INFINITY;
	for (const {from, until = now} of spans.toSorted((one, other) => one.from - other.from)) {
		total += Math.max(0, until - Math.max(from, covered));
		covered = Math.max(covered, until);
	}
	return total;
};
