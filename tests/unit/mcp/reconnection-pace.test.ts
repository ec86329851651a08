import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createReconnectionPace} from '../../../source/core/mcp/transports/reconnection-pace.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** How long a stream that lived so long is waited for. */
const wait = (pace: ReturnType<typeof createReconnectionPace>, life: number): number => {
	pace.opened();
	vi.advanceTimersByTime(life);
	let isDone = false;
	pace.schedule(() => {
		isDone = true;
	}, 100);
	let waited = 0;
	for (; !isDone; waited += 100) vi.advanceTimersByTime(100);
	return waited;
};

describe('the pace of reopening streams', () => {
	it('is the server’s while streams last', () => {
		const pace = createReconnectionPace();
		expect(Array.from({length: 10}, () => wait(pace, 3000))).toEqual(Array.from({length: 10}, () => 100));
	});

	it('slows down where every stream ends at once, and recovers', () => {
		const pace = createReconnectionPace();
		const waits = Array.from({length: 8}, () => wait(pace, 0));
		expect(waits.slice(0, 5)).toEqual([100, 100, 100, 100, 100]);
		expect(waits.slice(5)).toEqual([5000, 5000, 5000]);
		expect(wait(pace, 3000)).toBe(100);
	});

	it('forgets what was cancelled', () => {
		const reconnect = vi.fn();
		createReconnectionPace().schedule(reconnect, 100)();
		vi.advanceTimersByTime(1000);
		expect(reconnect).not.toHaveBeenCalled();
	});
});
