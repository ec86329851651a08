import type {ToolRef} from './tool.ts';

/** What is known about how a tool was used, over all sessions. It holds nothing of what was said. */
export type ToolStatistics = {
	readonly calls: number;
	/** Calls that ended with an error. */
	readonly errors: number;
	/** Calls that were broken off. They count as calls. */
	readonly cancelled: number;
	readonly lastUsed: number;
	/** Bytes of what it returned, all results together. */
	readonly bytes: number;
	/** Milliseconds that the last calls took, the newest last. Those that were broken off are not among them. */
	readonly durations: readonly number[];
};

/** The statistics of a tool, with which one it is. */
export type ToolUses = ToolRef & ToolStatistics;

/** One call that is over. */
export type ToolUse = ToolRef & {
	readonly outcome: 'succeeded' | 'failed' | 'cancelled';
	readonly at: number;
	readonly duration?: number;
	readonly bytes: number;
};

/** How tools are used, kept across sessions and shared by all instances. Nothing here throws or waits for the disk. */
export type UseBook = {
	readonly of: (ref: ToolRef) => ToolStatistics | undefined;
	/** Every tool that was ever used, those of servers that are gone included. */
	readonly all: () => readonly ToolUses[];
	readonly note: (use: ToolUse) => void;
	/** Reads what other instances have noted. */
	readonly refresh: () => Promise<void>;
	/** Resolves when everything noted so far was written, or could not be. */
	readonly flush: () => Promise<void>;
};

export const noStatistics: ToolStatistics = {
	calls: 0,
	errors: 0,
	cancelled: 0,
	lastUsed: 0,
	bytes: 0,
	durations: [],
};

/** Enough for a percentile that means something, and little enough to be kept for every tool. */
export const mostDurations = 100;

/** Both together; what the second saw counts as the newer. */
export const addStatistics = (one: ToolStatistics, other: ToolStatistics): ToolStatistics => ({
	calls: one.calls + other.calls,
	errors: one.errors + other.errors,
	cancelled: one.cancelled + other.cancelled,
	lastUsed: Math.max(one.lastUsed, other.lastUsed),
	bytes: one.bytes + other.bytes,
	durations: [...one.durations, ...other.durations].slice(-mostDurations),
});

export const statisticsOf = ({outcome, at, duration, bytes}: ToolUse): ToolStatistics => ({
	calls: 1,
	errors: outcome === 'failed' ? 1 : 0,
	cancelled: outcome === 'cancelled' ? 1 : 0,
	lastUsed: at,
	bytes,
	durations: duration === undefined || outcome === 'cancelled' ? [] : [Math.round(duration)],
});

/** The duration that so many of a hundred do not exceed; undefined where there is none. */
export const percentile = (durations: readonly number[], hundredth: number): number | undefined => {
	const sorted = durations.toSorted((one, other) => one - other);
	return sorted[Math.max(0, Math.ceil((sorted.length * hundredth) / 100) - 1)];
};
