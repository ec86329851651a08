import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {CallReport} from '../../../source/domain/ports.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {at, replay} from '../../helpers/conversation-events.ts';
import {createFakeServers, offerTool, succeededWith} from '../../helpers/fake-servers.ts';
import {
	events,
	hangsAfter,
	type ScriptedAnswer,
	scriptModel,
	throwsAfter,
	toolCall,
} from '../../helpers/scripted-model.ts';

const tools = [offerTool('files', 'read'), offerTool('files', 'ask'), offerTool('files', 'fail')];

/** What the model does in one answer; `ids` may repeat or be empty, as providers do. */
type Plan = {
	readonly text: string;
	readonly ids: readonly string[];
	readonly names: readonly string[];
	readonly end: 'stop' | 'length' | 'cut' | 'throw' | 'hang';
};

const plan: fc.Arbitrary<Plan> = fc.record({
	text: fc.constantFrom('', 'Some words'),
	ids: fc.array(fc.constantFrom('', 'call_0', 'call_1'), {maxLength: 3}),
	names: fc.array(fc.constantFrom('files__read', 'files__ask', 'files__fail', 'nobody'), {
		minLength: 3,
		maxLength: 3,
	}),
	end: fc.oneof(
		{weight: 6, arbitrary: fc.constant('stop' as const)},
		{
			weight: 1,
			arbitrary: fc.constantFrom('length' as const, 'cut' as const, 'throw' as const, 'hang' as const),
		},
	),
});

let counted = 0;

const answer = ({text, ids, names, end}: Plan): ScriptedAnswer => {
	const said = [
		...(text === '' ? [] : [{type: 'text' as const, text}]),
		...ids.map((id, index) => {
			counted += 1;
			return toolCall(id, names[index] ?? '', {number: counted});
		}),
	];
	switch (end) {
		case 'cut':
			return events(...said);
		case 'throw':
			return throwsAfter(new Error('HTTP 500'), ...said);
		case 'hang':
			return hangsAfter(...said);
		default:
			return events(...said, {type: 'finished', reason: end});
	}
};

const reply = async (tool: string, args: object): Promise<CallReport> =>
	tool === 'fail'
		? {type: 'failed', failure: {code: 'broken', message: JSON.stringify(args)}}
		: succeededWith(JSON.stringify(args));

/** A conversation as it happens: three messages, questions answered this way and that, and interruptions. */
const converse = async (
	plans: readonly Plan[],
	answers: readonly ('allow' | 'deny' | 'stop' | 'interrupt')[],
) => {
	let asked = 0;
	const harness = createAppHarness({
		model: scriptModel(...plans.map(answer), events({type: 'finished', reason: 'stop'})),
		servers: createFakeServers({tools, onCall: ({tool}, args) => reply(tool, args)}),
		maxSteps: 4,
		policy: {
			decide: ({tool}) => ({decision: tool === 'ask' ? 'ask' : 'allow', rule: 'test'}),
		},
		onEvent(event) {
			if (event.type === 'ask-raised') {
				const given = answers[asked % answers.length] ?? 'allow';
				asked += 1;
				queueMicrotask(() => {
					if (given === 'interrupt') {
						harness.app.interrupt();
					} else {
						harness.app.answer(
							event.ask.askId,
							given === 'allow' ? {type: 'allow', scope: 'once'} : {type: given},
						);
					}
				});
			}
		},
	});
	for (const text of ['one', 'two', 'three']) {
		harness.app.submit(text);
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

const expectOwnResults = (messages: readonly Message[]): void => {
	const sent = new Map(
		messages.flatMap(message =>
			message.role === 'assistant'
				? message.blocks.flatMap(block =>
						block.type === 'tool-call' ? [[block.callId, JSON.stringify(block.arguments)] as const] : [],
					)
				: [],
		),
	);
	const results = messages.flatMap(message => (message.role === 'tool' ? [message] : []));
	expect(sent.size).toBe(results.length);
	for (const {callId, outcome, content} of results.filter(result => result.outcome === 'succeeded')) {
		expect([callId, outcome, content]).toEqual([
			callId,
			'succeeded',
			[{type: 'text', text: sent.get(callId)}],
		]);
	}
};

/** What the next request holds when the program died here and the session goes on. */
const resumed = (saved: readonly SessionEvent[]): readonly Message[] =>
	modelContext(
		replay([
			...saved,
			at({type: 'session-resumed', sessionId: 'session-1', version: '1.2.3', model: 'test/model'}),
			at({type: 'message-accepted', turnId: 'next', messageId: 'next', text: 'Go on'}),
		]),
	);

describe('the history that a model gets', () => {
	it('stays valid whatever happens, and after a kill at any instant', async () => {
		const given = fc.array(
			fc.constantFrom('allow' as const, 'deny' as const, 'stop' as const, 'interrupt' as const),
			{
				minLength: 1,
				maxLength: 4,
			},
		);
		await fc.assert(
			fc.asyncProperty(fc.array(plan, {minLength: 1, maxLength: 6}), given, async (plans, answers) => {
				const {model, saved, app} = await converse(plans, answers);
				for (const {messages} of model.requests) {
					expectValidHistory(messages);
					expectOwnResults(messages);
				}
				for (let length = 0; length <= saved.length; length++) {
					const messages = resumed(saved.slice(0, length));
					expectValidHistory(messages);
					expectOwnResults(messages);
				}
				expect(modelContext(replay(saved))).toEqual(modelContext(app.getState()));
			}),
			{numRuns: 150},
		);
	});

	it('says of every call that was sent and cut off that its outcome is unknown', async () => {
		const {saved} = await converse(
			[{text: '', ids: ['a', 'b'], names: ['files__read', 'files__fail'], end: 'stop'}],
			['allow'],
		);
		const started = saved.findLastIndex(({type}) => type === 'call-started');
		const messages = resumed(saved.slice(0, started + 1));
		expect(messages.filter(({role}) => role === 'tool')).toMatchObject([
			{outcome: 'cancelled', content: [{text: expect.stringContaining('unknown')}]},
			{outcome: 'cancelled', content: [{text: expect.stringContaining('unknown')}]},
		]);
	});
});
