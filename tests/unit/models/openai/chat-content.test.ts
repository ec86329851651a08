import {describe, expect, it} from 'vitest';
import {createChatReader} from '../../../../source/core/models/openai/chat-reader.ts';
import type {ModelEvent} from '../../../../source/domain/model.ts';
import {call, calls, delta, finish, read} from '../../../helpers/chat-chunks.ts';
import {lastOf, readerDeps, textOf} from '../../../helpers/openai-adapter.ts';

describe('text and thinking', () => {
	it('reads content in parts, and the thoughts among them', () => {
		const events = read([
			delta({content: [{type: 'thinking', thinking: [{type: 'text', text: 'Hm.'}]}]}),
			delta({
				content: [
					{type: 'text', text: 'Hel'},
					{type: 'reference', reference_ids: [1]},
				],
			}),
			delta({content: 'lo'}),
			finish('stop'),
		]);
		expect(textOf(events, 'thinking')).toBe('Hm.');
		expect(textOf(events)).toBe('Hello');
	});

	it.each(['reasoning', 'reasoning_content', 'thinking'])('takes %s for thinking', name => {
		const events = read([
			delta({[name]: 'Let me '}),
			delta({[name]: 'see.'}),
			delta({content: 'Hi'}, 'stop'),
		]);
		expect(textOf(events, 'thinking')).toBe('Let me see.');
		expect(textOf(events)).toBe('Hi');
	});

	it('shows a thought once that comes under two names', () => {
		const events = read([
			delta({
				reasoning: 'Hm.',
				reasoning_content: 'Hm.',
				reasoning_details: [{type: 'reasoning.text', text: 'Hm.'}],
			}),
			finish('stop'),
		]);
		expect(textOf(events, 'thinking')).toBe('Hm.');
	});

	it('takes <think> at the start for thinking, wherever the fragments end', () => {
		const whole = '<think>\nLet <b> me see</think>\n\nIt is <think>4</think>.';
		for (let size = 1; size <= whole.length; size += 1) {
			const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
			const events = read([...pieces.map(content => delta({content})), finish('stop')]);
			expect(textOf(events, 'thinking')).toBe('\nLet <b> me see');
			expect(textOf(events)).toBe('It is <think>4</think>.');
		}
	});

	it.each(['<thin', '<think', '  <', 'think>'])('keeps a text that only looks like thinking: %s', content => {
		expect(textOf(read([delta({content}), finish('stop')]))).toBe(content);
	});

	it('takes </think> without an opening mark for the end of thinking, wherever the fragments end', () => {
		const whole = 'The user asks.\nI say <hi>.</think>\n\nHello </thought>.';
		for (let size = 1; size <= whole.length; size += 1) {
			const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
			const events = read([...pieces.map(content => delta({content})), finish('stop')]);
			const withdrawn = events.findIndex(({type}) => type === 'withdrawn');
			// A whole answer in one piece is never shown as something else.
			expect(withdrawn === -1).toBe(size >= whole.indexOf('</think>') + '</think>'.length);
			expect(textOf(events.slice(withdrawn + 1))).toBe('Hello </thought>.');
			expect(textOf(events, 'thinking') + textOf(events.slice(0, withdrawn + 1))).toHaveLength(
				whole.indexOf('</think>'),
			);
			expect(lastOf(events)).toMatchObject({raw: {content: {content: 'Hello </thought>.'}}});
		}
	});

	it.each([
		'Models end it with `</think>` in their text.',
		'```xml\n<x></think>\n```',
		'It begins with <think> and ends with </think>.',
		'The mark "</think>" ends it.',
	])('keeps a text that speaks about </think>: %s', content => {
		const events = read([...[...content].map(each => delta({content: each})), finish('stop')]);
		expect(textOf(events)).toBe(content);
		expect(events.map(({type}) => type)).not.toContain('withdrawn');
	});

	it('keeps </think> in the text of a server that sends thinking apart', () => {
		const events = read([delta({reasoning_content: 'Hm.'}), delta({content: 'a</think>b'}), finish('stop')]);
		expect(textOf(events)).toBe('a</think>b');
	});

	it('keeps a thought that never ends out of the text', () => {
		const events = read([delta({content: '<think>on and on</thi'}), finish('length')]);
		expect(textOf(events, 'thinking')).toBe('on and on</thi');
		expect(textOf(events)).toBe('');
	});

	it('does without a delta, without choices and with nonsense in their place', () => {
		const events = read([
			{choices: [{index: 0, finish_reason: null}]},
			{choices: null},
			{choices: [null]},
			{},
			{choices: [{delta: null}]},
			{choices: [{delta: {content: 5, tool_calls: 'none', reasoning: {}}}]},
			delta({content: 'Hi', tool_calls: [null, 5]}, 'stop'),
		]);
		expect(events).toMatchObject([
			{type: 'text', text: 'Hi'},
			{type: 'finished', reason: 'stop'},
		]);
	});
});

