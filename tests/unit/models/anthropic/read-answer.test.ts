import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createAnswerReader} from '../../../../source/core/models/anthropic/read-answer.ts';
import type {ModelEvent} from '../../../../source/domain/model.ts';
import {createCounterIds} from '../../../helpers/counter-ids.ts';

const start = (index: number, content_block: object) => ({type: 'content_block_start', index, content_block});
const delta = (index: number, type: string, rest: object) => ({
	type: 'content_block_delta',
	index,
	delta: {type, ...rest},
});
const text = (index: number, words: string) => delta(index, 'text_delta', {text: words});
const json = (index: number, partial_json: string) => delta(index, 'input_json_delta', {partial_json});
const stop = (index: number) => ({type: 'content_block_stop', index});
const begin = {
	type: 'message_start',
	message: {
		id: 'msg_1',
		usage: {
			input_tokens: 10,
			cache_creation_input_tokens: 20,
			cache_read_input_tokens: 300,
			output_tokens: 1,
		},
	},
};
const end = (stop_reason: string | null = 'end_turn', usage: object = {output_tokens: 42}) => [
	{type: 'message_delta', delta: {stop_reason, stop_sequence: null}, usage},
	{type: 'message_stop'},
];
const toolUse = (id: string, name = 'files__read') => ({type: 'tool_use', id, name, input: {}});

const read = (events: readonly unknown[], usedIds: readonly string[] = []) => {
	const reader = createAnswerReader({newId: createCounterIds('new'), usedIds, priced: usage => usage});
	const shown: ModelEvent[] = [];
	for (const event of events) shown.push(...reader.read(event));
	return {shown, isOver: reader.isOver(), finished: reader.finish()};
};

const callsIn = (events: readonly ModelEvent[] | undefined) =>
	(events ?? []).filter(event => event.type === 'tool-call');
const endOf = (events: readonly ModelEvent[] | undefined) => events?.find(event => event.type === 'finished');

