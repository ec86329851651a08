import {getMaxListeners} from 'node:events';
import {describe, expect, it} from 'vitest';
import {expectManyListeners} from '../../../source/support/many-listeners.ts';

describe('a signal that many listen to', () => {
	it('is still a signal to whoever asks how many may listen, as requests do', () => {
		const {signal} = new AbortController();
		expectManyListeners(signal);
		expect(getMaxListeners(signal)).toBe(Number.POSITIVE_INFINITY);
	});
});