describe('what is kept to be sent back', () => {
	const rawOf = (events: readonly ModelEvent[]) => {
		const last = lastOf(events);
		return last.type === 'finished' ? last.raw : undefined;
	};

	it('is the message, put together', () => {
		const events = read([
			delta({role: 'assistant', content: null, reasoning_content: 'I need '}),
			delta({reasoning_content: 'the weather.'}),
			delta({content: 'One moment.'}),
			calls(call({index: 0, id: 'a', name: 'weather', arguments: '{"city":'})),
			calls(call({index: 0, arguments: '"Ulm"}'})),
			finish('tool_calls'),
		]);
		expect(rawOf(events)).toEqual({
			format: 'openai-chat',
			content: {
				provider: 'ollama',
				role: 'assistant',
				content: 'One moment.',
				reasoning_content: 'I need the weather.',
				tool_calls: [{id: 'a', type: 'function', function: {name: 'weather', arguments: '{"city":"Ulm"}'}}],
			},
		});
	});

	it('has the signatures of Gemini', () => {
		const signature = {google: {thought_signature: 'c2lnbmVk'}};
		const events = read([
			calls(call({index: 0, id: 'a', name: 'f', arguments: '{}', extra_content: signature})),
			delta({extra_content: signature}),
			finish('stop'),
		]);
		expect(rawOf(events)?.content).toMatchObject({
			extra_content: signature,
			tool_calls: [{id: 'a', extra_content: signature}],
		});
	});

	it('joins the details of a thought as OpenRouter wants them back', () => {
		const detail = (fields: object) => delta({reasoning_details: [fields]});
		const events = read([
			detail({
				type: 'reasoning.text',
				text: 'Let ',
				index: 0,
				format: 'anthropic-claude-v1',
				signature: null,
			}),
			detail({type: 'reasoning.text', text: 'me see.', index: 0, signature: null}),
			detail({type: 'reasoning.text', index: 0, signature: 'c2ln'}),
			detail({type: 'reasoning.encrypted', data: 'AAAA', index: 1}),
			detail({type: 'reasoning.encrypted', data: 'BBBB', index: 1}),
			finish('stop'),
		]);
		expect(rawOf(events)?.content).toMatchObject({
			reasoning_details: [
				{
					type: 'reasoning.text',
					text: 'Let me see.',
					index: 0,
					format: 'anthropic-claude-v1',
					signature: 'c2ln',
				},
				{type: 'reasoning.encrypted', data: 'AAAA', index: 1},
				{type: 'reasoning.encrypted', data: 'BBBB', index: 1},
			],
		});
	});
});

describe('an answer in one piece', () => {
	const whole = (message: object, reason: string | null) => ({
		object: 'chat.completion',
		choices: [{index: 0, message, finish_reason: reason}],
		usage: {prompt_tokens: 5, completion_tokens: 2},
	});
	const readWhole = (message: object) =>
		createChatReader(readerDeps()).readWhole(JSON.parse(JSON.stringify(message)));

	it('is understood', () => {
		const message = {
			role: 'assistant',
			content: 'Hi',
			tool_calls: [call({id: 'a', name: 'f', arguments: '{"a":1}'})],
		};
		expect(readWhole(whole(message, 'tool_calls'))).toMatchObject([
			{type: 'text', text: 'Hi'},
			{type: 'calling'},
			{type: 'tool-call', callId: 'a', modelName: 'f', arguments: {a: 1}},
			{type: 'finished', reason: 'tool-calls', usage: {inputTokens: 5}},
		]);
	});

	it('needs no reason, because it cannot have been cut', () => {
		expect(lastOf(readWhole(whole({content: 'Hi'}, null)))).toMatchObject({type: 'finished', reason: 'stop'});
	});

	it.each([
		[{error: 'model not found'}],
		[{error: {message: 'no'}}],
		[{detail: 'Not found'}],
		[{message: 'no', object: 'error'}],
	])('is a failure where it is an error: %j', body => {
		expect(readWhole(body)).toMatchObject([{type: 'failed', trouble: {kind: 'provider-error'}}]);
	});

	it.each([[{}], [{choices: []}], [{hello: 'world'}]])('is garbled where it is something else: %j', body => {
		expect(readWhole(body)).toMatchObject([{type: 'failed', trouble: {kind: 'garbled'}}]);
	});
});
