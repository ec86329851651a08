import {setTimeout as wait} from 'node:timers/promises';
import {guardMilliseconds} from '../ui/guard-time.ts';

const interruptKey = 0x03;

/**
 * Takes away what was typed before, and what is typed in the first moment: it was meant for something else. The
 * terminal gives out a line that has no end yet only in raw mode, so it is in that for so long.
 */
export const ignoreTypedAhead = async (input: NodeJS.ReadStream, signal: AbortSignal): Promise<void> => {
	const wasRaw = input.isRaw;
	const drop = (chunk: Buffer | string): void => {
		// In raw mode ctrl+c is a key like others.
		if (Buffer.from(chunk).includes(interruptKey)) process.kill(process.pid, 'SIGINT');
	};
	input.setRawMode(true);
	input.on('data', drop);
	input.resume();
	try {
		await wait(guardMilliseconds, undefined, {signal});
	} catch {
		// Whoever waits for an answer sees that it was aborted.
	} finally {
		input.off('data', drop);
		input.pause();
		input.setRawMode(wasRaw);
	}
};
