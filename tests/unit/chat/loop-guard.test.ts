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
	it('speaks up at the third repetition and asks at the fifth', () => {
		expect(verdicts(...times(5, () => [call('x', {a: 1})]))).toEqual([
			...['fine', 'fine', 'repeating', 'repeating', 'going-round'],
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

	it('counts also what is repeated with other calls in between', () => {
		const answers = times(5, index => [call('x', {}), call('y', {index})]);
		expect(verdicts(...answers).at(-1)).toBe('going-round');
	});

	it('counts many equal calls of one answer as one', () => {
		const parallel = times(64, () => [call('x', {})]).flat();
		expect(verdicts(parallel, parallel)).toEqual(['fine', 'fine']);
	});

	it('counts refusals and failures, too', () => {
		const denied: CallYield = {...call('x', {}), yielded: {rule: 'never'}};
		expect(verdicts(...times(5, () => [denied])).at(-1)).toBe('going-round');
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
		expect(verdicts(...times(5, () => [call('x', deep)])).at(-1)).toBe('fine');
	});

	it('forgets everything when it is told to', () => {
		const guard = createLoopGuard();
		for (let count = 0; count < 4; count++) {
			guard.judge([call('x', {})]);
		}
		guard.reset();
		expect(guard.judge([call('x', {})]).type).toBe('fine');
	});
});
