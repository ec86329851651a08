import {describe, expect, it} from 'vitest';
import {call, calls, delta, finish, read} from '../../../helpers/chat-chunks.ts';
import {callsOf, lastOf, textOf} from '../../../helpers/openai-adapter.ts';

describe('the end of an answer', () => {
	it.each([
		['stop', 'stop'],
		['eos', 'stop'],
		['end_turn', 'stop'],
		['something_new', 'stop'],
		['constructor', 'stop'],
		['length', 'length'],
		['model_length', 'length'],
		['content_filter', 'refusal'],
	])('takes %s for %s', (written, reason) => {
		expect(lastOf(read([delta({content: 'Hi'}), finish(written)]))).toMatchObject({type: 'finished', reason});
	});

	it.each(['stop', 'function_call', 'tool_calls', 'eos'])(
		'is tool calls where there are some, also after %s',
		written => {
			const events = read([calls(call({index: 0, id: 'a', name: 'f', arguments: '{}'})), finish(written)]);
			expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'tool-calls'});
		},
	);

	it('is a stop where calls were announced and none came', () => {
		expect(lastOf(read([delta({content: 'Hi'}), finish('tool_calls')]))).toMatchObject({reason: 'stop'});
	});

	it('is a cut without a reason where the server does not say that it is done', () => {
		const events = read([calls(call({index: 0, id: 'a', name: 'f', arguments: '{}'}))], false);
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
		expect(callsOf(events)).toEqual([]);
	});

	it('is announced by [DONE] where no chunk has a reason', () => {
		expect(lastOf(read([delta({content: 'Hi'})]))).toMatchObject({type: 'finished', reason: 'stop'});
		const events = read([calls(call({index: 0, id: 'a', name: 'f', arguments: '{}'}))]);
		expect(callsOf(events)).toMatchObject([{modelName: 'f', arguments: {}}]);
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'tool-calls'});
	});

	it.each([
		['half of its arguments', {index: 0, id: 'a', name: 'f', arguments: '{"path":'}],
		['none of its arguments', {index: 0, id: 'a', name: 'f', arguments: ''}],
		['no name', {index: 0, id: 'a', arguments: '{}'}],
	])('is a cut where only [DONE] follows a call with %s', (_, last) => {
		const events = read([calls(call({index: 0, id: 'b', name: 'f', arguments: '{}'})), calls(call(last))]);
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
		expect(callsOf(events)).toEqual([]);
	});

	it('is a cut where only [DONE] follows a thought', () => {
		const events = read([delta({reasoning_content: 'Hm.'}), delta({content: '<think>on and'})]);
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
	});

	it('is a cut where nothing came at all', () => {
		expect(read([])).toMatchObject([{type: 'failed', trouble: {kind: 'cut'}}]);
	});

	it('takes an empty reason for one only if the server says that it is done', () => {
		const chunks = [calls(call({index: 0, id: 'a', name: 'f', arguments: '{}'})), finish('')];
		expect(lastOf(read(chunks, true))).toMatchObject({reason: 'tool-calls'});
		expect(lastOf(read(chunks, false))).toMatchObject({trouble: {kind: 'cut'}});
	});

	it('is a cut where the server says that it was aborted', () => {
		expect(lastOf(read([delta({content: 'Hi'}), finish('abort')]))).toMatchObject({trouble: {kind: 'cut'}});
	});

	it('is a failure where the server gives an error for its reason', () => {
		expect(lastOf(read([delta({content: 'Hi'}), finish('insufficient_system_resource')]))).toMatchObject({
			type: 'failed',
			trouble: {failure: {message: expect.stringContaining('503')}},
		});
	});

	it('gives no call where the answer was cut off for its length: the last may be half of one', () => {
		const events = read([
			delta({content: 'Let me see.'}),
			calls(
				call({index: 0, id: 'a', name: 'f', arguments: '{}'}),
				call({index: 1, id: 'b', name: 'delete_all'}),
			),
			finish('length'),
		]);
		expect(callsOf(events)).toEqual([]);
		expect(lastOf(events)).toEqual({type: 'finished', reason: 'length'});
		expect(textOf(events)).toBe('Let me see.');
	});

	it('ignores an error after it, but not the usage', () => {
		const events = read([
			delta({content: 'Hi'}, 'stop'),
			{error: {message: 'late'}},
			{choices: [], usage: {prompt_tokens: 3, completion_tokens: 1}},
		]);
		expect(textOf(events)).toBe('Hi');
		expect(lastOf(events)).toMatchObject({reason: 'stop', usage: {inputTokens: 3, outputTokens: 1}});
	});

	it('keeps text and calls that come after the first reason', () => {
		const late = {content: 'lo', tool_calls: [call({index: 0, id: 'a', name: 'f', arguments: '{"x":1}'})]};
		const events = read([delta({content: 'Hi'}, 'stop'), delta(late), finish('tool_calls')]);
		expect(textOf(events)).toBe('Hilo');
		expect(callsOf(events)).toMatchObject([{callId: 'a', arguments: {x: 1}}]);
		expect(lastOf(events)).toMatchObject({
			reason: 'tool-calls',
			raw: {content: {content: 'Hilo', tool_calls: [{id: 'a'}]}},
		});
	});

	it('keeps calls before it where another reason follows, as gateways send it', () => {
		const chunk = calls(call({index: 0, id: 'a', name: 'f', arguments: '{}'}));
		const events = read([chunk, finish('tool_calls'), finish('stop')]);
		expect(callsOf(events)).toHaveLength(1);
		expect(lastOf(events)).toMatchObject({reason: 'tool-calls'});
	});

	it('is a cut where calls come after the first reason and no second one follows', () => {
		const late = calls(call({index: 0, id: 'a', name: 'f', arguments: '{"x":1}'}));
		const events = read([delta({content: 'Hi'}, 'stop'), late], false);
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
		expect(callsOf(events)).toEqual([]);
	});

	it('stays a limit that was reached whatever is said later', () => {
		const late = calls(call({index: 0, id: 'a', name: 'f', arguments: '{}'}));
		const events = read([delta({content: 'Hi'}, 'length'), late, finish('tool_calls')]);
		expect(callsOf(events)).toEqual([]);
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'length'});
	});

	it('is followed by nothing new where the server repeats the answer or sends empty pieces', () => {
		const one = {index: 0, id: 'a', name: 'f', arguments: '{"x":1}'};
		const again = {choices: [{index: 0, message: {content: 'Hi', tool_calls: [call(one)]}}]};
		const events = read(
			[
				delta({content: 'Hi', tool_calls: [call(one)]}, 'tool_calls'),
				delta({content: 'Hi'}),
				calls(call(one)),
				again,
				delta({role: 'assistant', content: ''}),
				calls({index: 0, id: null, type: null, function: {name: null, arguments: ''}}),
			],
			false,
		);
		expect(textOf(events)).toBe('Hi');
		expect(callsOf(events)).toMatchObject([{callId: 'a', arguments: {x: 1}}]);
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'tool-calls'});
	});

	it('fails with what an error in the stream says', () => {
		const events = read([delta({content: 'Hi'}), {error: {code: 502, message: 'Upstream broke'}}]);
		expect(lastOf(events)).toMatchObject({
			type: 'failed',
			trouble: {failure: {message: expect.stringContaining('Upstream broke')}},
		});
	});

	it('takes an object that calls itself an error for one', () => {
		expect(read([{object: 'error', message: 'bad', code: 400}])).toMatchObject([{type: 'failed'}]);
	});

	it('is a refusal, with its words as text, where the model refuses', () => {
		const events = read([delta({refusal: 'I cannot '}), delta({refusal: 'do that.'}), finish('stop')]);
		expect(textOf(events)).toBe('I cannot do that.');
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'refusal'});
	});
});

