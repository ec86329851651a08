import fc from 'fast-check';
import type {Grant} from '../../source/domain/approval.ts';
import type {AppEvent, SessionFact} from '../../source/domain/event.ts';
import type {AssistantBlock} from '../../source/domain/message.ts';
import {type AppState, initialState} from '../../source/state/app-state.ts';
import {reduce} from '../../source/state/reduce.ts';

/** Short ways to write events; `at` counts up by itself where it does not matter. */
export const at = <Fact extends object>(fact: Fact, time = 0): Fact & {at: number} => ({...fact, at: time});

export const replay = (events: readonly AppEvent[], from: AppState = initialState): AppState =>
	events.reduce(reduce, from);

/** Everything a state says, as plain data. */
export const plainState = (state: AppState) => ({
	...state,
	items: [...state.items],
	calls: [...state.calls.values()],
	times: {...state.times, turns: [...state.times.turns]},
});

export const requested = (callId: string, stepId = 's1'): Extract<SessionFact, {type: 'call-requested'}> => ({
	type: 'call-requested',
	stepId,
	callId,
	server: 'files',
	tool: 'read',
	modelName: 'files__read',
	arguments: {path: callId},
});

export const ask = (askId: string, callId: string) => ({
	askId,
	kind: 'approval' as const,
	callId,
	server: 'files',
	tool: 'read',
	arguments: {path: callId},
	annotations: {},
	rule: 'approval mode always-ask',
});

/** The result of a call that waits to be seen by the user. */
export const resultAsk = (askId: string, callId: string) => ({
	askId,
	kind: 'result' as const,
	callId,
	server: 'files',
	tool: 'read',
	isError: false,
	result: {content: [{type: 'text' as const, text: 'private'}]},
	text: 'private',
});

export const definitionAsk = {
	askId: 'ask-definition',
	kind: 'definition' as const,
	server: 'files',
	changes: [
		{
			tool: 'read',
			parts: [{part: 'description' as const, difference: [{type: 'added' as const, text: 'new'}]}],
			flags: [],
		},
	],
};

export const folderAsk = {
	askId: 'ask-folder',
	kind: 'folder' as const,
	folder: '/home/test/project',
	servers: [{name: 'web', file: '.mcp.json', runs: 'npx web', variables: ['TOKEN'], isChanged: false}],
};

export const inputAsk = {
	askId: 'ask-input',
	kind: 'input' as const,
	inputId: 'token',
	servers: ['web'],
	isSecret: true,
};

/** An "always" for one tool. */
export const grant: Grant = {
	grantId: 'g1',
	scope: 'tool',
	server: 'files',
	serverPrint: 'print-of-files',
	tools: {read: 'print-of-read'},
	createdAt: Date.UTC(2026, 10, 16),
};

const turnId = fc.constantFrom('t1', 't2', 't3');
const stepId = fc.constantFrom('s1', 's2', 's3', 's4');
const callId = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5');
const compactionId = fc.constantFrom('k1', 'k2');
const rewindId = fc.constantFrom('r1', 'r2');
const model = fc.constantFrom('m', 'n');
const words = fc.constantFrom('', 'a', 'bc ', '\n');
const failure = fc.constant({code: 'broken', message: 'It broke.'});
const result = fc.constantFrom(
	{content: []},
	{content: [], structured: {sum: 3}},
	{content: [{type: 'text' as const, text: 'done'}]},
);

const callBlock = (id: string): AssistantBlock => ({
	type: 'tool-call',
	callId: id,
	modelName: 'files__read',
	arguments: {},
});

const blocks: fc.Arbitrary<readonly AssistantBlock[]> = fc
	.tuple(fc.boolean(), fc.uniqueArray(callId, {maxLength: 3}))
	.map(([hasText, ids]) => [
		...(hasText ? [{type: 'text' as const, text: 'hm'}] : []),
		...ids.map(callBlock),
	]);

