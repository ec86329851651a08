import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createResponsesReader} from '../../../../source/core/models/openai/responses-reader.ts';
import type {ModelEvent} from '../../../../source/domain/model.ts';
import {callsOf, lastOf, readAll, readerDeps, textOf} from '../../../helpers/openai-adapter.ts';

const read = (events: readonly object[]): readonly ModelEvent[] =>
	readAll(createResponsesReader(readerDeps()), events, false);

const added = (index: number, item: object) => ({
	type: 'response.output_item.added',
	output_index: index,
	item,
});
const done = (index: number, item: object) => ({
	type: 'response.output_item.done',
	output_index: index,
	item,
});
const text = (index: number, delta: string) => ({
	type: 'response.output_text.delta',
	output_index: index,
	delta,
});
const written = (index: number, delta: string) => ({
	type: 'response.function_call_arguments.delta',
	output_index: index,
	delta,
});
const usage = {input_tokens: 10, output_tokens: 4, input_tokens_details: {cached_tokens: 8}};
const completed = (output: readonly object[] = []) => ({
	type: 'response.completed',
	response: {object: 'response', status: 'completed', output, usage},
});

const message = (words: string) => ({
	type: 'message',
	id: 'msg_1',
	role: 'assistant',
	content: [{type: 'output_text', text: words, annotations: []}],
});
const functionCall = (id: string, name: string, words: string) => ({
	type: 'function_call',
	id: `fc_${id}`,
	call_id: id,
	name,
	arguments: words,
});
/** Whose answer it is. */
const origin = {type: 'origin', provider: 'ollama'};
const reasoning = {
	type: 'reasoning',
	id: 'rs_1',
	summary: [{type: 'summary_text', text: 'Hm.'}],
	encrypted_content: 'AAAA',
};

