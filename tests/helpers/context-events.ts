import type {AppEvent} from '../../source/domain/event.ts';
import type {AssistantBlock} from '../../source/domain/message.ts';
import {modelContext} from '../../source/state/model-context.ts';
import {at, replay, requested} from './conversation-events.ts';

export const failure = {code: 'broken', message: 'It broke.'};
export const callBlock = (callId: string): AssistantBlock => ({
	type: 'tool-call',
	callId,
	modelName: 'files__read',
	arguments: {path: callId},
});
export const accepted = (turnId: string, text: string) =>
	at({type: 'message-accepted' as const, turnId, messageId: `m-${turnId}`, text});
export const stepStarted = at({type: 'step-started' as const, turnId: 't1', stepId: 's1', model: 'm'});
export const streamed = (text: string) => at({type: 'answer-streamed' as const, stepId: 's1', text});
export const finished = (...blocks: readonly AssistantBlock[]) =>
	at({type: 'step-finished' as const, stepId: 's1', reason: 'stop' as const, blocks});
/** What the model sees after these events. */
export const contextOf = (...events: readonly AppEvent[]) => modelContext(replay(events));

export const oneCall = [accepted('t1', 'Hi'), stepStarted, finished(callBlock('c1')), at(requested('c1'))];
/** What it sees of the one call. */
export const resultOf = (...events: readonly AppEvent[]) => contextOf(...oneCall, ...events).at(-1);
