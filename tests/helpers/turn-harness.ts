import {runTurn, type TurnDeps, type TurnOutcome} from '../../source/core/chat/run-turn.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {ModelEvent} from '../../source/domain/model.ts';
import {createCounterIds} from './counter-ids.ts';
import {createFakeClock} from './fake-clock.ts';
import {createFakeServers, type FakeServers, offerTool} from './fake-servers.ts';
import {createRecordingSink, type RecordingSink} from './recording-sink.ts';
import {type ScriptedModel, toolCall} from './scripted-model.ts';

/** The tools that a turn under test may use. */
export const turnTools = [offerTool('files', 'read'), offerTool('files', 'write')];

export const readCall = (callId: string, args: JsonObject = {}): ModelEvent =>
	toolCall(callId, 'files__read', args);

export type TurnHarness = {
	readonly sink: RecordingSink;
	readonly servers: FakeServers;
	readonly model: ScriptedModel;
	readonly controller: AbortController;
	readonly run: () => Promise<TurnOutcome>;
};

/** One turn with fakes at its ports; every call is allowed unless the policy is replaced. */
export const createTurnHarness = (
	model: ScriptedModel,
	servers: FakeServers = createFakeServers({tools: turnTools}),
	rest: Partial<TurnDeps> = {},
): TurnHarness => {
	const sink = createRecordingSink();
	const controller = new AbortController();
	const deps: TurnDeps = {
		model,
		servers,
		sink,
		policy: {decide: () => ({decision: 'allow', rule: 'test'})},
		approvalMode: () => 'auto',
		grants: () => [],
		askUser: async () => ({type: 'aborted'}),
		newId: createCounterIds(),
		history: () => [{role: 'user', text: 'Hi'}],
		schedule: createFakeClock().schedule,
		maxSteps: 5,
		...rest,
	};
	return {sink, servers, model, controller, run: () => runTurn('t1', deps, controller.signal)};
};
