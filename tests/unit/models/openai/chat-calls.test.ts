import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createChatReader} from '../../../../source/core/models/openai/chat-reader.ts';
import type {ModelEvent} from '../../../../source/domain/model.ts';
import {callsOf, lastOf, readAll, readerDeps} from '../../../helpers/openai-adapter.ts';

type Fragment = {index?: number; id?: string | null; name?: string | null; arguments?: unknown};

const fragment = ({name, arguments: written, ...rest}: Fragment) => ({
	...rest,
	function: {...(name === undefined ? {} : {name}), ...(written === undefined ? {} : {arguments: written})},
});

const chunk = (...fragments: readonly Fragment[]) => ({
	choices: [{index: 0, delta: {tool_calls: fragments.map(fragment)}, finish_reason: null}],
});
const finish = {choices: [{index: 0, delta: {}, finish_reason: 'tool_calls'}]};

const read = (
	chunks: readonly object[],
	tools: readonly string[] = ['weather', 'time'],
): readonly ModelEvent[] => readAll(createChatReader(readerDeps(tools)), [...chunks, finish]);

const named = (events: readonly ModelEvent[]) =>
	callsOf(events).map(({callId, modelName, arguments: written}) => [callId, modelName, written]);

const both = [
	['a', 'weather', {city: 'Ulm'}],
	['b', 'time', {zone: 'CET'}],
];

