import {setImmediate as nextTurn} from 'node:timers/promises';
import {createEventCutter} from './event-cutter.ts';
import {TransportError} from './transport-end.ts';
import {createTurnBudget} from './turn-budget.ts';

export type BodyLimits = {
	/**
	 * `events`: a stream, each event of which may be as long as `maxBytes`; `whole`: one message; `excerpt`: what follows
	 * after `maxBytes` is left out.
	 */
	readonly kind: 'events' | 'whole' | 'excerpt';
	readonly maxBytes: number;
	/** Milliseconds in which a body that is not a stream has to be there. */
	readonly deadline: number;
	/** Turns what the network throws into the error that is shown. */
	readonly translate: (error: unknown) => Error;
};

/** Nobody has a reason to answer with many messages at once, and each of them costs more than its length. */
const maxBatchBytes = 256 * 1024;

const isBatch = (chunk: Uint8Array): boolean =>
	/^\s*\[/.test(Buffer.from(chunk.subarray(0, 100)).toString('latin1'));

type Reader = {
	readonly read: () => Promise<{readonly done: boolean; readonly value?: Uint8Array | undefined}>;
	readonly cancel: (reason?: unknown) => Promise<void>;
};

/** The same body, within limits, and with turns for the rest of the program while much of it arrives. */
export const boundBody = (source: Reader, limits: BodyLimits): ReadableStream<Uint8Array> => {
	const {kind} = limits;
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

	const tooLong = (): Error => new TransportError({type: 'message-too-long', maxBytes});

	/** Takes a piece of the body, or answers that there has been enough. */
	const accept = (chunk: Uint8Array): 'more' | 'enough' => {
		if (cutter !== undefined) {
			const pieces = cutter.push(chunk);
			if (pieces === 'too-long') throw tooLong();
			ready.push(...pieces);
			return 'more';
		}
		if (kind === 'whole' && length === 0 && isBatch(chunk)) maxBytes = Math.min(maxBytes, maxBatchBytes);
		const room = maxBytes - length;
		length += chunk.length;
		if (chunk.length <= room) {
			ready.push(chunk);
			return 'more';
		}
		if (kind === 'whole') throw tooLong();
		ready.push(chunk.subarray(0, room));
		return 'enough';
	};

	const readOn = async (): Promise<void> => {
		const {done, value} = await source.read();
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
				if (kind === 'events') return;
				timer = setTimeout(() => {
					controller.error(new TransportError({type: 'silent', after: limits.deadline}));
					void stop();
				}, limits.deadline).unref();
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
