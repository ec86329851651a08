import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {normaliseHistory} from '../../../source/core/chat/normalise-history.ts';
import type {AssistantBlock, Message} from '../../../source/domain/message.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {plainAnthropicBody, plainChatBody, plainResponsesBody} from '../../helpers/plain-requests.ts';
import {checkAnthropicRequest} from '../../helpers/strict-anthropic.ts';
import {checkChatRequest} from '../../helpers/strict-openai-chat.ts';
import {checkResponsesRequest} from '../../helpers/strict-openai-responses.ts';
import {arbitraryHistory} from './arbitrary-history.ts';

const user = (text: string): Message => ({role: 'user', text});
const call = (callId: string, number = 0): AssistantBlock => ({
	type: 'tool-call',
	callId,
	modelName: 'files__read',
	arguments: {number},
});
const answer = (...blocks: readonly AssistantBlock[]): Message => ({role: 'assistant', blocks});
const says = (text: string): Message => answer({type: 'text', text});
const result = (callId: string, text: string): Message => ({
	role: 'tool',
	callId,
	outcome: 'succeeded',
	content: [{type: 'text', text}],
});

const callsIn = (messages: readonly Message[]) =>
	messages.flatMap(message =>
		message.role === 'assistant'
			? message.blocks.flatMap(block => (block.type === 'tool-call' ? [block] : []))
			: [],
	);

