import {runTurn, type TurnDeps, type TurnOutcome} from '../../source/core/chat/run-turn.ts';
import type {AskAnswer, TurnAsk} from '../../source/domain/ask.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {ModelEvent} from '../../source/domain/model.ts';
import type {AskUser, Policy, ResultStore, ToolGate} from '../../source/domain/ports.ts';
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

/** Allows everything, and takes every tool for one that writes and can be trusted. */
export const allowsAll: Policy = {
	decide: () => ({decision: 'allow', rule: 'test'}),
	isBelieved: () => false,
	isReadOnly: () => false,
	isUntrusted: () => false,
	isForeignTo: () => false,
	isHarmless: () => false,
	isReviewed: () => false,
};

/** Keeps no tool from the model. */
export const openGate: ToolGate = {prepare: async () => undefined, whyWithheld: () => undefined};

/** Waits until it is interrupted, however short the wait would be. */
export const sleepsUntilAborted = (_milliseconds: number, signal: AbortSignal): Promise<void> =>
	new Promise(resolve => signal.addEventListener('abort', () => resolve()));

/** The shortest answer of a type. */
export const plainAnswer = (type: AskAnswer['type']): AskAnswer => {
	switch (type) {
		case 'allow':
			return {type, scope: 'once'};
		case 'edit':
			return {type, text: 'edited'};
		default:
			return {type};
	}
};

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
			return plainAnswer(answers[asked.length - 1] ?? 'stop');
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
		policy: allowsAll,
		gate: openGate,
		approvalMode: () => 'auto',
		workMode: () => 'act',
		sessionGrants: () => [],
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
