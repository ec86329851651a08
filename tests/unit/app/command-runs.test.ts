import {describe, expect, it} from 'vitest';
import {createCommandRuns} from '../../../source/app/command-runs.ts';

const setUp = () => {
	const complaints: string[] = [];
	return {complaints, ...createCommandRuns(sentence => complaints.push(sentence))};
};
const untilAborted = (signal: AbortSignal): Promise<void> =>
	new Promise(resolve => signal.addEventListener('abort', () => resolve()));

describe('commands that run', () => {
	it('begin at once, and leave nothing to interrupt when they are over', () => {
		const {run, interrupt} = setUp();
		let hasRun = false;
		run(() => {
			hasRun = true;
		});
		expect(hasRun).toBe(true);
		expect(interrupt()).toBe(false);
	});

	it('can be interrupted while they take their time, all of them', async () => {
		const {run, interrupt} = setUp();
		const ended: number[] = [];
		for (const number of [1, 2]) {
			run(async signal => {
				await untilAborted(signal);
				ended.push(number);
			});
		}
		expect(interrupt()).toBe(true);
		await new Promise(resolve => setImmediate(resolve));
		expect(ended).toEqual([1, 2]);
		expect(interrupt()).toBe(false);
	});

	it.each([
		[
			'at once',
			() => {
				throw new Error('no disk');
			},
		],
		['later', () => Promise.reject(new Error('no disk'))],
	])('break alone, with a sentence, when they break %s', async (_, work) => {
		const {run, complaints, interrupt} = setUp();
		run(work);
		await new Promise(resolve => setImmediate(resolve));
		expect(complaints).toEqual(['This command broke: no disk. This is a bug in mcp-tui. The chat goes on.']);
		expect(interrupt()).toBe(false);
	});
});