describe('the calls of an answer', () => {
	it('are put together from interleaved fragments', () => {
		const events = read([
			chunk({index: 0, id: 'a', name: 'weather', arguments: ''}),
			chunk({index: 1, id: 'b', name: 'time', arguments: '{"zone"'}),
			chunk({index: 0, arguments: '{"city":'}, {index: 1, arguments: ':"CET"}'}),
			chunk({index: 0, arguments: '"Ulm"}'}),
		]);
		expect(named(events)).toEqual(both);
	});

	it('are whole in one chunk each, as Ollama and Groq send them', () => {
		const events = read([
			chunk({index: 0, id: 'a', name: 'weather', arguments: '{"city":"Ulm"}'}),
			chunk({index: 1, id: 'b', name: 'time', arguments: '{"zone":"CET"}'}),
		]);
		expect(named(events)).toEqual(both);
	});

	it('are told apart by their ids where the index is always 0', () => {
		const events = read([
			chunk({index: 0, id: 'a', name: 'weather', arguments: '{"city":'}),
			chunk({index: 0, id: 'b', name: 'time', arguments: '{"zone":'}),
			chunk({index: 0, id: 'a', arguments: '"Ulm"}'}),
			chunk({index: 0, id: 'b', arguments: '"CET"}'}),
		]);
		expect(named(events)).toEqual(both);
	});

	it('are told apart by their ids where there is no index', () => {
		const events = read([
			chunk({id: 'a', name: 'weather', arguments: '{"city":'}),
			chunk({arguments: '"Ulm"}'}),
			chunk({id: 'b', name: 'time', arguments: '{"zone":"CET"}'}),
		]);
		expect(named(events)).toEqual(both);
	});

	it.each([
		['', 0],
		[null, 0],
		[undefined, undefined],
	])('are told apart by being whole where there is no id (%s) and no useful index (%s)', (id, index) => {
		const rest = {...(id === undefined ? {} : {id}), ...(index === undefined ? {} : {index})};
		const events = read([
			chunk(
				{...rest, name: 'weather', arguments: '{"city":"Ulm"}'},
				{...rest, name: 'time', arguments: '{"zone":"CET"}'},
			),
			chunk({...rest, name: 'time', arguments: '{}'}),
		]);
		expect(named(events)).toEqual([
			['made-1', 'weather', {city: 'Ulm'}],
			['made-2', 'time', {zone: 'CET'}],
			['made-3', 'time', {}],
		]);
	});

	it('are told apart by their names where they have neither arguments nor ids', () => {
		expect(named(read([chunk({index: 0, name: 'weather'}), chunk({index: 0, name: 'time'})]))).toEqual([
			['made-1', 'weather', {}],
			['made-2', 'time', {}],
		]);
	});

	it('have arguments as objects, too', () => {
		expect(named(read([chunk({index: 0, id: 'a', name: 'weather', arguments: {city: 'Ulm'}})]))).toEqual([
			both[0],
		]);
	});

	it('keep a name that is repeated in every fragment', () => {
		const events = read([
			chunk({index: 0, id: 'a', name: 'weather', arguments: '{"ci'}),
			chunk({index: 0, id: 'a', name: 'weather', arguments: 'ty":"U'}),
			chunk({index: 0, id: '', name: 'weather', arguments: 'lm"}'}),
			chunk({index: 0, id: 'a', name: 'weather', arguments: ''}),
		]);
		expect(named(events)).toEqual([both[0]]);
	});

	it('join a name that comes in pieces, or grows', () => {
		const pieces = read([
			chunk({index: 0, id: 'a', name: 'wea'}),
			chunk({index: 0, name: 'ther'}),
			chunk({index: 0, arguments: '{"city":"Ulm"}'}),
		]);
		const growing = read([
			chunk({index: 0, id: 'a', name: 'wea'}),
			chunk({index: 0, name: 'weather'}),
			chunk({index: 0, arguments: '{"city":"Ulm"}'}),
		]);
		expect(named(pieces)).toEqual([both[0]]);
		expect(named(growing)).toEqual([both[0]]);
	});

	it('take an id that comes late', () => {
		const events = read([
			chunk({index: 0, name: 'weather', arguments: '{'}),
			chunk({index: 0, id: 'a', arguments: '"city":"Ulm"}'}),
		]);
		expect(named(events)).toEqual([both[0]]);
	});

	it('do not fall apart where every fragment has another id', () => {
		const events = read([
			chunk({index: 0, id: 'a', name: 'weather', arguments: '{"city":'}),
			chunk({index: 0, id: 'x', arguments: '"Ulm"'}),
			chunk({index: 0, id: 'y', arguments: '}'}),
		]);
		expect(named(events)).toEqual([both[0]]);
	});

	it('get ids of their own where the server gives several the same', () => {
		const events = read([
			chunk(
				{index: 0, id: 'same', name: 'weather', arguments: '{}'},
				{index: 1, id: 'same', name: 'time', arguments: '{}'},
			),
		]);
		expect(named(events)).toEqual([
			['same', 'weather', {}],
			['made-1', 'time', {}],
		]);
		expect(lastOf(events)).toMatchObject({raw: {content: {tool_calls: [{id: 'same'}, {id: 'made-1'}]}}});
	});

	it('come as the old function_call, too', () => {
		const old = (fields: object) => ({choices: [{delta: {function_call: fields}, finish_reason: null}]});
		expect(named(read([old({name: 'weather', arguments: ''}), old({arguments: '{"city":"Ulm"}'})]))).toEqual([
			['made-1', 'weather', {city: 'Ulm'}],
		]);
	});

	it('have what is no JSON object as it came', () => {
		const events = read([chunk({index: 0, id: 'a', name: 'weather', arguments: '{"city":"Ul'})]);
		expect(callsOf(events)).toEqual([
			{type: 'tool-call', callId: 'a', modelName: 'weather', arguments: {}, invalid: '{"city":"Ul'},
		]);
	});

	it('are told while they grow, at the start and then now and then', () => {
		const filler = 'x'.repeat(500);
		const events = read([
			chunk({index: 0, id: 'a', name: 'weather', arguments: ''}),
			chunk({index: 0, arguments: '{"city":"'}),
			...Array.from({length: 10}, () => chunk({index: 0, arguments: filler})),
			chunk({index: 0, arguments: '"}'}),
		]);
		const told = events.filter(({type}) => type === 'calling');
		expect(told).toEqual([
			{type: 'calling', modelName: 'weather', characters: 0},
			{type: 'calling', modelName: 'weather', characters: 2509},
			{type: 'calling', modelName: 'weather', characters: 5009},
		]);
	});

	it('may be many at once', () => {
		const all = Array.from({length: 64}, (_, index) => index);
		const events = read([
			...all.map(index => chunk({index, id: `c${index}`, name: 'weather', arguments: '{"n":'})),
			...all.map(index => chunk({index, arguments: `${index}}`})),
		]);
		expect(named(events)).toEqual(all.map(index => [`c${index}`, 'weather', {n: index}]));
	});
});

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue({maxDepth: 2}), {maxKeys: 4});

