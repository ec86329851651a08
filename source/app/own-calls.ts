import type {Failure} from '../domain/failure.ts';
import type {JsonObject} from '../domain/json.ts';
import type {CallReport, EventSink, NewId, ResultStore, ToolServers} from '../domain/ports.ts';
import type {OfferedTool} from '../domain/tool.ts';
import type {CallProgress} from '../domain/tool-call.ts';

type OwnCallsDeps = {
	readonly servers: Pick<ToolServers, 'call'>;
	readonly sink: EventSink;
	readonly results: Pick<ResultStore, 'keep'>;
	readonly newId: NewId;
	/** Told what came back for a call, as it came. */
	readonly onReport: (callId: string, report: CallReport) => void;
	/** Told when no call of the user runs any more. */
	readonly onIdle: () => void;
};

type OwnCall = {
	readonly tool: OfferedTool;
	readonly args: JsonObject;
	/** Who allowed it, for the log. */
	readonly allowed: string;
	/** Why its arguments were not checked. */
	readonly unchecked?: string;
	readonly onProgress: (progress: CallProgress) => void;
};

/** Calls that the user makes, not the model. They belong to the app: they outlive the window that began them. */
export type OwnCalls = {
	/** Runs something under a signal that `interrupt` aborts, as well as the one that is given. */
	readonly run: (
		attempt: (signal: AbortSignal) => Promise<CallReport>,
		signal?: AbortSignal,
	) => Promise<CallReport>;
	/** Sends a call and keeps it like every call. No answer of the model has it, so the model never hears of it. */
	readonly send: (call: OwnCall, signal: AbortSignal) => Promise<CallReport>;
	readonly isRunning: () => boolean;
	/** Ends them all; false when there are none. */
	readonly interrupt: () => boolean;
	readonly settled: () => Promise<void>;
};

export const refusedCall = (failure: Failure): CallReport => ({type: 'failed', failure});

export const createOwnCalls = (deps: OwnCallsDeps): OwnCalls => {
	const {servers, sink, results} = deps;
	const running = new Map<AbortController, Promise<unknown>>();

	const end = async (callId: string, report: CallReport): Promise<void> => {
		if (report.type === 'cancelled') {
			await sink.commit({type: 'call-cancelled', callId, outcomeUnknown: report.sent});
			return;
		}
		const kept = report.result === undefined ? {} : {result: await results.keep(callId, report.result)};
		await sink.commit(
			report.type === 'failed'
				? {type: 'call-failed', callId, failure: report.failure, ...kept}
				: {type: 'call-succeeded', callId, result: report.result, ...kept},
		);
	};

	return {
		async send({tool: {definition, modelName}, args, allowed, unchecked, onProgress}, signal) {
			const {server, tool, title} = definition;
			const callId = deps.newId();
			const named = {server, tool, modelName, ...(title === undefined ? {} : {title})};
			sink.emit({type: 'call-requested', stepId: callId, callId, ...named, arguments: args});
			await sink.commit({
				type: 'call-started',
				callId,
				allowed,
				...(unchecked === undefined ? {} : {unchecked}),
			});
			const tell = (progress: CallProgress): void => {
				sink.emit({type: 'call-progressed', callId, progress});
				onProgress(progress);
			};
			const report = await servers.call(definition, args, tell, signal);
			deps.onReport(callId, report);
			await end(callId, report);
			return report;
		},
		run(attempt, signal) {
			const controller = new AbortController();
			const both = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
			const done = attempt(both).finally(() => {
				running.delete(controller);
				if (running.size === 0) {
					deps.onIdle();
				}
			});
			running.set(controller, done);
			return done;
		},
		isRunning: () => running.size > 0,
		interrupt() {
			for (const controller of running.keys()) {
				controller.abort();
			}
			return running.size > 0;
		},
		async settled() {
			await Promise.allSettled(running.values());
		},
	};
};
