import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {normaliseHistory} from '../../../source/core/chat/normalise-history.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {Message} from '../../../source/domain/message.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {at, replay} from '../../helpers/conversation-events.ts';
import {providerProblems} from '../../helpers/provider-requests.ts';
import {anyCourse, converse, planned, readTwice, tools} from './any-conversation.ts';

/** Each result belongs to its own call: the tools answer with the arguments that they were given. */
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
	for (const {callId, content} of results.filter(result => result.outcome === 'succeeded')) {
		expect([
			[{type: 'text', text: sent.get(callId)}],
			[
				{type: 'text', text: '[The user changed the arguments before this ran: {"number":-1}]'},
				{type: 'text', text: '{"number":-1}'},
			],
			[{type: 'text', text: 'What the user wrote.'}],
			[{type: 'text', text: '[The user withheld this result.] No.'}],
			[{type: 'text', text: '[The user withheld this result.]'}],
		]).toContainEqual(content);
	}
};

/** Promise 1, and what the providers themselves would say. Most instants of a conversation give the same request. */
const createExpectation = () => {
	const seen = new Set<string>();
	return (messages: readonly Message[]): void => {
		const written = JSON.stringify(messages);
		if (!seen.has(written)) {
			seen.add(written);
			expectValidHistory(messages);
			expectOwnResults(messages);
			expect(providerProblems({instructions: 'Be careful.', messages, tools})).toEqual([]);
		}
	};
};

const resumed = at({
	type: 'session-resumed' as const,
	sessionId: 'session-1',
	version: '1.2.3',
	model: 'test/model',
});

/** The next request when the program died here and the session goes on with a message. */
const afterKill = (saved: readonly SessionEvent[]): readonly Message[] =>
	normaliseHistory(
		modelContext(
			replay([
				...saved,
				resumed,
				at({type: 'message-accepted', turnId: 'next', messageId: 'next', text: 'Go on'}),
			]),
		),
	);

/** The same when the turn that was under way is tried again. */
const afterRetry = (saved: readonly SessionEvent[]): readonly Message[] => {
	const turnId = saved.findLast(event => event.type === 'message-accepted')?.turnId ?? 'none';
	return normaliseHistory(modelContext(replay([...saved, resumed, at({type: 'turn-retried', turnId})])));
};

describe('the history that a model gets', () => {
	it('is taken by all providers whatever happens, and after a kill at any instant', async () => {
		await fc.assert(
			fc.asyncProperty(anyCourse, async course => {
				const {model, saved, app} = await converse(course);
				const expectSendable = createExpectation();
				for (const {messages} of model.requests) {
					expectSendable(messages);
				}
				for (let length = 0; length <= saved.length; length++) {
					expectSendable(afterKill(saved.slice(0, length)));
					expectSendable(afterRetry(saved.slice(0, length)));
				}
				expect(modelContext(replay(saved))).toEqual(modelContext(app.getState()));
			}),
			{numRuns: 100},
		);
	});

	it('says of every call that was sent and cut off that its outcome is unknown', async () => {
		const {saved} = await converse({
			plans: [readTwice],
			answers: ['allow'],
			actions: ['say'],
			interruptAfter: Number.POSITIVE_INFINITY,
		});
		const started = saved.findLastIndex(({type}) => type === 'call-started');
		const messages = afterKill(saved.slice(0, started + 1));
		expect(messages.filter(({role}) => role === 'tool')).toMatchObject([
			{outcome: 'cancelled', content: [{text: expect.stringContaining('unknown')}]},
			{outcome: 'cancelled', content: [{text: expect.stringContaining('unknown')}]},
		]);
	});

	it('keeps signed thinking untouched', async () => {
		const {model} = await converse({
			plans: [{...readTwice, isSigned: true}],
			answers: ['allow'],
			actions: ['say', 'say'],
			interruptAfter: Number.POSITIVE_INFINITY,
		});
		const [, answer] = model.requests.at(-1)?.messages ?? [];
		expect(answer).toMatchObject({
			raw: {content: [{type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk'}, {}, {}]},
		});
	});

	it('does not hold what a model said in attempts that were repeated', async () => {
		const {model} = await converse({
			plans: [
				planned({text: 'Stumbling', end: 'overloaded'}),
				planned({text: 'Stumbling', end: 'cut'}),
				planned({text: 'Hello.'}),
			],
			answers: ['allow'],
			actions: ['say', 'retry', 'say'],
			interruptAfter: Number.POSITIVE_INFINITY,
		});
		expect(model.requests).toHaveLength(4);
		expect(JSON.stringify(model.requests.map(({messages}) => messages))).not.toContain('Stumbling');
		expect(JSON.stringify(model.requests.at(-1))).toContain('Hello.');
	});
});
