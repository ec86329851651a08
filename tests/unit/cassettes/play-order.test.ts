import {describe, expect, it} from 'vitest';
import {createPlayOrder} from '../../../source/core/cassettes/play-order.ts';

const never = new AbortController().signal;

/** Two calls: the one at place 1 was answered at 9, the one at 2 at 5. */
const play = async (arrivals: readonly number[]): Promise<readonly number[]> => {
	const order = createPlayOrder([1, 2]);
	const answers = new Map([
		[1, 9],
		[2, 5],
	]);
	const said: number[] = [];
	await Promise.all(
		arrivals.map(async call => {
			order.arrive(call);
			await order.turn(call, answers.get(call) ?? 0, never);
			said.push(call);
			order.leave(call);
		}),
	);
	return said;
};

describe('the order of calls side by side', () => {
	it('is that of the recording, in whichever order they come', async () => {
		expect(await play([1, 2])).toEqual([2, 1]);
		expect(await play([2, 1])).toEqual([2, 1]);
	});

	it('is given up when a call does not come this time', async () => {
		expect(await play([1])).toEqual([1]);
		expect(await play([2])).toEqual([2]);
	});

	it('holds nobody who is told to stop', async () => {
		const order = createPlayOrder([1, 2]);
		order.arrive(1);
		const stop = new AbortController();
		const turn = order.turn(1, 9, stop.signal);
		stop.abort();
		await expect(turn).resolves.toBeUndefined();
	});
});
