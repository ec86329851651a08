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

describe('an answer whose items are numbered in more than one way', () => {
	it.each([
		[
			'the items are numbered otherwise when they are done',
			[text(0, 'Hello'), done(1, message('Hello'))],
			[],
		],
		['only the last event has the message, elsewhere', [text(3, 'Hello')], [reasoning, message('Hello')]],
		[
			'the items are listed in another order in the end',
			[text(0, 'Hello'), done(0, message('Hello')), done(1, reasoning)],
			[reasoning, message('Hello')],
		],
		[
			'the message has another id and number in the end',
			[{...text(0, 'Hello'), item_id: 'msg_x'}, done(0, {...message('Hello'), id: 'msg_y'})],
			[reasoning, {...message('Hello'), id: 'msg_z'}],
		],
	])('has its text once where %s', (_, streamed, listed) => {
		const events = read([...streamed, completed(listed)]);
		expect(textOf(events)).toBe('Hello');
		const last = lastOf(events);
		const kept = last.type === 'finished' ? JSON.stringify(last.raw?.content) : '';
		expect(kept.match(/"type":"message"/g)).toHaveLength(1);
	});

	it('has a call once that is numbered otherwise in the end', () => {
		const call = functionCall('a', 'weather', '{"city":"Ulm"}');
		const events = read([added(0, {type: 'reasoning', id: 'rs_1'}), done(1, call), completed([call])]);
		expect(callsOf(events)).toHaveLength(1);
	});

	it('keeps a message and a call apart that have the same number', () => {
		const call = functionCall('a', 'weather', '{}');
		const events = read([text(0, 'Hi'), done(0, message('Hi')), added(0, call), done(0, call), completed()]);
		expect(textOf(events)).toBe('Hi');
		expect(callsOf(events)).toMatchObject([{callId: 'a'}]);
		expect(lastOf(events)).toMatchObject({
			raw: {content: [origin, {type: 'message'}, {type: 'function_call'}]},
		});
	});
});
