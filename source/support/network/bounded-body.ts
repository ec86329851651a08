import {setImmediate as nextTurn} from 'node:timers/promises';
import {createTurnBudget} from '../turn-budget.ts';
import {createEventCutter} from './event-cutter.ts';
import {NetworkError} from './network-end.ts';

export type BodyLimits = {
	/**
	 * `events`: a stream, each event of which may be as long as `maxBytes`; `whole`: one message; `excerpt`: what follows
	 * after `maxBytes` is left out.
	 */
	readonly kind: 'events' | 'whole' | 'excerpt';
	readonly maxBytes: number;
	/** In place of `maxBytes` for a body that is a list. */
	readonly maxListBytes?: number | undefined;
	/** The most that all events of a stream may have together. */
	readonly maxTotalBytes?: number | undefined;
	/** Milliseconds in which a body that is not a stream has to be there. */
	readonly deadline?: number | undefined;
	/** Milliseconds that may pass between two pieces while somebody waits for the next. */
	readonly idle?: number | undefined;
	/** Turns what the network throws into the error that is shown. */
	readonly translate: (error: unknown) => Error;
};

const isList = (chunk: Uint8Array): boolean =>
	/^\s*\[/.test(Buffer.from(chunk.subarray(0, 100)).toString('latin1'));

type Reader = {
	readonly read: () => Promise<{readonly done: boolean; readonly value?: Uint8Array | undefined}>;
	readonly cancel: (reason?: unknown) => Promise<void>;
};

/** The same body, within limits, and with turns for the rest of the program while much of it arrives. */
export const boundBody = (source: Reader, limits: BodyLimits): ReadableStream<Uint8Array> => {
	const {kind, deadline, idle, maxListBytes = limits.maxBytes, maxTotalBytes = Infinity} = limits;
	let {maxBytes} = limits;
	const cutter = kind === 'events' ? createEventCutter(maxBytes) : undefined;
	const isOverBudget = createTurnBudget();
	let ready: Uint8Array[] = [];
	let length = 0;
	let isOver = false;
	let timer: NodeJS.Timeout | undefined;

	const stop = async () => {
		isOver = true;
		clearTimeout(timer);
		// Nobody waits for it, and what it says is about a stream that we no longer want.
		await source.cancel().catch(() => {});
	};

	const tooLong = (limit: number): Error => new NetworkError({type: 'message-too-long', maxBytes: limit});

	/** Takes a piece of the body, or answers that there has been enough. */
	const accept = (chunk: Uint8Array): 'more' | 'enough' => {
		if (cutter !== undefined) {
			const pieces = cutter.push(chunk);
			length += chunk.length;
			if (pieces === 'too-long') throw tooLong(maxBytes);
			if (length > maxTotalBytes) throw tooLong(maxTotalBytes);
			ready.push(...pieces);
			return 'more';
		}
		if (kind === 'whole' && length === 0 && isList(chunk)) maxBytes = Math.min(maxBytes, maxListBytes);
		const room = maxBytes - length;
		length += chunk.length;
		if (chunk.length <= room) {
			ready.push(chunk);
			return 'more';
		}
		if (kind === 'whole') throw tooLong(maxBytes);
		ready.push(chunk.subarray(0, room));
		return 'enough';
	};

	const read: Reader['read'] = () => {
		if (idle === undefined) return source.read();
		return new Promise((resolve, reject) => {
			const watch = setTimeout(() => reject(new NetworkError({type: 'silent', after: idle})), idle);
			source
				.read()
				.finally(() => clearTimeout(watch))
				.then(resolve, reject);
		});
	};

	const readOn = async (): Promise<void> => {
		const {done, value} = await read();
		if (done) {
			isOver = true;
			clearTimeout(timer);
			const rest = cutter?.rest();
			if (rest !== undefined && rest.length > 0) ready.push(rest);
		} else if (value !== undefined && accept(value) === 'enough') await stop();
	};

	return new ReadableStream<Uint8Array>(
		{
			start: controller => {
				if (kind === 'events' || deadline === undefined) return;
				timer = setTimeout(() => {
					controller.error(limits.translate(new NetworkError({type: 'silent', after: deadline})));
					void stop();
				}, deadline).unref();
			},
			pull: async controller => {
				try {
					if (isOverBudget()) await nextTurn();
					while (ready.length === 0 && !isOver) await readOn();
				} catch (error) {
					await stop();
					controller.error(limits.translate(error));
					return;
				}
				const [next, ...rest] = ready;
				ready = rest;
				if (next !== undefined) controller.enqueue(next);
				else controller.close();
			},
			cancel: stop,
		},
		{highWaterMark: 0},
	);
};
