import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createRateLimit} from '../../../source/core/mcp/connection/rate-limit.ts';

const never = new AbortController().signal;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe('a limit on the rate of calls', () => {
	it('lets everything through where there is none', async () => {
		const takeTurn = createRateLimit(undefined, Date.now);
		await Promise.all(Array.from({length: 100}, () => takeTurn(never)));
	});

	it('lets as many begin as it says, and the others when the oldest is old enough, in order', async () => {
		const takeTurn = createRateLimit({calls: 2, milliseconds: 1000}, Date.now);
		const begun: string[] = [];
		for (const name of ['a', 'b', 'c', 'd', 'e']) void takeTurn(never).then(() => begun.push(name));
		await vi.advanceTimersByTimeAsync(999);
		expect(begun).toEqual(['a', 'b']);
		await vi.advanceTimersByTimeAsync(1);
		expect(begun).toEqual(['a', 'b', 'c', 'd']);
		await vi.advanceTimersByTimeAsync(1000);
		expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
	});

	it('gives the place of one that was cancelled to the next', async () => {
		const takeTurn = createRateLimit({calls: 1, milliseconds: 1000}, Date.now);
		const begun: string[] = [];
		const cancelled = new AbortController();
		void takeTurn(never).then(() => begun.push('a'));
		void takeTurn(cancelled.signal).then(() => begun.push('b, cancelled'));
		void takeTurn(never).then(() => begun.push('c'));
		await vi.advanceTimersByTimeAsync(500);
		cancelled.abort();
		await vi.advanceTimersByTimeAsync(0);
		expect(begun).toEqual(['a', 'b, cancelled']);
		await vi.advanceTimersByTimeAsync(500);
		expect(begun).toEqual(['a', 'b, cancelled', 'c']);
	});
});

it('lets whoever is cancelled go without waiting for those before it', async () => {
	const takeTurn = createRateLimit({calls: 1, milliseconds: 1000}, Date.now);
	const cancelled = new AbortController();
	let isGone = false;
	for (let count = 0; count < 5; count += 1) void takeTurn(never);
	void takeTurn(cancelled.signal).then(() => {
		isGone = true;
	});
	await vi.advanceTimersByTimeAsync(100);
	cancelled.abort();
	await vi.advanceTimersByTimeAsync(0);
	expect(isGone).toBe(true);
});