describe('reading an answer', () => {
	it('tells text and thinking as they come, and keeps everything for the next request', () => {
		const {shown, isOver, finished} = read([
			begin,
			{type: 'ping'},
			start(0, {type: 'thinking', thinking: '', signature: ''}),
			delta(0, 'thinking_delta', {thinking: 'Hm'}),
			delta(0, 'thinking_delta', {thinking: ' ...'}),
			delta(0, 'signature_delta', {signature: 'c2ln'}),
			stop(0),
			start(1, {type: 'redacted_thinking', data: 'eHh4'}),
			stop(1),
			start(2, {type: 'text', text: ''}),
			text(2, 'Hello'),
			text(2, ''),
			text(2, ' you'),
			stop(2),
			start(3, {type: 'server_novelty', content: [1]}),
			delta(3, 'novelty_delta', {more: 2}),
			stop(3),
			...end(),
		]);
		expect(shown).toEqual([
			{type: 'thinking', text: 'Hm'},
			{type: 'thinking', text: ' ...'},
			{type: 'text', text: 'Hello'},
			{type: 'text', text: ' you'},
		]);
		expect(isOver).toBe(true);
		expect(finished).toEqual([
			{
				type: 'finished',
				reason: 'stop',
				usage: {inputTokens: 330, outputTokens: 42, cachedTokens: 300, cacheWriteTokens: 20},
				raw: {
					format: 'anthropic',
					content: [
						{type: 'thinking', thinking: 'Hm ...', signature: 'c2ln'},
						{type: 'redacted_thinking', data: 'eHh4'},
						{type: 'text', text: 'Hello you'},
						{type: 'server_novelty', content: [1]},
					],
				},
			},
		]);
	});

	it('gives calls only when the answer is complete, in the order of their blocks', () => {
		const events = [
			begin,
			start(0, toolUse('a')),
			start(1, {...toolUse('b', 'files__list'), caller: {type: 'direct'}}),
			json(1, '{"dir'),
			json(0, '{"path":'),
			json(1, '":"/"}'),
			stop(1),
			json(0, '"x"}'),
			stop(0),
		];
		const {shown} = read(events);
		expect(shown).toEqual([
			{type: 'calling', modelName: 'files__read', characters: 0},
			{type: 'calling', modelName: 'files__list', characters: 0},
		]);
		const {finished} = read([...events, ...end('tool_use')]);
		expect(finished).toEqual([
			{type: 'tool-call', callId: 'a', modelName: 'files__read', arguments: {path: 'x'}},
			{type: 'tool-call', callId: 'b', modelName: 'files__list', arguments: {dir: '/'}},
			{
				type: 'finished',
				reason: 'tool-calls',
				usage: expect.anything(),
				raw: {
					format: 'anthropic',
					content: [
						{type: 'tool_use', id: 'a', name: 'files__read', input: {path: 'x'}},
						{type: 'tool_use', id: 'b', name: 'files__list', input: {dir: '/'}, caller: {type: 'direct'}},
					],
				},
			},
		]);
	});

	it('tells from time to time how much of a call there is', () => {
		const {shown} = read([
			start(0, toolUse('a')),
			...Array.from({length: 50}, () => json(0, 'x'.repeat(100))),
		]);
		expect(shown.map(event => (event.type === 'calling' ? event.characters : -1))).toEqual([0, 2100, 4200]);
	});

	it('takes arguments that come with the start of a call, and none', () => {
		const {finished} = read([
			start(0, {...toolUse('a'), input: {path: 'x'}}),
			stop(0),
			start(1, toolUse('b')),
			json(1, ''),
			stop(1),
			...end('tool_use'),
		]);
		expect(callsIn(finished).map(call => call.arguments)).toEqual([{path: 'x'}, {}]);
	});

	it('hands on arguments that are not the JSON of an object, unrepaired', () => {
		const {finished} = read([start(0, toolUse('a')), json(0, '{"path": "x'), stop(0), ...end('tool_use')]);
		expect(callsIn(finished)).toEqual([
			{type: 'tool-call', callId: 'a', modelName: 'files__read', arguments: {}, invalid: '{"path": "x'},
		]);
		expect(endOf(finished)?.raw?.content).toEqual([
			{type: 'tool_use', id: 'a', name: 'files__read', input: {}},
		]);
	});

	it('hands on arguments with a number that cannot be sent exactly, and keeps them for the history', () => {
		const written = '{"path": "x", "id": 12345678901234567890}';
		const {finished} = read([start(0, toolUse('a')), json(0, written), stop(0), ...end('tool_use')]);
		expect(callsIn(finished)).toMatchObject([{arguments: {}, invalid: written}]);
		expect(endOf(finished)?.raw?.content).toEqual([
			{type: 'tool_use', id: 'a', name: 'files__read', input: {path: 'x', id: 12345678901234567000}},
		]);
	});

	it('gives ids to calls that have none, or one that is taken', () => {
		const {finished} = read(
			[
				...['a', 'a', '', 'old', 'b'].flatMap((id, index) => [start(index, toolUse(id)), stop(index)]),
				start(5, {type: 'tool_use', name: 'x'}),
				stop(5),
				...end('tool_use'),
			],
			['old'],
		);
		expect(callsIn(finished).map(call => call.callId)).toEqual([
			'a',
			'new-1',
			'new-2',
			'new-3',
			'b',
			'new-4',
		]);
	});

	it('does not mix up blocks when a server counts them wrongly', () => {
		const {finished} = read([
			start(0, toolUse('a')),
			json(0, '{"n":1}'),
			stop(0),
			start(0, toolUse('b')),
			json(0, '{"n":2}'),
			stop(0),
			...end('tool_use'),
		]);
		expect(callsIn(finished).map(call => call.arguments)).toEqual([{n: 1}, {n: 2}]);
	});

	it.each([
		['end_turn', 'stop'],
		['stop_sequence', 'stop'],
		['pause_turn', 'stop'],
		['tool_use', 'stop'],
		['something_new', 'stop'],
		['max_tokens', 'length'],
		['model_context_window_exceeded', 'length'],
		['refusal', 'refusal'],
	])('understands the end "%s"', (stopReason, reason) => {
		expect(endOf(read(end(stopReason)).finished)?.reason).toBe(reason);
	});

	it.each([
		['end_turn', 'tool-calls'],
		['tool_use', 'tool-calls'],
		['max_tokens', 'length'],
		['refusal', 'refusal'],
	])('understands the end "%s" of an answer with calls', (stopReason, reason) => {
		const {finished} = read([start(0, toolUse('a')), stop(0), ...end(stopReason)]);
		expect(endOf(finished)?.reason).toBe(reason);
	});

	it.each([
		['nothing', []],
		['pings', [{type: 'ping'}, {type: 'ping'}]],
		['no reason to stop', [begin, start(0, {type: 'text', text: 'a'}), stop(0), ...end(null)]],
		['no last event', [begin, start(0, toolUse('a')), stop(0), end('tool_use')[0]]],
		['a call without its end', [begin, start(0, toolUse('a')), ...end('tool_use')]],
		['only a last event', [{type: 'message_stop'}]],
	])('finishes nothing where there is %s', (_, events) => {
		expect(read(events).finished).toBeUndefined();
	});

	it.each([
		['no object', 'text'],
		['a delta for no block', text(7, 'x')],
		['a delta that is none', {type: 'content_block_delta', index: 0, delta: 'x'}],
		['a block that is none', {type: 'content_block_start', index: 0}],
		['an end that is none', {type: 'message_delta'}],
	])('throws at %s', (_, event) => {
		expect(() => read([event])).toThrow(SyntaxError);
	});

	it('throws the errors that a server reports in the stream', () => {
		const error = {type: 'error', error: {type: 'overloaded_error', message: 'Overloaded'}};
		expect(() => read([begin, error])).toThrow(expect.objectContaining({error}));
	});

	it('believes the last count of tokens, and counts nothing where there is none', () => {
		const {finished} = read([
			begin,
			...end('end_turn', {input_tokens: 11, output_tokens: 5, cache_read_input_tokens: null}),
		]);
		expect(endOf(finished)?.usage).toEqual({
			inputTokens: 331,
			outputTokens: 5,
			cachedTokens: 300,
			cacheWriteTokens: 20,
		});
		expect(endOf(read(end('end_turn', {output_tokens: 'many'})).finished)).not.toHaveProperty('usage');
	});

	it('reads the same calls however their arguments are split and interleaved', () => {
		const args = fc.dictionary(
			fc.string({unit: fc.constantFrom('a', '"', '\\', '{', '\u{1F600}'), maxLength: 5}),
			fc.jsonValue({maxDepth: 2}),
			{
				maxKeys: 4,
			},
		);
		fc.assert(
			fc.property(
				fc.array(args, {minLength: 1, maxLength: 4}),
				fc.infiniteStream(fc.nat({max: 1000})),
				(calls, dice) => {
					const roll = (below: number) => (dice.next().value ?? 0) % below;
					const rest = calls.map(value => JSON.stringify(value));
					const events: object[] = rest.map((_, index) => start(index, toolUse(`c${index}`)));
					while (rest.some(piece => piece !== '')) {
						const index = roll(rest.length);
						const piece = rest[index] ?? '';
						const length = roll(6);
						events.push(json(index, piece.slice(0, length)));
						rest[index] = piece.slice(length);
					}
					const {finished} = read([...events, ...rest.map((_, index) => stop(index)), ...end('tool_use')]);
					expect(callsIn(finished).map(call => JSON.stringify(call.arguments))).toEqual(
						calls.map(value => JSON.stringify(JSON.parse(JSON.stringify(value)))),
					);
				},
			),
		);
	});
});
