import {describe, expect, it} from 'vitest';
import {createLoopGuard} from '../../../source/core/chat/loop-guard.ts';
import type {CallYield} from '../../../source/core/chat/run-call.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const call = (modelName: string, args: JsonObject, text = 'same'): CallYield => ({
	block: {type: 'tool-call', callId: `${Math.random()}`, modelName, arguments: args},
	yielded: {content: [{type: 'text', text}]},
});

/** What is said after each of these answers. */
const verdicts = (...answers: readonly (readonly CallYield[])[]): readonly string[] => {
	const guard = createLoopGuard();
	return answers.map(calls => guard.judge(calls).type);
};

const times = (count: number, make: (index: number) => readonly CallYield[]) =>
	Array.from({length: count}, (_, index) => make(index));

describe('the guard against calls that lead nowhere', () => {
	it('speaks up at the third repetition and asks at the eighth', () => {
		expect(verdicts(...times(8, () => [call('x', {a: 1})]))).toEqual([
			...['fine', 'fine', 'repeating', 'repeating', 'repeating', 'repeating', 'repeating', 'going-round'],
		]);
	});

	it('does not care about the order of keys, at any depth', () => {
		const orders: readonly JsonObject[] = [
			{a: 1, b: {c: [1, 2], d: 3}},
			{b: {d: 3, c: [1, 2]}, a: 1},
			{b: {c: [1, 2], d: 3}, a: 1},
		];
		expect(verdicts(...orders.map(args => [call('x', args)])).at(-1)).toBe('repeating');
	});

	it.each([
		['tools', (index: number) => [call(`x${index}`, {})]],
		['arguments', (index: number) => [call('x', {index})]],
		['the order of a list', (index: number) => [call('x', {list: index % 2 === 0 ? [1, 2] : [2, 1]})]],
		['results', (index: number) => [call('x', {}, `at ${index}`)]],
	])('lets everything pass that differs in %s', (_, make) => {
		expect(verdicts(...times(4, make))).toEqual(['fine', 'fine', 'fine', 'fine']);
	});

	it('lets a call pass as often as it comes with something new', () => {
		const answers = times(20, index => [call('press', {key: 'Tab'}), call('look', {}, `row ${index}`)]);
		expect(new Set(verdicts(...answers))).toEqual(new Set(['fine']));
	});

	it('lets a call pass as often as something new happens in between', () => {
		const answers = times(20, index => [index % 2 === 0 ? call('edit', {index}) : call('run-tests', {})]);
		expect(new Set(verdicts(...answers))).toEqual(new Set(['fine']));
	});

	it('counts from the beginning after something new', () => {
		const poll = () => [call('poll', {}, 'pending')];
		const answers = [...times(7, poll), [call('wait', {})], ...times(7, poll)];
		expect(verdicts(...answers)).not.toContain('going-round');
		expect(verdicts(...answers, poll()).at(-1)).toBe('going-round');
	});

	it('takes what was there before in this turn for nothing new', () => {
		const answers = times(14, index => [index % 2 === 0 ? call('wait', {}) : call('poll', {}, 'pending')]);
		expect(verdicts(...answers)).not.toContain('going-round');
		expect(verdicts(...answers, [call('wait', {})], [call('poll', {}, 'pending')])).toContain('going-round');
		const flipping = times(24, index => [call('x', {}, `state ${index % 2}`)]);
		expect(verdicts(...flipping)).toContain('going-round');
	});

	it('counts many equal calls of one answer as one', () => {
		const parallel = times(64, () => [call('x', {})]).flat();
		expect(verdicts(parallel, parallel)).toEqual(['fine', 'fine']);
	});

	it('counts refusals and failures, too', () => {
		const denied: CallYield = {...call('x', {}), yielded: {rule: 'never'}};
		expect(verdicts(...times(8, () => [denied])).at(-1)).toBe('going-round');
	});

	it('names all that is repeated to the model', () => {
		const guard = createLoopGuard();
		const answer = () => [call('x', {}), call('y', {})];
		guard.judge(answer());
		guard.judge(answer());
		expect(guard.judge(answer())).toMatchObject({note: expect.stringContaining('x (3 times), y (3 times)')});
	});

	it('tells long results apart by their edges and their length', () => {
		const long = (end: string) => [call('x', {}, `${'y'.repeat(1_000_000)}${end}`)];
		expect(verdicts(long('a'), long('b'), long('c'), long(''))).not.toContain('repeating');
		expect(verdicts(long('a'), long('a'), long('a')).at(-1)).toBe('repeating');
	});

	it('takes what it cannot compare for something new', () => {
		let deep: JsonObject = {};
		for (let depth = 0; depth < 100_000; depth++) {
			deep = {deep};
		}
		expect(verdicts(...times(8, () => [call('x', deep)])).at(-1)).toBe('fine');
	});

	it('forgets everything when it is told to', () => {
		const guard = createLoopGuard();
		for (let count = 0; count < 7; count++) {
			guard.judge([call('x', {})]);
		}
		guard.reset();
		expect(guard.judge([call('x', {})]).type).toBe('fine');
	});
});
