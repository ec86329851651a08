import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {type Limits, withLimits} from '../../../source/core/mcp/calls/request-limits.ts';

beforeEach(() => {
	vi.useFakeTimers({toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance']});
});
afterEach(() => {
	vi.useRealTimers();
});

const start = (limits: Limits) => {
	let answer = (_text: string): void => {};
	let isAlive = () => {};
	const outcome = withLimits(
		limits,
		(stopped, sign) => {
			isAlive = sign;
			return new Promise<string>((resolve, reject) => {
				answer = resolve;
				stopped.addEventListener('abort', () => reject(new Error('stopped')));
			});
		},
		new AbortController().signal,
	);
	return {outcome, answer: (text: string) => answer(text), isAlive: () => isAlive()};
};

describe('a request with limits', () => {
	it('ends when nothing comes', async () => {
		const {outcome} = start({silence: 1000, total: 10_000});
		await vi.advanceTimersByTimeAsync(1100);
		expect(await outcome).toEqual({type: 'cut', why: 'silent'});
	});

	it('ends when it takes too long in spite of its signs of life', async () => {
		const {outcome, isAlive} = start({silence: 1000, total: 3000});
		for (let step = 0; step < 8; step += 1) {
			await vi.advanceTimersByTimeAsync(500);
			isAlive();
		}
		expect(await outcome).toEqual({type: 'cut', why: 'too-long'});
	});

	it('gives the server all its time again once the user has answered', async () => {
		let isWaiting = false;
		const {outcome, answer} = start({silence: 1000, total: 10_000, isWaitingForUser: () => isWaiting});
		await vi.advanceTimersByTimeAsync(900);
		isWaiting = true;
		await vi.advanceTimersByTimeAsync(60_000);
		isWaiting = false;
		await vi.advanceTimersByTimeAsync(800);
		answer('late, and yet in time');
		expect(await outcome).toEqual({type: 'done', value: 'late, and yet in time'});
	});

	it('counts the time of the user for nothing', async () => {
		let isWaiting = true;
		const {outcome} = start({silence: 1000, total: 1000, isWaitingForUser: () => isWaiting});
		await vi.advanceTimersByTimeAsync(60_000);
		isWaiting = false;
		await vi.advanceTimersByTimeAsync(1100);
		expect(await outcome).toEqual({type: 'cut', why: 'silent'});
	});
});
