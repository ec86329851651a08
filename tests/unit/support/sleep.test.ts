import {getEventListeners} from 'node:events';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {sleep} from '../../../source/support/sleep.ts';

describe('sleep', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});

	afterEach(() => {
		vi.useRealTimers();
	});

	it('ends after the time and not before', async () => {
		let isOver = false;
		const {signal} = new AbortController();
		const done = sleep(1000, signal).then(() => {
			isOver = true;
		});
		await vi.advanceTimersByTimeAsync(999);
		expect(isOver).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		await done;
		expect(isOver).toBe(true);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('ends at once, without an error and without a timer, when its signal aborts', async () => {
		const controller = new AbortController();
		const done = sleep(1000, controller.signal);
		expect(vi.getTimerCount()).toBe(1);
		controller.abort();
		await expect(done).resolves.toBeUndefined();
		expect(vi.getTimerCount()).toBe(0);
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
	});

	it('does not begin when its signal has aborted before', async () => {
		await expect(sleep(1000, AbortSignal.abort())).resolves.toBeUndefined();
		expect(vi.getTimerCount()).toBe(0);
	});
});
