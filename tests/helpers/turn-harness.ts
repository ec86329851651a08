import {runTurn, type TurnDeps, type TurnOutcome} from '../../source/core/chat/run-turn.ts';
import type {AskAnswer, TurnAsk} from '../../source/domain/ask.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {ModelEvent} from '../../source/domain/model.ts';
import type {AskUser, ResultStore} from '../../source/domain/ports.ts';
import {createCounterIds} from './counter-ids.ts';
import {createFakeClock, type FakeClock} from './fake-clock.ts';
import {createFakeServers, type FakeServers, offerTool} from './fake-servers.ts';
import {createRecordingSink, type RecordingSink} from './recording-sink.ts';
import {type ScriptedModel, toolCall} from './scripted-model.ts';

/** The tools that a turn under test may use. */
export const turnTools = [offerTool('files', 'read'), offerTool('files', 'write')];

export const readCall = (callId: string, args: JsonObject = {}): ModelEvent =>
	toolCall(callId, 'files__read', args);

/** Leaves every result as it is. */
export const keepsAll: ResultStore = {keep: async (_callId, result) => result, read: async () => undefined};

/** Waits until it is interrupted, however short the wait would be. */
export const sleepsUntilAborted = (_milliseconds: number, signal: AbortSignal): Promise<void> =>
	new Promise(resolve => signal.addEventListener('abort', () => resolve()));

/** Answers the questions about a turn one after the other, and remembers them. */
export const answersTurn = (
	...answers: readonly AskAnswer['type'][]
): {readonly askUser: AskUser; readonly asked: readonly TurnAsk[]} => {
	const asked: TurnAsk[] = [];
	return {
		asked,
		async askUser(ask) {
			if (ask.kind !== 'turn') {
				return {type: 'aborted'};
			}
			asked.push(ask);
			const type = answers[asked.length - 1] ?? 'stop';
			return type === 'allow' ? {type, scope: 'once'} : {type};
		},
	};
};

export type TurnHarness = {
	readonly sink: RecordingSink;
	readonly servers: FakeServers;
	readonly model: ScriptedModel;
	readonly clock: FakeClock;
	readonly controller: AbortController;
	readonly run: () => Promise<TurnOutcome>;
	/** What the user was told, in order. */
	readonly notices: () => readonly string[];
};

/** One turn with fakes at its ports; every call is allowed unless the policy is replaced. */
export const createTurnHarness = (
	model: ScriptedModel,
	servers: FakeServers = createFakeServers({tools: turnTools}),
	rest: Partial<TurnDeps> = {},
): TurnHarness => {
	const sink = createRecordingSink();
	const clock = createFakeClock();
	const controller = new AbortController();
	const deps: TurnDeps = {
		model,
		servers,
		sink,
		policy: {decide: () => ({decision: 'allow', rule: 'test'})},
		approvalMode: () => 'auto',
		grants: () => [],
		askUser: answersTurn().askUser,
		newId: createCounterIds(),
		history: () => [{role: 'user', text: 'Hi'}],
		instructions: () => '',
		schedule: clock.schedule,
		now: clock.now,
		random: () => 0.5,
		sleep: clock.sleep,
		maxSteps: 5,
		setAside: () => [],
		calls: () => [],
		results: keepsAll,
		compact: async () => ({type: 'compacted'}),
		...rest,
	};
	return {
		sink,
		servers,
		model,
		clock,
		controller,
		run: () => runTurn('t1', deps, controller.signal),
		notices: () => sink.facts.flatMap(fact => (fact.type === 'notice-raised' ? [fact.text] : [])),
	};
};