describe('calls', () => {
	it.each([
		['an empty function_call', {function_call: {}}],
		['a function_call of nothing', {function_call: {name: '', arguments: ''}}],
		['a function_call of nulls', {function_call: {name: null, arguments: null}}],
		['an empty entry', {tool_calls: [{}]}],
		['an entry of nulls', {tool_calls: [{index: 0, id: null, function: {name: null, arguments: ''}}]}],
	])('are not made up from %s in every chunk', (_, empty) => {
		const piece = (content: string) => ({choices: [{delta: {content, ...empty}, finish_reason: null}]});
		const events = read([piece('Hel'), piece('lo'), finish('stop')]);
		expect(textOf(events)).toBe('Hello');
		expect(callsOf(events)).toEqual([]);
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'stop'});
	});

	it('have no arguments where the server writes null', () => {
		const events = read([
			calls(call({index: 0, id: 'a', name: 'time', arguments: 'null'})),
			finish('tool_calls'),
		]);
		expect(callsOf(events)).toEqual([{type: 'tool-call', callId: 'a', modelName: 'time', arguments: {}}]);
	});
});

describe('usage', () => {
	const usage = {prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: {cached_tokens: 8}};
	const expected = {inputTokens: 10, outputTokens: 4, cachedTokens: 8};

	it.each([
		['in a chunk of its own', [finish('stop'), {choices: [], usage}]],
		['in a chunk without choices', [finish('stop'), {usage}]],
		['in the last chunk', [{...finish('stop'), usage}]],
		[
			'in every chunk, where the last counts',
			[
				{...delta({content: 'a'}), usage: {prompt_tokens: 1, completion_tokens: 1}},
				{...finish('stop'), usage},
			],
		],
		[
			'null in most',
			[
				{...delta({content: 'a'}), usage: null},
				{...finish('stop'), usage},
				{choices: [], usage: null},
			],
		],
		['as Groq says it', [{...finish('stop'), x_groq: {id: 'x', usage}}]],
	])('is read %s', (_, chunks) => {
		expect(lastOf(read(chunks))).toMatchObject({usage: expected});
	});

	it('is left out where it is nonsense', () => {
		const last = lastOf(read([{...finish('stop'), usage: {prompt_tokens: 'many', completion_tokens: -1}}]));
		expect(last).not.toHaveProperty('usage');
	});

	it('knows the name that DeepSeek has for cached tokens', () => {
		const chunk = {
			...finish('stop'),
			usage: {prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 6},
		};
		expect(lastOf(read([chunk]))).toMatchObject({usage: {cachedTokens: 6}});
	});
});
