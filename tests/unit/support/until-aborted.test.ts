import {getEventListeners} from 'node:events';
import {describe, expect, it} from 'vitest';
import {untilAborted} from '../../../source/support/until-aborted.ts';

const collect = async <Value>(source: AsyncIterable<Value>): Promise<readonly Value[]> => {
	const values: Value[] = [];
	for await (const value of source) {
		values.push(value);
	}
	return values;
};

async function* count(end: number) {
	for (let value = 1; value <= end; value++) {
		yield value;
	}
}

describe('untilAborted', () => {
	it('passes everything on and leaves no listener behind', async () => {
		const {signal} = new AbortController();
		await expect(collect(untilAborted(count(4), signal))).resolves.toEqual([1, 2, 3, 4]);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('takes nothing from the source when the signal has aborted before', async () => {
		let asked = 0;
		const source: AsyncIterable<number> = {
			[Symbol.asyncIterator]: () => ({
				async next() {
					asked += 1;
					return {done: false, value: 1};
				},
			}),
		};
		await expect(collect(untilAborted(source, AbortSignal.abort()))).resolves.toEqual([]);
		expect(asked).toBe(0);
	});

	it('ends when the signal aborts between two values', async () => {
		const controller = new AbortController();
		const values: number[] = [];
		for await (const value of untilAborted(count(100), controller.signal)) {
			values.push(value);
			if (value === 3) {
				controller.abort();
			}
		}
		expect(values).toEqual([1, 2, 3]);
	});

	it('ends although the source never answers', async () => {
		const controller = new AbortController();
		async function* stuck() {
			yield 1;
			await new Promise(() => undefined);
		}
		const values: number[] = [];
		for await (const value of untilAborted(stuck(), controller.signal)) {
			values.push(value);
			queueMicrotask(() => controller.abort());
		}
		expect(values).toEqual([1]);
	});

	it('lets the source clean up when it ends early', async () => {
		let isClean = false;
		async function* source() {
			try {
				yield 1;
				yield 2;
			} finally {
				isClean = true;
			}
		}
		const controller = new AbortController();
		for await (const _ of untilAborted(source(), controller.signal)) {
			controller.abort();
		}
		expect(isClean).toBe(true);
	});

	it('passes an error on', async () => {
		async function* source() {
			yield 1;
			throw new Error('broken');
		}
		await expect(collect(untilAborted(source(), new AbortController().signal))).rejects.toThrow('broken');
	});

	it('swallows the error of a source that nobody waits for any more', async () => {
		const controller = new AbortController();
		let fail = (): void => undefined;
		const source: AsyncIterable<number> = {
			[Symbol.asyncIterator]: () => ({
				next: () =>
					new Promise((_, reject) => {
						fail = () => reject(new Error('late'));
					}),
				return: () => Promise.reject(new Error('cannot close')),
			}),
		};
		const values = collect(untilAborted(source, controller.signal));
		await Promise.resolve();
		controller.abort();
		await expect(values).resolves.toEqual([]);
		fail();
		// An unhandled rejection would fail the run here.
		await new Promise(resolve => setImmediate(resolve));
	});
});
