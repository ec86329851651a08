import fc from 'fast-check';
import type {AskAnswer, TurnAsk} from '../../../source/domain/ask.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import type {CallReport} from '../../../source/domain/ports.ts';
import {allowAll, createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, succeededWith} from '../../helpers/fake-servers.ts';
import {
	events,
	fails,
	hangsAfter,
	type ScriptedAnswer,
	scriptModel,
	throwsAfter,
	trouble,
} from '../../helpers/scripted-model.ts';

export const tools = [
	offerTool('files', 'read'),
	offerTool('files', 'ask'),
	offerTool('files', 'fail'),
	offerTool('files', 'show'),
];

/** What the model does in one answer; `ids` may repeat or be empty, as providers do. */
export type Plan = {
	readonly text: string;
	readonly ids: readonly string[];
	readonly names: readonly string[];
	/** Whether the first call is no JSON. */
	readonly isInvalid: boolean;
	/** Whether the answer comes with the provider's own form of it, signed thinking included. */
	readonly isSigned: boolean;
	readonly end: 'stop' | 'length' | 'cut' | 'throw' | 'hang' | 'overloaded' | 'context-full' | 'bad-tool';
};

export const planned = (plan: Partial<Plan>): Plan => ({
	text: '',
	ids: [],
	names: [],
	isInvalid: false,
	isSigned: false,
	end: 'stop',
	...plan,
});

const anyEnd = fc.oneof(
	{weight: 6, arbitrary: fc.constant('stop' as const)},
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			...(['length', 'cut', 'throw', 'hang', 'overloaded', 'context-full', 'bad-tool'] as const),
		),
	},
);

const anyPlan: fc.Arbitrary<Plan> = fc.record({
	text: fc.constantFrom('', 'Some words'),
	ids: fc.array(fc.constantFrom('', 'call_0', 'call_1'), {maxLength: 3}),
	names: fc.array(fc.constantFrom('files__read', 'files__ask', 'files__fail', 'files__show', 'nobody'), {
		minLength: 3,
		maxLength: 3,
	}),
	isInvalid: fc.boolean(),
	isSigned: fc.boolean(),
	end: anyEnd,
});

/** Each call differs from every other, so that its result can be told from theirs. */
let counted = 0;

type Call = ModelEvent & {readonly type: 'tool-call'};

const callsOf = ({ids, names, isInvalid}: Plan): readonly Call[] =>
	ids.map((callId, index) => {
		counted += 1;
		const modelName = names[index] ?? '';
		return isInvalid && index === 0
			? {type: 'tool-call', callId, modelName, arguments: {}, invalid: `{"number": ${counted}`}
			: {type: 'tool-call', callId, modelName, arguments: {number: counted}};
	});

const rawOf = (text: string, calls: readonly Call[]): JsonValue => [
	{type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk'},
	...(text === '' ? [] : [{type: 'text', text}]),
	...calls.map(call => ({type: 'tool_use', id: call.callId, name: call.modelName, input: call.arguments})),
];

const answer = (plan: Plan): ScriptedAnswer => {
	const {text, isSigned, end} = plan;
	const calls = callsOf(plan);
	const said: readonly ModelEvent[] = [
		...(isSigned ? [{type: 'thinking' as const, text: 'Hm.'}] : []),
		...(text === '' ? [] : [{type: 'text' as const, text}]),
		...calls,
	];
	switch (end) {
		case 'cut':
			return events(...said);
		case 'throw':
			return throwsAfter(new Error('HTTP 500'), ...said);
		case 'hang':
			return hangsAfter(...said);
		case 'overloaded':
		case 'context-full':
			return fails(trouble(end), ...said);
		case 'bad-tool':
			return fails(trouble(end, {tools: ['files__fail']}), ...said);
		default:
			return events(...said, {
				type: 'finished',
				reason: end,
				...(isSigned ? {raw: {format: 'anthropic', content: rawOf(text, calls)}} : {}),
			});
	}
};

const reply = async (tool: string, args: object): Promise<CallReport> =>
	tool === 'fail'
		? {type: 'failed', failure: {code: 'broken', message: JSON.stringify(args)}}
		: succeededWith(JSON.stringify(args));

type Given = 'allow' | 'always' | 'edit' | 'deny' | 'stop' | 'interrupt';
type Action = 'say' | 'retry' | 'compact' | 'mode plan' | 'mode act';

export type Course = {
	readonly plans: readonly Plan[];
	/** How questions about calls are answered, in turn; those about the turn follow from it. */
	readonly answers: readonly Given[];
	readonly actions: readonly Action[];
	/** After how many events the user interrupts whatever is under way, again and again. */
	readonly interruptAfter: number;
};

export const anyCourse: fc.Arbitrary<Course> = fc.record({
	plans: fc.array(anyPlan, {minLength: 1, maxLength: 8}),
	answers: fc.array(fc.constantFrom<Given>('allow', 'always', 'edit', 'deny', 'stop', 'interrupt'), {
		minLength: 1,
		maxLength: 4,
	}),
	actions: fc.array(
		fc.constantFrom<Action>('say', 'say', 'say', 'retry', 'compact', 'mode plan', 'mode act'),
		{minLength: 1, maxLength: 6},
	),
	interruptAfter: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({min: 5, max: 40})),
});

