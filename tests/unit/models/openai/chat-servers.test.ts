import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createChatReader} from '../../../../source/core/models/openai/chat-reader.ts';
import {callsOf, lastOf, readAll, readerDeps, textOf} from '../../../helpers/openai-adapter.ts';
import {recordings} from '../../../servers/models/chat-recordings.ts';

describe('the stream of a call', () => {
	it.each(recordings)('is read from $server', ({chunks, thinking = '', text = '', id}) => {
		const events = readAll(createChatReader(readerDeps(['weather'])), chunks);
		expect(callsOf(events)).toEqual([
			{type: 'tool-call', callId: id, modelName: 'weather', arguments: {city: 'Ulm'}},
		]);
		expect(textOf(events, 'thinking')).toBe(thinking);
		expect(textOf(events)).toBe(text);
		expect(lastOf(events)).toMatchObject({type: 'finished', reason: 'tool-calls'});
	});

	it.each(recordings.filter(({server}) => server !== 'LM Studio'))(
		'has its usage from $server',
		({chunks}) => {
			const events = readAll(createChatReader(readerDeps(['weather'])), chunks);
			expect(lastOf(events)).toMatchObject({usage: {inputTokens: 20, outputTokens: 5}});
		},
	);

	it.each(recordings)('is a cut wherever it ends before its reason, at $server', ({chunks}) => {
		const end = chunks.findIndex(each => /"finish_reason":"/.test(JSON.stringify(each)));
		for (let count = 0; count < end; count += 1) {
			const events = readAll(createChatReader(readerDeps(['weather'])), chunks.slice(0, count), false);
			expect(lastOf(events)).toMatchObject({type: 'failed', trouble: {kind: 'cut'}});
			expect(callsOf(events)).toEqual([]);
		}
	});

	it.each(recordings)('is whole or none where [DONE] comes before its reason, at $server', ({chunks}) => {
		for (let count = 0; count < chunks.length; count += 1) {
			const events = readAll(createChatReader(readerDeps(['weather'])), chunks.slice(0, count));
			for (const each of callsOf(events)) expect(each).toMatchObject({arguments: {city: 'Ulm'}});
		}
	});
});

it('never throws over what a server may send, and always comes to an end', () => {
	const delta = fc.dictionary(
		fc.constantFrom(
			'content',
			'reasoning',
			'reasoning_details',
			'refusal',
			'tool_calls',
			'function_call',
			'extra_content',
		),
		fc.jsonValue(),
	);
	const choice = fc.record(
		{delta, finish_reason: fc.oneof(fc.constant(null), fc.constant('stop'), fc.jsonValue())},
		{requiredKeys: []},
	);
	const message = fc.oneof(
		fc.record(
			{choices: fc.oneof(fc.array(choice), fc.jsonValue()), usage: fc.jsonValue(), x_groq: fc.jsonValue()},
			{requiredKeys: []},
		),
		fc.dictionary(fc.string(), fc.jsonValue()),
	);
	fc.assert(
		fc.property(fc.array(message, {maxLength: 8}), messages => {
			const last = lastOf(readAll(createChatReader(readerDeps()), messages));
			expect(['finished', 'failed']).toContain(last.type);
		}),
	);
});
