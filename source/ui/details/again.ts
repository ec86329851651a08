import type {App} from '../../app/app.ts';
import {describeError} from '../../domain/failure.ts';
import type {CallReport} from '../../domain/ports.ts';
import {isSameTool} from '../../domain/tool.ts';
import type {CallProgress, ToolCall} from '../../domain/tool-call.ts';
import {callName} from './call-text.ts';

/** A call that the user has made once more. */
export type AgainState =
	| {readonly type: 'running'; readonly progress?: CallProgress}
	| {readonly type: 'over'; readonly report: CallReport};

type AgainDeps = {
	readonly app: Pick<App, 'runAgain' | 'catalogue'>;
	readonly onChange: () => void;
};

/** Runs calls again, one at a time, and remembers what came of the last. */
export const createAgain = ({app, onChange}: AgainDeps) => {
	const states = new Map<string, AgainState>();
	let controller = new AbortController();

	return {
		of: (callId: string): AgainState | undefined => states.get(callId),
		isRunning: (): boolean => [...states.values()].some(({type}) => type === 'running'),
		/** What has to be asked before; undefined where the tool says that it does no harm to run it twice. */
		question(call: ToolCall): string | undefined {
			const tool = app.catalogue.tools().find(({definition}) => isSameTool(definition, call));
			const {readOnlyHint, idempotentHint} = tool?.definition.annotations ?? {};
			const isUnknown = call.status === 'cancelled' && call.outcomeUnknown;
			if (!isUnknown && (readOnlyHint === true || idempotentHint === true)) {
				return undefined;
			}
			const before = isUnknown ? 'The first time may have worked. ' : '';
			return `${before}Run ${callName(call)} again with these arguments? y runs it, any other key does not`;
		},
		start(call: ToolCall): void {
			const {callId} = call;
			controller = new AbortController();
			states.set(callId, {type: 'running'});
			onChange();
			const onProgress = (progress: CallProgress): void => {
				if (states.get(callId)?.type === 'running') {
					states.set(callId, {type: 'running', progress});
					onChange();
				}
			};
			const end = (report: CallReport): void => {
				states.set(callId, {type: 'over', report});
				onChange();
			};
			app
				.runAgain(callId, onProgress, controller.signal)
				.then(end, (error: unknown) =>
					end({type: 'failed', failure: {code: 'failed', message: describeError(error)}}),
				);
		},
		stop: (): void => controller.abort(),
	};
};

export type Again = ReturnType<typeof createAgain>;
