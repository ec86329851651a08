import {setTimeout as sleep} from 'node:timers/promises';

/** What a session burns and writes while nobody does anything. */
export const measureIdle = async (session, seconds) => {
	// Whatever a start leaves to do is done by then.
	await sleep(4000);
	const cpuBefore = session.cpuSeconds();
	const bytesBefore = session.byteCount();
	await sleep(seconds * 1000);
	return {
		cpuPercent: ((session.cpuSeconds() - cpuBefore) / seconds) * 100,
		bytes: session.byteCount() - bytesBefore,
		residentMiB: session.residentMiB(),
	};
};
