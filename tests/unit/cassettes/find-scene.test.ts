import {describe, expect, it} from 'vitest';
import {createSceneFinder, type FindMode} from '../../../source/core/cassettes/find-scene.ts';
import {keyOf, type Scene} from '../../../source/core/cassettes/server-scenes.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

let place = 0;
const scene = (method: string, params: JsonObject = {}): Scene => {
	place += 1;
	return {place, method, params, key: keyOf(method, params), isCancelled: false, items: []};
};

const call = (name: string, args: JsonObject): readonly [string, JsonObject] => [
	'tools/call',
	{name, arguments: args},
];

/** What is found, as its place among the scenes; otherwise why nothing is. */
const finding = (mode: FindMode, scenes: readonly Scene[]) => {
	const {find} = createSceneFinder(scenes, mode);
	return (method: string, params: JsonObject = {}) => {
		const found = find(method, params);
		return found.type === 'missing'
			? found.why
			: `${scenes.indexOf(found.scene)}${found.isAgain ? ' again' : ''}`;
	};
};

describe('finding what was recorded', () => {
	it('tells calls apart by their arguments, not by the order of members or by what a client adds', () => {
		const find = finding('replay', [
			scene(...call('add', {a: 1, b: 2})),
			scene(...call('add', {a: 2, b: 1})),
		]);
		expect(find('tools/call', {arguments: {b: 1, a: 2}, name: 'add', _meta: {progressToken: 7}})).toBe('1');
		expect(find(...call('add', {b: 2, a: 1}))).toBe('0');
	});

	it('plays equal calls once each, in order', () => {
		const find = finding('replay', [scene(...call('next', {})), scene(...call('next', {}))]);
		expect([find(...call('next', {})), find(...call('next', {}))]).toEqual(['0', '1']);
		expect(find(...call('next', {}))).toBe(
			'The cassette has the call of "next" with {} 2 times, and it was played.',
		);
	});

	it('answers questions about how things are as often as they come', () => {
		const find = finding('replay', [scene('tools/list'), scene('tools/list'), scene('initialize', {a: 1})]);
		expect([find('tools/list'), find('tools/list'), find('tools/list')]).toEqual(['0', '1', '1 again']);
		expect([find('initialize', {b: 2}), find('initialize')]).toEqual(['2', '2 again']);
	});

	it('names what is still to come before what is more alike', () => {
		const find = finding('replay', [
			scene(...call('say', {text: 'one'})),
			scene(...call('say', {text: 'a poem'})),
		]);
		find(...call('say', {text: 'one'}));
		expect(find(...call('say', {text: 'ones'}))).toBe(
			'The cassette has no call of "say" with {"text":"ones"}. It has {"text":"a poem"}. This call did not run when it was recorded.',
		);
	});

	it('names the kind of what is not there', () => {
		const find = finding('replay', [scene('prompts/get', {name: 'greet', arguments: {to: 'Ada'}})]);
		expect(find('prompts/get', {name: 'leave'})).toBe(
			'The cassette has no request for the prompt "leave", only of greet.',
		);
		expect(find('prompts/get', {name: 'greet', arguments: {to: 'Eve'}})).toBe(
			'The cassette has no request for the prompt "greet" with {"to":"Eve"}. It has {"to":"Ada"}.',
		);
		expect(find('resources/read', {uri: 'a:b'})).toBe('The cassette has no resources/read request.');
	});

	it('cuts what is long', () => {
		const find = finding('replay', [scene(...call('say', {text: 'x'.repeat(5000)}))]);
		expect(find(...call('say', {text: 'y'.repeat(5000)})).length).toBeLessThan(800);
	});

	it('gives a mock the last list and the last answer for ever', () => {
		const find = finding('mock', [
			scene('tools/list'),
			scene('tools/list'),
			scene(...call('next', {})),
			scene(...call('next', {})),
		]);
		expect([find('tools/list'), find('tools/list')]).toEqual(['1', '1 again']);
		const calls = [1, 2, 3].map(() => find(...call('next', {})));
		expect(calls).toEqual(['2', '3', '3 again']);
	});
});
