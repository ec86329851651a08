import type {CallProgress} from '../../../domain/tool-call.ts';

const interval = 50;

/** Passes on the first report at once and then only the newest of every interval: a server may send thousands. */
export const createProgressThrottle = (onProgress: (progress: CallProgress) => void) => {
	let waiting: CallProgress | undefined;
	let timer: NodeJS.Timeout | undefined;

	const pass = () => {
		timer = undefined;
		if (waiting === undefined) return;
		const progress = waiting;
		waiting = undefined;
		timer = setTimeout(pass, interval);
		onProgress(progress);
	};

	return {
		report: (progress: CallProgress) => {
			waiting = progress;
			if (timer === undefined) pass();
		},
		/** The call is over: what is waiting is passed on now. */
		flush: () => {
			clearTimeout(timer);
			if (waiting !== undefined) onProgress(waiting);
			waiting = undefined;
			timer = undefined;
		},
	};
};