/** Any event, in any order, about few enough things that they meet. */
const anyFact = fc.oneof(
	fc.record({type: fc.constant('message-accepted' as const), turnId, messageId: words, text: words}),
	fc.record({type: fc.constant('step-started' as const), turnId, stepId, model: fc.constant('m')}),
	fc.record({
		type: fc.constantFrom('answer-streamed' as const, 'thinking-streamed' as const),
		stepId,
		text: words,
	}),
	fc.record({
		type: fc.constant('step-finished' as const),
		stepId,
		reason: fc.constant('stop' as const),
		blocks,
	}),
	fc.tuple(callId, stepId).map(([id, step]) => requested(id, step)),
	callId.map(id => ({type: 'ask-raised' as const, ask: ask(`ask-${id}`, id)})),
	fc
		.tuple(
			callId,
			fc.constantFrom('once' as const, 'session' as const, 'tool' as const, 'server' as const),
			fc.boolean(),
		)
		.map(([id, scope, isEdited]) => ({
			type: 'ask-answered' as const,
			askId: `ask-${id}`,
			answer: {type: 'allow' as const, scope, ...(isEdited ? {arguments: {path: 'elsewhere'}} : {})},
		})),
	callId.map(id => ({type: 'ask-raised' as const, ask: resultAsk(`ask-result-${id}`, id)})),
	fc.tuple(callId, fc.constantFrom('send' as const, 'withhold' as const)).map(([id, type]) => ({
		type: 'ask-answered' as const,
		askId: `ask-result-${id}`,
		kind: 'result' as const,
		answer: {type},
	})),
	callId.map(id => ({type: 'ask-withdrawn' as const, askId: `ask-result-${id}`, kind: 'result' as const})),
	fc.constantFrom(definitionAsk, folderAsk, inputAsk).map(raised => ({
		type: 'ask-raised' as const,
		ask: raised,
	})),
	fc
		.tuple(fc.constantFrom(definitionAsk, folderAsk, inputAsk), fc.constantFrom('accept', 'dismiss'))
		.map(([{askId, kind}, type]) => ({
			type: 'ask-answered' as const,
			askId,
			kind,
			answer: {type: type === 'accept' ? ('accept' as const) : ('dismiss' as const)},
		})),
	fc.record({
		type: fc.constant('work-mode-changed' as const),
		mode: fc.constantFrom('plan' as const, 'act' as const),
	}),
	fc.constantFrom(
		{type: 'assistant-changed' as const},
		{type: 'assistant-changed' as const, assistant: 'coder'},
	),
	fc.constantFrom(
		{type: 'grants-changed' as const, grants: []},
		{type: 'grants-changed' as const, grants: [grant]},
	),
	callId.map(id => ({type: 'ask-withdrawn' as const, askId: `ask-${id}`})),
	callId.map(id => ({
		type: 'ask-raised' as const,
		ask: {
			kind: 'elicitation' as const,
			askId: `ask-${id}`,
			server: 'files',
			request: {mode: 'form' as const, message: 'Who?', schema: {}},
		},
	})),
	fc.constant({
		type: 'server-noticed' as const,
		server: 'files',
		notice: {type: 'logged' as const, level: 'info' as const, data: 'x'},
	}),
	fc.record({type: fc.constant('call-started' as const), callId}),
	fc.record({type: fc.constant('call-progressed' as const), callId, progress: fc.constant({progress: 1})}),
	fc.record(
		{
			type: fc.constant('call-succeeded' as const),
			callId,
			result,
			reviewed: fc.constantFrom('edited' as const, 'withheld' as const),
		},
		{requiredKeys: ['type', 'callId', 'result']},
	),
	fc.record(
		{
			type: fc.constant('call-failed' as const),
			callId,
			failure,
			result,
			reviewed: fc.constantFrom('edited' as const, 'withheld' as const),
		},
		{requiredKeys: ['type', 'callId', 'failure']},
	),
	fc.record({type: fc.constant('call-denied' as const), callId, rule: fc.constant('a rule')}),
	fc.record({type: fc.constant('call-cancelled' as const), callId, outcomeUnknown: fc.boolean()}),
	fc.record({
		type: fc.constantFrom('turn-finished' as const, 'turn-interrupted' as const, 'turn-retried' as const),
		turnId,
	}),
	fc.record({
		type: fc.constant('retry-scheduled' as const),
		turnId,
		failure,
		attempt: fc.constant(2),
		attempts: fc.constant(3),
		until: fc.nat(),
	}),
	fc.record({
		type: fc.constant('call-drafted' as const),
		stepId,
		modelName: fc.constant('files__read'),
		characters: fc.nat(),
	}),
	callId.map(id => ({
		type: 'ask-raised' as const,
		ask: {
			kind: 'turn' as const,
			askId: `ask-turn-${id}`,
			turnId: 't1',
			reason: 'steps-used' as const,
			message: 'All steps are used.',
		},
	})),
	fc.record({
		type: fc.constantFrom('compaction-started' as const, 'compaction-failed' as const),
		compactionId,
	}),
	fc.record({
		type: fc.constant('history-compacted' as const),
		compactionId,
		summary: fc.constant('So far so good.'),
		tokensBefore: fc.nat(),
		tokensAfter: fc.nat(),
	}),
	fc.record({type: fc.constant('model-changed' as const), model}),
	fc.record({type: fc.constant('model-learned' as const), model, facts: fc.constant({contextTokens: 1000})}),
	fc.record({
		type: fc.constant('tool-set-aside' as const),
		model,
		server: fc.constant('files'),
		tool: words,
		why: fc.constant('unfit' as const),
		reason: fc.constant('because'),
	}),
	fc.record({
		type: fc.constant('sampling-answered' as const),
		server: fc.constant('files'),
		model,
		usage: fc.constant({inputTokens: 1, outputTokens: 1, cost: 0.5}),
	}),
	fc.constant({type: 'usage-counted' as const, usage: {inputTokens: 1, outputTokens: 1}}),
	fc.record({type: fc.constant('turn-failed' as const), turnId, failure}),
	fc.record({type: fc.constant('message-queued' as const), messageId: words, text: words}),
	fc.constant({type: 'queue-withdrawn' as const}),
	fc.record({type: fc.constant('session-rewound' as const), rewindId, messageId: words}),
	fc.record({type: fc.constant('rewind-undone' as const), rewindId}),
	fc.constant({type: 'session-resumed' as const, sessionId: 'session-1', version: '1', model: 'm'}),
	fc.record({type: fc.constant('notice-raised' as const), tone: fc.constant('info' as const), text: words}),
	fc.record({type: fc.constant('saving-failed' as const), failure}),
	fc.constant({type: 'saving-resumed' as const}),
);

export const anyEvents: fc.Arbitrary<readonly AppEvent[]> = fc
	.array(anyFact, {maxLength: 60})
	.map(facts => facts.map((fact, index): AppEvent => at(fact, index)));
