import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createProgressThrottle} from '../../../source/core/mcp/calls/progress-throttle.ts';
import {coalesce} from '../../../source/core/mcp/connection/coalesce.ts';
import {createTurns} from '../../../source/core/mcp/connection/start-turns.ts';
import {unlessAborted} from '../../../source/core/mcp/connection/unless-aborted.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

describe('coalescing', () => {
	it('runs once for many requests, and once more for those that came meanwhile', async () => {
		const finish: (() => void)[] = [];
		const task = vi.fn(() => new Promise<void>(resolve => finish.push(resolve)));
		const {request} = coalesce(task, 100);
		for (let time = 0; time < 50; time += 1) request();
		expect(task).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(100);
		expect(task).toHaveBeenCalledTimes(1);
		request();
		request();
		await vi.advanceTimersByTimeAsync(1000);
		expect(task).toHaveBeenCalledTimes(1);
		finish[0]?.();
		await vi.advanceTimersByTimeAsync(100);
		expect(task).toHaveBeenCalledTimes(2);
		finish[1]?.();
		await vi.advanceTimersByTimeAsync(1000);
		expect(task).toHaveBeenCalledTimes(2);
	});

	it('lets others wait for what was asked for, and for nothing that is asked later', async () => {
		const finish: (() => void)[] = [];
		const {request, settled} = coalesce(() => new Promise<void>(resolve => finish.push(resolve)), 100);
		await settled();
		request();
		let isFirstDone = false;
		void settled().then(() => {
			isFirstDone = true;
		});
		await vi.advanceTimersByTimeAsync(100);
		request();
		let isSecondDone = false;
		void settled().then(() => {
			isSecondDone = true;
		});
		finish[0]?.();
		await vi.advanceTimersByTimeAsync(0);
		expect([isFirstDone, isSecondDone]).toEqual([true, false]);
		await vi.advanceTimersByTimeAsync(100);
		finish[1]?.();
		await vi.advanceTimersByTimeAsync(0);
		expect(isSecondDone).toBe(true);
	});
});

describe('progress', () => {
	it('passes on the first report and then only the newest', async () => {
		const seen: number[] = [];
		const throttle = createProgressThrottle(({progress}) => seen.push(progress));
		for (let progress = 1; progress <= 100; progress += 1) throttle.report({progress});
		expect(seen).toEqual([1]);
		await vi.advanceTimersByTimeAsync(50);
		expect(seen).toEqual([1, 100]);
		throttle.report({progress: 101});
		throttle.flush();
		expect(seen).toEqual([1, 100, 101]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(seen).toEqual([1, 100, 101]);
	});
});

describe('turns', () => {
	it('lets only so many begin, and the next when one is done', async () => {
		const inTurn = createTurns(2);
		const started: number[] = [];
		const finish: (() => void)[] = [];
		const run = (id: number) =>
			inTurn(() => {
				started.push(id);
				return new Promise<void>(resolve => finish.push(resolve));
			});
		const all = [run(1), run(2), run(3)];
		await vi.advanceTimersByTimeAsync(0);
		expect(started).toEqual([1, 2]);
		finish[0]?.();
		await vi.advanceTimersByTimeAsync(0);
		expect(started).toEqual([1, 2, 3]);
		for (const each of finish) each();
		await Promise.all(all);
	});

	it('passes on the turn of a task that fails, and of one that takes too long', async () => {
		const inTurn = createTurns(1);
		const hung = vi.fn(never);
		const healthy = vi.fn(() => Promise.resolve('well'));
		await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
		void inTurn(hung);
		const result = inTurn(healthy);
		await vi.advanceTimersByTimeAsync(4999);
		expect(hung).toHaveBeenCalled();
		expect(healthy).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(1);
		expect(await result).toBe('well');
	});
});

describe('waiting unless aborted', () => {
	it('ends with the value, the error or the abort, whichever is first', async () => {
		const controller = new AbortController();
		expect(await unlessAborted(Promise.resolve(1), controller.signal)).toBe(1);
		await expect(unlessAborted(Promise.reject(new Error('no')), controller.signal)).rejects.toThrow('no');
		const waiting = unlessAborted(never(), controller.signal);
		controller.abort();
		expect(await waiting).toBeUndefined();
		expect(await unlessAborted(never(), controller.signal)).toBeUndefined();
	});
});
