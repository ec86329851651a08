import {describeError} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {CallReport} from '../../domain/ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {CallProgress} from '../../domain/tool-call.ts';

type TryRunDeps = {
	readonly tool: ToolDefinition;
	readonly args: JsonObject;
	readonly now: () => number;
	/** Told when it is over and nobody looks at it. */
	readonly onUnseenEnd: (report: CallReport) => void;
	readonly run: (onProgress: (progress: CallProgress) => void, signal: AbortSignal) => Promise<CallReport>;
};

/** A call that the user tries. It goes on without the window in which it was begun. */
export type TryRun = {
	readonly tool: ToolDefinition;
	readonly args: JsonObject;
	readonly startedAt: number;
	readonly progress: () => CallProgress | undefined;
	readonly over: () => {readonly report: CallReport; readonly endedAt: number} | undefined;
	readonly breakOff: () => void;
	readonly isBrokenOff: () => boolean;
	/** Who looks at it is told of progress and of the end. */
	readonly subscribe: (listener: () => void) => () => void;
};

/** It starts at once. */
export const startTryRun = ({tool, args, now, onUnseenEnd, run}: TryRunDeps): TryRun => {
	const ending = new AbortController();
	const listeners = new Set<() => void>();
	let progress: CallProgress | undefined;
	let over: ReturnType<TryRun['over']>;
	const tell = (): void => {
		for (const listener of [...listeners]) {
			listener();
		}
	};
	const end = (report: CallReport): void => {
		over = {report, endedAt: now()};
		if (listeners.size === 0) {
			onUnseenEnd(report);
		}
		tell();
	};
	const startedAt = now();
	run(next => {
		progress = next;
		tell();
	}, ending.signal).then(end, (error: unknown) =>
		end({type: 'failed', failure: {code: 'failed', message: describeError(error)}}),
	);
	return {
		tool,
		args,
		startedAt,
		progress: () => progress,
		over: () => over,
		breakOff: () => ending.abort(),
		isBrokenOff: () => ending.signal.aborted,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
};
