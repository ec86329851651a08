import type {App} from '../../app/app.ts';
import {describeError} from '../../domain/failure.ts';
import type {CallReport} from '../../domain/ports.ts';
import type {CallProgress, ToolCall} from '../../domain/tool-call.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {callName} from './call-text.ts';

/** A call that the user has made once more. */
export type AgainState =
	| {readonly type: 'running'; readonly progress?: CallProgress}
	| {readonly type: 'over'; readonly report: CallReport};

type AgainDeps = {
	readonly app: Pick<App, 'runAgain' | 'whyAskAgain'>;
	readonly onChange: () => void;
};

/** Runs calls again, one at a time, and remembers what came of the last. They are calls of the session and go on without us. */
export const createAgain = ({app, onChange}: AgainDeps) => {
	const states = new Map<string, AgainState>();

	return {
		of: (callId: string): AgainState | undefined => states.get(callId),
		isRunning: (): boolean => [...states.values()].some(({type}) => type === 'running'),
		/** What has to be asked before; undefined where even the model could run it unasked. */
		question(call: ToolCall): string | undefined {
			const why = app.whyAskAgain(call.callId);
			const isUnknown = call.status === 'cancelled' && call.outcomeUnknown;
			if (!isUnknown && why === undefined) {
				return undefined;
			}
			const before = isUnknown ? 'The first time may have worked. ' : '';
			const because = why === undefined ? '' : `. Asks because: ${sanitiseLine(why.rule)}`;
			return `${before}Run ${callName(call)} again with these arguments? y runs it, any other key does not${because}`;
		},
		start(call: ToolCall, isConfirmed: boolean): void {
			const {callId} = call;
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
				.runAgain(callId, {isConfirmed, onProgress})
				.then(end, (error: unknown) =>
					end({type: 'failed', failure: {code: 'failed', message: describeError(error)}}),
				);
		},
	};
};

export type Again = ReturnType<typeof createAgain>;
