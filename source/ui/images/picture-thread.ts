import type {Schedule} from '../../domain/ports.ts';
import {createLimitedWorker} from '../../support/limited-worker.ts';
import {startWorkerThread} from '../../support/worker-thread.ts';

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

const startThread = () =>
	startWorkerThread<PictureWish, DrawnPicture | undefined>({
		// The build replaces this by the code of the worker.
		bundled: process.env.MCP_TUI_PICTURE_WORKER,
		file: new URL('./picture-worker.mjs', import.meta.url),
		maxHeapMegabytes,
	});

/** Draws images one after the other in a thread of its own, which is started for the first one. */
export const createPictureThread = (
	schedule: Schedule,
	patience: number = patienceMilliseconds,
): PictureThread => {
	const worker = createLimitedWorker({start: startThread, schedule});
	const over = new AbortController();
	return {
		async draw(wish) {
			const end = await worker.run(thread => thread.ask(wish), patience, over.signal);
			return end.type === 'done' ? end.result : undefined;
		},
		end() {
			over.abort();
			void worker.end();
		},
	};
};
