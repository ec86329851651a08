import {setTimeout as sleep} from 'node:timers/promises';

/** What a session burns and writes while nobody does anything. */
export const measureIdle = async (session, seconds) => {
	// By then we have given memory back, and V8 has tidied up by itself: it does that once, 8 s after there was much to do.
	await sleep(14_000);
	const cpuBefore = session.cpuSeconds();
	const bytesBefore = session.byteCount();
	await sleep(seconds * 1000);
	return {
		cpuPercent: ((session.cpuSeconds() - cpuBefore) / seconds) * 100,
		bytes: session.byteCount() - bytesBefore,
		residentMiB: session.residentMiB(),
	};
};
