import {Worker} from 'node:worker_threads';
import type {Schedule} from '../../domain/ports.ts';

/** What a picture is made into: pixels for cells, or what a protocol of terminals carries. */
export type PictureForm = 'pixels' | 'png' | 'sixel';

export type Pixels = {
	readonly width: number;
	readonly height: number;
	/** Red, green, blue and alpha of one pixel after the other. */
	readonly pixels: Uint8Array;
};

export type DrawnPicture =
	| ({readonly type: 'pixels'} & Pixels)
	/** Encoded by us from our own pixels: base64 of a PNG, or a whole sixel sequence. */
	| {readonly type: 'encoded'; readonly data: string};

export type PictureWish = {
	readonly bytes: Uint8Array;
	/** In pixels, no larger than the image. */
	readonly width: number;
	readonly height: number;
	readonly form: PictureForm;
};

export type PictureThread = {
	/** Undefined where the image cannot be read, or not in a bearable time. */
	readonly draw: (wish: PictureWish) => Promise<DrawnPicture | undefined>;
	readonly end: () => void;
};

/** A photograph takes one second; nothing that is worth a picture takes longer than this. */
const patienceMilliseconds = 5000;
const maxHeapMegabytes = 128;

const startWorker = (): Worker => {
	const options = {
		// Nothing of the program's environment or arguments is of use there.
		env: {},
		argv: [],
		execArgv: [],
		stdout: true,
		stderr: true,
		resourceLimits: {maxOldGenerationSizeMb: maxHeapMegabytes},
	};
	// The build replaces this by the code of the worker.
	const bundled = process.env.MCP_TUI_PICTURE_WORKER;
	return bundled === undefined
		? new Worker(new URL('./picture-worker.mjs', import.meta.url), options)
		: new Worker(bundled, {...options, eval: true});
};

type Answer = {readonly id: number; readonly drawn?: DrawnPicture};

/** Draws images one after the other in a thread of its own, which is started for the first one. */
export const createPictureThread = (
	schedule: Schedule,
	patience: number = patienceMilliseconds,
): PictureThread => {
	let worker: Worker | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let count = 0;
	let isOver = false;

	const end = (): void => {
		void worker?.terminate();
		worker = undefined;
	};
	const drawNext = (wish: PictureWish): Promise<DrawnPicture | undefined> =>
		new Promise(resolve => {
			if (isOver) {
				resolve(undefined);
				return;
			}
			worker ??= startWorker();
			const current = worker;
			count += 1;
			const id = count;
			const finish = (drawn: DrawnPicture | undefined): void => {
				cancel();
				current.off('message', hear);
				current.off('error', lose);
				current.off('exit', lose);
				resolve(drawn);
			};
			const lose = (): void => {
				// An error without a listener would end the program.
				current.on('error', () => undefined);
				end();
				finish(undefined);
			};
			const hear = (answer: Answer): void => {
				if (answer.id === id) {
					finish(answer.drawn);
				}
			};
			const cancel = schedule(lose, patience);
			current.on('message', hear);
			current.on('error', lose);
			current.on('exit', lose);
			// It never keeps the program alive.
			current.unref();
			current.postMessage({id, ...wish});
		});

	return {
		draw(wish) {
			const drawn = last.then(() => drawNext(wish)).catch(() => undefined);
			last = drawn;
			return drawn;
		},
		end() {
			isOver = true;
			end();
		},
	};
};