const turnAnswers = {
	'steps-used': {allow: 'continue', always: 'continue', edit: 'continue', deny: 'wrap-up', stop: 'stop'},
	'going-round': {allow: 'continue', always: 'continue', edit: 'continue', deny: 'wrap-up', stop: 'stop'},
	'context-full': {allow: 'compact', always: 'compact', edit: 'compact', deny: 'compact', stop: 'stop'},
} as const satisfies Record<TurnAsk['reason'], Record<Exclude<Given, 'interrupt'>, AskAnswer['type']>>;

const callAnswers: Readonly<Record<Exclude<Given, 'interrupt'>, AskAnswer>> = {
	allow: {type: 'allow', scope: 'once'},
	always: {type: 'allow', scope: 'tool'},
	edit: {type: 'allow', scope: 'once', arguments: {number: -1}},
	deny: {type: 'deny'},
	stop: {type: 'stop'},
};

const reviewAnswers: Readonly<Record<Exclude<Given, 'interrupt'>, AskAnswer>> = {
	allow: {type: 'send'},
	always: {type: 'send'},
	edit: {type: 'edit', text: 'What the user wrote.'},
	deny: {type: 'withhold', message: 'No.'},
	stop: {type: 'stop'},
};

/** A conversation as it happens, with everything that a user and a provider may do in it. */
export const converse = async ({plans, answers, actions, interruptAfter}: Course) => {
	let asked = 0;
	let heard = 0;
	const harness = createAppHarness({
		model: scriptModel(...plans.map(answer), events({type: 'finished', reason: 'stop'})),
		servers: createFakeServers({tools, onCall: ({tool}, args) => reply(tool, args)}),
		maxSteps: 4,
		policy: {
			...allowAll,
			decide: ({tool}) => ({decision: tool.tool === 'ask' ? 'ask' : 'allow', rule: 'test'}),
			isReviewed: ({tool}) => tool === 'show' || tool === 'fail',
		},
		onEvent(event) {
			heard += 1;
			if (heard % interruptAfter === 0) {
				queueMicrotask(() => harness.app.interrupt());
			}
			if (event.type !== 'ask-raised') {
				return;
			}
			const {ask} = event;
			const given = answers[asked % answers.length] ?? 'allow';
			asked += 1;
			queueMicrotask(() => {
				if (given === 'interrupt') {
					harness.app.interrupt();
				} else if (ask.kind === 'turn') {
					harness.app.answer(ask.askId, {type: turnAnswers[ask.reason][given]});
				} else {
					harness.app.answer(ask.askId, (ask.kind === 'result' ? reviewAnswers : callAnswers)[given]);
				}
			});
		},
	});
	for (const [index, action] of actions.entries()) {
		harness.app.submit(action === 'say' ? `message ${index}` : `/${action}`);
		const settled = harness.app.settled();
		// A model that hangs is interrupted once nothing else moves.
		const isOver = await Promise.race([
			settled.then(() => true),
			new Promise<false>(resolve => setImmediate(() => setImmediate(() => resolve(false)))),
		]);
		if (!isOver) {
			harness.app.interrupt();
		}
		await settled;
	}
	return harness;
};

export const readTwice = planned({
	ids: ['a', 'b'],
	names: ['files__read', 'files__fail'],
});
