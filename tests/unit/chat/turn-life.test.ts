import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {CompactionOutcome} from '../../../source/core/chat/compact-history.ts';
import type {TurnDeps} from '../../../source/core/chat/run-turn.ts';
import type {AskAnswer} from '../../../source/domain/ask.ts';
import type {ModelEvent, TroubleKind} from '../../../source/domain/model.ts';
import type {EventSink} from '../../../source/domain/ports.ts';
import {createFakeServers, runsUntilAborted, succeededWith} from '../../helpers/fake-servers.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {type ScriptedAnswer, scriptModel, toolCall, trouble} from '../../helpers/scripted-model.ts';
import {allowsAll, createTurnHarness, plainAnswer, turnTools} from '../../helpers/turn-harness.ts';
import {expectValidLife} from './valid-life.ts';

type AnswerEnd =
	| {readonly type: 'finished'; readonly reason: 'stop' | 'tool-calls' | 'length' | 'refusal'}
	| {readonly type: 'failed'; readonly kind: TroubleKind; readonly names: readonly string[]}
	| {readonly type: 'nothing' | 'throws' | 'hangs'};

type AnswerScript = {readonly events: readonly ModelEvent[]; readonly end: AnswerEnd};
type CallScript =
	| 'succeeds'
	| 'repeats'
	| 'fails'
	| 'cancels'
	| 'hangs'
	| 'is wrong'
	| 'is denied'
	| 'is asked'
	| 'is reviewed';

type Script = {
	readonly answers: readonly AnswerScript[];
	readonly calls: readonly CallScript[];
	readonly asks: readonly AskAnswer['type'][];
	readonly compactions: readonly CompactionOutcome['type'][];
	/** How many things happen before the user stops the turn. */
	readonly abortAfter: number;
};

const toolName = fc.constantFrom('files__read', 'files__write', 'files__fly');
const anyEvent: fc.Arbitrary<ModelEvent> = fc.oneof(
	fc.record({
		type: fc.constantFrom('text' as const, 'thinking' as const),
		text: fc.constantFrom('', 'a', 'bc'),
	}),
	fc.record({type: fc.constant('calling' as const), modelName: toolName, characters: fc.nat(99)}),
	fc.tuple(fc.constantFrom('', 'c1', 'c2', 'c3'), toolName, fc.boolean()).map(([id, name, isInvalid]) => ({
		...toolCall(id, name),
		...(isInvalid ? {invalid: '{'} : {}),
	})),
);
const anyEnd: fc.Arbitrary<AnswerEnd> = fc.oneof(
	{weight: 4, arbitrary: fc.constant({type: 'finished' as const, reason: 'tool-calls' as const})},
	fc.record({
		type: fc.constant('finished' as const),
		reason: fc.constantFrom('stop' as const, 'length' as const, 'refusal' as const),
	}),
	fc.record({
		type: fc.constant('failed' as const),
		kind: fc.constantFrom<TroubleKind>(
			'overloaded',
			'stalled',
			'cut',
			'wrong-key',
			'context-full',
			'bad-tool',
		),
		names: fc.subarray(['files__read', 'files__write', 'files__fly']),
	}),
	fc.record({type: fc.constantFrom('nothing' as const, 'throws' as const, 'hangs' as const)}),
);
const anyScript: fc.Arbitrary<Script> = fc.record({
	answers: fc.array(fc.record({events: fc.array(anyEvent, {maxLength: 5}), end: anyEnd}), {
		minLength: 1,
		maxLength: 8,
	}),
	calls: fc.array(
		fc.constantFrom<CallScript>(
			...(['succeeds', 'succeeds', 'repeats', 'repeats', 'fails', 'cancels'] as const),
			...(['hangs', 'is wrong', 'is denied', 'is asked', 'is reviewed'] as const),
		),
		{minLength: 1, maxLength: 12},
	),
	asks: fc.array(
		fc.constantFrom<AskAnswer['type']>(
			...(['continue', 'wrap-up', 'compact', 'stop', 'allow', 'deny', 'send', 'edit', 'withhold'] as const),
		),
		{maxLength: 6},
	),
	compactions: fc.array(fc.constantFrom<CompactionOutcome['type']>('compacted', 'failed', 'aborted'), {
		maxLength: 3,
	}),
	abortAfter: fc.integer({min: 0, max: 80}),
});

const failure = {code: 'broken', message: 'It broke.'};