describe('a history before it is sent', () => {
	it('is the same where nothing is wrong with it', () => {
		const history = [user('Hi'), answer(call('a')), result('a', 'one'), says('Done'), user('Thanks')];
		const normal = normaliseHistory(history);
		expect(normal).toEqual(history);
		for (const [index, message] of history.entries()) expect(normal[index]).toBe(message);
	});

	it('has a result for every call, also for those that were interrupted', () => {
		const normal = normaliseHistory([
			user('Hi'),
			answer(call('a'), call('b')),
			result('b', 'two'),
			user('Stop'),
		]);
		expect(normal[2]).toMatchObject({role: 'tool', callId: 'a', outcome: 'cancelled'});
		expect(normal.slice(3)).toEqual([result('b', 'two'), user('Stop')]);
	});

	it('has the results in the order of the calls, before what the user said meanwhile', () => {
		expect(
			normaliseHistory([
				user('Hi'),
				answer(call('a'), call('b')),
				user('Meanwhile'),
				result('b', 'two'),
				result('a', 'one'),
			]),
		).toEqual([
			user('Hi'),
			answer(call('a'), call('b')),
			result('a', 'one'),
			result('b', 'two'),
			user('Meanwhile'),
		]);
	});

	it('has no result without a call, and no second one', () => {
		expect(
			normaliseHistory([
				result('a', 'too early'),
				user('Hi'),
				answer(call('a')),
				result('a', 'one'),
				result('a', 'again'),
				result('z', 'nobody asked'),
			]),
		).toEqual([user('Hi'), answer(call('a')), result('a', 'one')]);
	});

	it('gives a repeated id a new one that its result follows', () => {
		expect(
			normaliseHistory([
				user('Hi'),
				answer(call('call_0', 1), call('call_0', 2)),
				result('call_0', 'one'),
				result('call_0', 'two'),
				answer(call('call_0', 3), call('', 4)),
				result('', 'four'),
				result('call_0', 'three'),
			]),
		).toEqual([
			user('Hi'),
			answer(call('call_0', 1), call('call_0_2', 2)),
			result('call_0', 'one'),
			result('call_0_2', 'two'),
			answer(call('call_0_3', 3), call('call_2', 4)),
			result('call_0_3', 'three'),
			result('call_2', 'four'),
		]);
	});

	it('never takes an id that comes later', () => {
		const ids = callsIn(
			normaliseHistory([user('Hi'), answer(call('a'), call('a')), user('Hi'), answer(call('a_2'))]),
		).map(({callId}) => callId);
		expect(ids).toEqual(['a', 'a_3', 'a_2']);
	});

	it('has no empty texts', () => {
		expect(
			normaliseHistory([
				user(' \n'),
				user('Hi'),
				answer({type: 'text', text: '\n\n'}, call('a')),
				{role: 'tool', callId: 'a', outcome: 'succeeded', content: [{type: 'text', text: ''}]},
				says(' '),
				{role: 'user', text: ' ', attachments: [{type: 'image', mimeType: 'image/png', data: 'AAAA'}]},
			]),
		).toEqual([
			user('Hi'),
			answer(call('a')),
			result('a', 'The tool returned nothing.'),
			{role: 'user', text: '', attachments: [{type: 'image', mimeType: 'image/png', data: 'AAAA'}]},
		]);
	});

	it('has no answer that is only thinking', () => {
		const thinking = {type: 'thinking', text: 'Hm'} as const;
		const raw = {format: 'anthropic', content: [{type: 'thinking', thinking: 'Hm', signature: 's'}]};
		expect(
			normaliseHistory([
				user('Hi'),
				answer(thinking),
				{role: 'assistant', blocks: [thinking], raw},
				user('So?'),
			]),
		).toEqual([user('Hi'), user('So?')]);
	});

	it('keeps an answer as its provider gave it, thinking and all', () => {
		const signed: Message = {
			role: 'assistant',
			blocks: [{type: 'thinking', text: 'Hm'}, call('a')],
			raw: {
				format: 'anthropic',
				content: [
					{type: 'thinking', thinking: 'Hm', signature: 's'},
					{type: 'tool_use', id: 'a', name: 'files__read', input: {}},
				],
			},
		};
		expect(normaliseHistory([user('Hi'), signed])[1]).toBe(signed);
	});

	it('does without the provider’s own form where its calls are not those of the answer', () => {
		const torn: Message = {
			role: 'assistant',
			blocks: [call('a')],
			raw: {
				format: 'openai-responses',
				content: [
					{type: 'function_call', call_id: 'a', name: 'files__read', arguments: '{}'},
					{type: 'function_call', call_id: 'b', name: 'files__read', arguments: '{}'},
				],
			},
		};
		expect(normaliseHistory([user('Hi'), torn])[1]).toEqual(answer(call('a')));
	});

	it('begins and ends with the user, and has a word of the user between two answers', () => {
		expect(normaliseHistory([says('One'), says('Two')]).map(message => message.role)).toEqual([
			'user',
			'assistant',
			'user',
			'assistant',
			'user',
		]);
		expect(normaliseHistory([])).toEqual([user('Continue.')]);
	});

	it('is valid for every provider, whatever happened', () => {
		fc.assert(
			fc.property(arbitraryHistory(), history => {
				const normal = normaliseHistory(history);
				expectValidHistory(normal);
				expect(checkAnthropicRequest(plainAnthropicBody(normal))).toEqual([]);
				expect(checkChatRequest(plainChatBody(normal))).toEqual([]);
				expect(checkResponsesRequest(plainResponsesBody(normal))).toEqual([]);
			}),
			{numRuns: 500},
		);
	});

	it('changes nothing the second time, and nothing in what it was given', () => {
		fc.assert(
			fc.property(arbitraryHistory(), history => {
				const before = JSON.stringify(history);
				const normal = normaliseHistory(history);
				expect(JSON.stringify(history)).toBe(before);
				const again = normaliseHistory(normal);
				expect(again.length).toBe(normal.length);
				for (const [index, message] of normal.entries()) expect(again[index]).toBe(message);
			}),
			{numRuns: 500},
		);
	});

	it('has the calls that were made and no others', () => {
		fc.assert(
			fc.property(arbitraryHistory(), history => {
				const plain = (messages: readonly Message[]) =>
					callsIn(messages).map(({modelName, arguments: args}) => ({modelName, args}));
				expect(plain(normaliseHistory(history))).toEqual(plain(history));
			}),
			{numRuns: 300},
		);
	});

	it('keeps every result that directly follows its call', () => {
		fc.assert(
			fc.property(arbitraryHistory(), history => {
				const kept = new Set(
					normaliseHistory(history).flatMap(message =>
						message.role === 'tool' ? [JSON.stringify(message.content)] : [],
					),
				);
				for (const index of history.keys()) {
					const [first] = callsIn(history.slice(index, index + 1));
					const next = history[index + 1];
					if (first === undefined || next?.role !== 'tool' || next.callId !== first.callId) continue;
					if (
						next.content.every(part => part.type !== 'text' || part.text.trim() !== '') &&
						next.content.length > 0
					) {
						expect(kept).toContain(JSON.stringify(next.content));
					}
				}
			}),
			{numRuns: 300},
		);
	});
});