describe('an answer of the Responses API', () => {
	it('has text, thinking, calls, usage, and the items as they came', () => {
		const call = functionCall('a', 'weather', '{"city":"Ulm"}');
		const events = read([
			{type: 'response.created', response: {status: 'in_progress'}},
			added(0, {type: 'reasoning', id: 'rs_1', summary: []}),
			{type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'Hm.'},
			done(0, reasoning),
			added(1, {type: 'message', id: 'msg_1', role: 'assistant', content: []}),
			text(1, 'One '),
			text(1, 'moment.'),
			done(1, message('One moment.')),
			added(2, functionCall('a', 'weather', '')),
			written(2, '{"city":'),
			written(2, '"Ulm"}'),
			{type: 'response.function_call_arguments.done', output_index: 2, arguments: '{"city":"Ulm"}'},
			done(2, call),
			completed([reasoning, message('One moment.'), call]),
		]);
		expect(events).toEqual([
			{type: 'thinking', text: 'Hm.'},
			{type: 'text', text: 'One '},
			{type: 'text', text: 'moment.'},
			{type: 'calling', modelName: 'weather', characters: 0},
			{type: 'tool-call', callId: 'a', modelName: 'weather', arguments: {city: 'Ulm'}},
			{
				type: 'finished',
				reason: 'tool-calls',
				usage: {inputTokens: 10, outputTokens: 4, cachedTokens: 8},
				raw: {format: 'openai-responses', content: [origin, reasoning, message('One moment.'), call]},
			},
		]);
	});

	it('is a stop without calls', () => {
		expect(lastOf(read([text(0, 'Hi'), done(0, message('Hi')), completed()]))).toMatchObject({
			reason: 'stop',
		});
	});

	it('is a cut without its last event, and gives no call', () => {
		const events = read([done(0, functionCall('a', 'weather', '{}'))]);
		expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
		expect(callsOf(events)).toEqual([]);
		expect(read([{type: 'response.cancelled', response: {}}])).toMatchObject([{trouble: {kind: 'cut'}}]);
	});

	it.each([
		['max_output_tokens', 'length'],
		['content_filter', 'refusal'],
	])('that is incomplete because of %s ends with %s, and gives no call', (why, reason) => {
		const events = read([
			text(0, 'Hi'),
			added(1, functionCall('a', 'weather', '')),
			{
				type: 'response.incomplete',
				response: {status: 'incomplete', incomplete_details: {reason: why}, usage},
			},
		]);
		expect(callsOf(events)).toEqual([]);
		expect(lastOf(events)).toEqual({type: 'finished', reason, usage: expect.anything()});
	});

	it.each([
		[{type: 'error', code: 'rate_limit_exceeded', message: 'Slow down'}],
		[{type: 'error', error: {code: 'rate_limit_exceeded', message: 'Slow down'}}],
		[
			{
				type: 'response.failed',
				response: {status: 'failed', error: {code: 'server_error', message: 'Slow down'}},
			},
		],
		[{error: {message: 'Slow down'}}],
	])('fails with what the server says: %j', event => {
		expect(lastOf(read([text(0, 'Hi'), event]))).toMatchObject({
			type: 'failed',
			trouble: {failure: {message: expect.stringContaining('Slow down')}},
		});
	});

	it('is a refusal, with its words as text', () => {
		const events = read([{type: 'response.refusal.delta', output_index: 0, delta: 'I cannot.'}, completed()]);
		expect(textOf(events)).toBe('I cannot.');
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'refusal'});
	});

	it('believes a whole item more than its pieces', () => {
		const events = read([
			added(0, functionCall('a', 'weather', '')),
			written(0, '{"city":'),
			done(0, functionCall('a', 'weather', '{"city":"Bern"}')),
			completed(),
		]);
		expect(callsOf(events)).toMatchObject([{arguments: {city: 'Bern'}}]);
	});

	it('does without whole items', () => {
		const events = read([
			added(0, functionCall('a', 'weather', '')),
			written(0, '{"city":"Ulm"}'),
			completed(),
		]);
		expect(callsOf(events)).toMatchObject([{callId: 'a', arguments: {city: 'Ulm'}}]);
	});

	it('does without deltas', () => {
		const events = read([done(0, reasoning), done(1, message('Hi')), completed()]);
		expect(textOf(events, 'thinking')).toBe('Hm.');
		expect(textOf(events)).toBe('Hi');
	});

	it('takes items that come only with the last event', () => {
		const events = read([completed([message('Hi'), functionCall('a', 'weather', '{}')])]);
		expect(textOf(events)).toBe('Hi');
		expect(callsOf(events)).toMatchObject([{callId: 'a'}]);
	});

	it('leaves a blank line between messages and between thoughts', () => {
		const thought = (part: number, delta: string) => ({
			type: 'response.reasoning_summary_text.delta',
			output_index: 0,
			summary_index: part,
			delta,
		});
		const events = read([
			thought(0, 'A'),
			thought(0, 'B'),
			thought(1, 'C'),
			text(1, 'D'),
			text(2, 'E'),
			completed(),
		]);
		expect(textOf(events, 'thinking')).toBe('AB\n\nC');
		expect(textOf(events)).toBe('D\n\nE');
	});

	it('gives calls ids of their own where they are missing or there twice', () => {
		const events = read([
			done(0, functionCall('same', 'weather', '{}')),
			done(1, functionCall('same', 'time', '{}')),
			done(2, functionCall('', 'time', '{}')),
			completed(),
		]);
		expect(callsOf(events).map(({callId}) => callId)).toEqual(['same', 'made-1', 'made-2']);
	});

	it('tells calls while they grow', () => {
		const events = read([
			added(0, functionCall('a', 'weather', '')),
			...Array.from({length: 50}, () => written(0, 'x'.repeat(100))),
			completed(),
		]);
		expect(events.filter(({type}) => type === 'calling')).toHaveLength(3);
	});

	it('ignores what it does not know, and nonsense', () => {
		const events = read([
			{},
			{type: 'response.audio.delta', delta: 'x'},
			{type: 'response.output_item.done'},
			{type: 'response.output_text.delta', output_index: 'x', delta: 5},
			{type: 'response.completed'},
		]);
		expect(events).toEqual([
			{type: 'finished', reason: 'stop', raw: {format: 'openai-responses', content: [origin]}},
		]);
	});

	it('is understood in one piece', () => {
		const readWhole = (body: object) =>
			createResponsesReader(readerDeps()).readWhole(JSON.parse(JSON.stringify(body)));
		expect(readWhole(completed([message('Hi')]).response)).toMatchObject([
			{type: 'text', text: 'Hi'},
			{type: 'finished', reason: 'stop'},
		]);
		expect(readWhole({object: 'response', status: 'failed', error: {message: 'no'}})).toMatchObject([
			{type: 'failed'},
		]);
		expect(readWhole({error: {message: 'no'}})).toMatchObject([
			{type: 'failed', trouble: {kind: 'provider-error'}},
		]);
		expect(readWhole({})).toMatchObject([{type: 'failed', trouble: {kind: 'garbled'}}]);
	});
});

describe('any cutting and interleaving of arguments', () => {
	it('gives the same calls', () => {
		const value = fc.dictionary(fc.string(), fc.jsonValue({maxDepth: 2}), {maxKeys: 4});
		const scenario = fc.record({
			values: fc.array(value, {minLength: 1, maxLength: 5}),
			sizes: fc.infiniteStream(fc.integer({min: 1, max: 7})),
			picks: fc.infiniteStream(fc.nat()),
		});
		fc.assert(
			fc.property(scenario, ({values, sizes, picks}) => {
				const rest = values.map((each, index) => ({index, text: JSON.stringify(each)}));
				const events: object[] = values.map((_, index) =>
					added(index, functionCall(`c${index}`, 'weather', '')),
				);
				while (rest.length > 0) {
					const place = (picks.next().value ?? 0) % rest.length;
					const queue = rest[place];
					if (queue === undefined) break;
					const size = sizes.next().value ?? 1;
					events.push(written(queue.index, queue.text.slice(0, size)));
					queue.text = queue.text.slice(size);
					if (queue.text === '') rest.splice(place, 1);
				}
				expect(callsOf(read([...events, completed()])).map(call => [call.callId, call.arguments])).toEqual(
					values.map((each, index) => [`c${index}`, JSON.parse(JSON.stringify(each))]),
				);
			}),
		);
	});
});