/** A turn in which all ports behave as the script says. */
const play = (script: Script) => {
	const recorder = createRecordingSink();
	let happened = 0;
	let requestsAfterStop = 0;
	const tick = (): void => {
		if (happened === script.abortAfter) {
			controller.abort();
		}
		happened += 1;
	};
	/** What hangs is stopped by the user, or nothing would ever end. */
	const stopSoon = (): void => {
		setImmediate(() => controller.abort());
	};
	const sink: EventSink = {
		emit(fact) {
			recorder.emit(fact);
			tick();
		},
		async commit(fact) {
			tick();
			await recorder.commit(fact);
			tick();
		},
	};
	let callCount = 0;
	const nextCall = (): CallScript => {
		callCount += 1;
		return script.calls[callCount % script.calls.length] ?? 'succeeds';
	};
	const answerOf = ({events, end}: AnswerScript): ScriptedAnswer =>
		async function* (_request, signal) {
			requestsAfterStop += signal.aborted ? 1 : 0;
			for (const event of events) {
				tick();
				yield event;
			}
			tick();
			switch (end.type) {
				case 'finished':
					yield end;
					break;
				case 'failed':
					yield {type: 'failed', trouble: trouble(end.kind, {tools: end.names})};
					break;
				case 'throws':
					throw new Error('a bug');
				case 'hangs':
					stopSoon();
					await new Promise(() => undefined);
					break;
				case 'nothing':
					break;
			}
		};
	const servers = createFakeServers({
		tools: turnTools,
		connect: async () => tick(),
		async check() {
			tick();
			return nextCall() === 'is wrong' ? {type: 'wrong', failure} : undefined;
		},
		async onCall(ref, args, onProgress, signal) {
			tick();
			if (signal.aborted) {
				return {type: 'cancelled', sent: false};
			}
			switch (nextCall()) {
				case 'fails':
					return {type: 'failed', failure};
				case 'cancels':
					return {type: 'cancelled', sent: true};
				case 'hangs':
					stopSoon();
					return runsUntilAborted(ref, args, onProgress, signal);
				case 'repeats':
					return succeededWith('same');
				default:
					onProgress({progress: 1});
					return succeededWith(`result ${callCount}`);
			}
		},
	});
	let askCount = 0;
	let compactCount = 0;
	const rest: Partial<TurnDeps> = {
		sink,
		maxSteps: 3,
		calls: () =>
			recorder.facts.flatMap(fact =>
				fact.type === 'call-requested' ? [{...fact, requestedAt: 0, status: 'pending' as const}] : [],
			),
		policy: {
			...allowsAll,
			isReviewed: () => nextCall() === 'is reviewed',
			decide() {
				const what = nextCall();
				const decision = what === 'is denied' ? 'deny' : what === 'is asked' ? 'ask' : 'allow';
				return {decision, rule: 'test'};
			},
		},
		async askUser(_ask, signal) {
			tick();
			const type = script.asks[askCount] ?? 'stop';
			askCount += 1;
			if (signal.aborted) {
				return {type: 'aborted'};
			}
			return plainAnswer(type);
		},
		async compact() {
			tick();
			const type = script.compactions[compactCount] ?? 'compacted';
			compactCount += 1;
			return type === 'failed' ? {type, failure} : {type};
		},
	};
	const {run, controller, clock} = createTurnHarness(
		scriptModel(...script.answers.map(answerOf)),
		servers,
		rest,
	);
	return {run, clock, controller, facts: recorder.facts, requestsAfterStop: () => requestsAfterStop};
};

/** The user stops the turn when it is told that a half answer is left out, just before a new attempt is announced. */
const stoppedWhileTold: Script = {
	answers: [
		{
			events: [
				{type: 'calling', modelName: 'files__read', characters: 0},
				{type: 'text', text: 'bc'},
			],
			end: {type: 'failed', kind: 'overloaded', names: []},
		},
		{events: [], end: {type: 'finished', reason: 'stop'}},
	],
	calls: ['succeeds'],
	asks: [],
	compactions: [],
	abortAfter: 6,
};

describe('a turn, whatever happens in it and whenever it is stopped', () => {
	it('ends once, and so does every call in it', async () => {
		await fc.assert(
			fc.asyncProperty(anyScript, async script => {
				const {run, clock, facts, requestsAfterStop} = play(script);
				const outcome = await run();
				expectValidLife(facts);
				expect(facts.at(-1)?.type).toBe(`turn-${outcome.type}`);
				expect(requestsAfterStop()).toBe(0);
				expect(clock.timers()).toBe(0);
			}),
			{numRuns: 500},
		);
	});

	it('starts nothing once it is stopped', async () => {
		await fc.assert(
			fc.asyncProperty(anyScript, async script => {
				const {run, controller, facts} = play(script);
				let saidBefore = Number.POSITIVE_INFINITY;
				controller.signal.addEventListener('abort', () => {
					saidBefore = facts.length;
				});
				await run();
				const after = facts.slice(saidBefore).map(({type}) => type);
				expect(after).not.toContain('step-started');
				expect(after).not.toContain('retry-scheduled');
			}),
			{numRuns: 500, examples: [[stoppedWhileTold]]},
		);
	});
});
