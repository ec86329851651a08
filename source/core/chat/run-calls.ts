import {withRequiredDefaults} from '../../domain/argument-fields.ts';
import type {EventSink} from '../../domain/ports.ts';
import {expectManyListeners} from '../../support/many-listeners.ts';
import type {CallBlock} from './answer-blocks.ts';
import {type CallDeps, type CallYield, runCall} from './run-call.ts';
import type {CallEffect} from './seek-permission.ts';
import type {ToolOffer} from './tool-offer.ts';

export type CallsEnd = {readonly effect: CallEffect; readonly yields: readonly CallYield[]};

const requestCalls = (
	stepId: string,
	calls: readonly CallBlock[],
	offer: ToolOffer,
	sink: EventSink,
): void => {
	for (const {callId, modelName, arguments: args} of calls) {
		const definition = offer.find(modelName)?.definition;
		const title = definition?.title ?? definition?.annotations.title;
		sink.emit({
			type: 'call-requested',
			stepId,
			callId,
			server: definition?.server ?? '',
			tool: definition?.tool ?? modelName,
			modelName,
			...(title === undefined ? {} : {title}),
			arguments: args,
		});
	}
};

/** Calls of a model that was told to answer without any: shown, and none of them runs. */
export const refuseCalls = async (
	stepId: string,
	calls: readonly CallBlock[],
	offer: ToolOffer,
	sink: EventSink,
): Promise<void> => {
	requestCalls(stepId, calls, offer, sink);
	for (const {callId} of calls) {
		await sink.commit({type: 'call-denied', callId, rule: 'the turn was to end without tools'});
	}
};

/** Filled in before anything is shown, so that card, question, log and request have the same arguments. */
const withDefaults = (block: CallBlock, offer: ToolOffer): CallBlock => {
	const schema = offer.find(block.modelName)?.definition.inputSchema;
	return schema === undefined || block.invalid !== undefined
		? block
		: {...block, arguments: withRequiredDefaults(schema, block.arguments)};
};

/** Runs the calls of one answer side by side. */
export const runCalls = async (
	stepId: string,
	written: readonly CallBlock[],
	offer: ToolOffer,
	deps: CallDeps,
	signal: AbortSignal,
): Promise<CallsEnd> => {
	const calls = written.map(block => withDefaults(block, offer));
	requestCalls(stepId, calls, offer, deps.sink);
	const stop = new AbortController();
	const callSignal = AbortSignal.any([signal, stop.signal]);
	// Every call listens to it, and there may be many: that is no leak.
	expectManyListeners(callSignal);
	const yields: CallYield[] = [];
	// The model wrote all of them before it read what any of them brings.
	const heard = deps.hearing.now();
	// All of them: a call that is still under way must not outlive the turn, not even a turn that breaks.
	const ends = await Promise.allSettled(
		calls.map(async block => {
			let effect: CallEffect = 'stop';
			try {
				const end = await runCall(block, offer, {...deps, heard}, callSignal);
				effect = end.effect;
				if (end.yielded !== undefined) {
					yields.push({block, yielded: end.yielded});
				}
			} finally {
				if (effect === 'stop') {
					stop.abort();
				}
			}
		}),
	);
	for (const end of ends) {
		if (end.status === 'rejected') {
			throw end.reason;
		}
	}
	return {effect: stop.signal.aborted ? 'stop' : 'continue', yields};
};