/** Cuts a text at random places. */
const cutAt = (text: string, cuts: readonly number[]): readonly string[] => {
	const places = [...new Set(cuts.map(cut => cut % (text.length + 1)))].sort((one, other) => one - other);
	return [...places, text.length].map((place, index) =>
		text.slice(index === 0 ? 0 : places[index - 1], place),
	);
};

describe('any cutting and interleaving of fragments', () => {
	const scenario = fc.record({
		all: fc.array(
			fc.record({
				name: fc.constantFrom('weather', 'time'),
				value: jsonObject,
				cuts: fc.array(fc.nat(), {maxLength: 6}),
			}),
			{
				minLength: 1,
				maxLength: 6,
			},
		),
		order: fc.infiniteStream(fc.nat()),
		quirk: fc.constantFrom('plain', 'id-everywhere', 'name-everywhere', 'index-always-0', 'no-index'),
	});

	it('gives the same calls', () => {
		fc.assert(
			fc.property(scenario, ({all, order, quirk}) => {
				const queues = all.map(({name, value, cuts}, index) =>
					cutAt(JSON.stringify(value), cuts).map((piece, place): Fragment => {
						const hasId = place === 0 || quirk !== 'plain';
						return {
							...(quirk === 'no-index' ? {} : {index: quirk === 'index-always-0' ? 0 : index}),
							...(hasId ? {id: `c${index}`} : {}),
							...(place === 0 || quirk === 'name-everywhere' ? {name} : {}),
							arguments: piece,
						};
					}),
				);
				// Calls begin in their order; after that, any of those that have begun may go on.
				const chunks: object[] = [];
				const begun: Fragment[][] = [];
				const waiting = [...queues];
				while (waiting.length + begun.length > 0) {
					const choice = (order.next().value ?? 0) % (begun.length + Math.min(1, waiting.length));
					const queue = begun[choice] ?? waiting.shift() ?? [];
					if (!begun.includes(queue)) begun.push(queue);
					const next = queue.shift();
					if (next !== undefined) chunks.push(chunk(next));
					if (queue.length === 0) begun.splice(begun.indexOf(queue), 1);
				}
				expect(named(read(chunks))).toEqual(
					all.map(({name, value}, index) => [`c${index}`, name, JSON.parse(JSON.stringify(value))]),
				);
			}),
			{numRuns: 500},
		);
	});

	it('never throws, whatever the fragments are', () => {
		const anything = fc.record(
			{
				index: fc.oneof(fc.nat(3), fc.jsonValue()),
				id: fc.oneof(fc.constantFrom('', 'a', 'b'), fc.jsonValue()),
				function: fc.oneof(
					fc.record({
						name: fc.oneof(fc.constant('weather'), fc.jsonValue()),
						arguments: fc.oneof(fc.string(), fc.jsonValue()),
					}),
					fc.jsonValue(),
				),
			},
			{requiredKeys: []},
		);
		fc.assert(
			fc.property(fc.array(fc.array(anything, {maxLength: 3}), {maxLength: 6}), all => {
				const chunks = all.map(list => ({choices: [{delta: {tool_calls: list}, finish_reason: null}]}));
				const ids = callsOf(read(chunks)).map(({callId}) => callId);
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids).not.toContain('');
			}),
		);
	});
});
