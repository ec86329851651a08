import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {describe, expect, it} from 'vitest';
import {limitedSignal} from '../../../source/support/limited-signal.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

describe('a signal with a limit', () => {
	it('aborts with the other one', () => {
		const outer = new AbortController();
		const limited = limitedSignal(outer.signal, 100_000);
		outer.abort('enough');
		expect(limited.reason).toBe('enough');
	});

	it('aborts in time though the memory is cleaned up meanwhile', async () => {
		setFlagsFromString('--expose-gc');
		const collect: unknown = runInNewContext('gc');
		if (typeof collect !== 'function') throw new Error('there is nothing to clean up with');
		let isOver = false;
		const listen = () => {
			limitedSignal(new AbortController().signal, 300).addEventListener('abort', () => {
				isOver = true;
			});
		};
		listen();
		await waitUntil(() => {
			collect();
			return isOver;
		});
		expect(isOver).toBe(true);
	});
});
