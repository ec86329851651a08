import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {watchLists} from '../../../source/core/mcp/connection/watch-lists.ts';

type Ending = 'local' | 'graceful' | 'remote';

/** A server of the newest protocol whose streams live so long and end so. */
const setUp = (ending: Ending, lifetime: number, era: 'legacy' | 'modern' = 'modern') => {
	let listens = 0;
	let gaps = 0;
	const stop = new AbortController();
	const client: Parameters<typeof watchLists>[0] = {
		getProtocolEra: () => era,
		getServerCapabilities: () => ({tools: {listChanged: true}}),
		listen: async filter => {
			listens += 1;
			return {
				honoredFilter: filter,
				close: async () => undefined,
				closed: new Promise(resolve => {
					setTimeout(() => resolve(ending), lifetime);
				}),
			};
		},
	};
	void watchLists(
		client,
		() => {
			gaps += 1;
		},
		stop.signal,
	);
	return {listens: () => listens, gaps: () => gaps, stop: () => stop.abort()};
};

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe('listening for changes of lists', () => {
	it('is opened again when the stream breaks, and says that changes may have been missed', async () => {
		const {listens, gaps, stop} = setUp('remote', 3_600_000);
		await vi.advanceTimersByTimeAsync(3 * 3_600_000);
		expect([listens(), gaps()]).toEqual([3, 2]);
		stop();
	});

	it('is given up where every stream breaks at once', async () => {
		const {listens} = setUp('remote', 10);
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(listens()).toBe(5);
	});

	it('ends where the server ends it on purpose', async () => {
		const {listens} = setUp('graceful', 10);
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(listens()).toBe(1);
	});

	it('is not needed with older protocols', async () => {
		const {listens} = setUp('remote', 10, 'legacy');
		await vi.advanceTimersByTimeAsync(1000);
		expect(listens()).toBe(0);
	});
});
