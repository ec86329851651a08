import {Buffer} from 'node:buffer';
import type {LogHandle} from './log-handle.ts';
import {decodeRecord, longestRecord} from './record.ts';

const firstSpan = 64 * 1024;
const lineFeed = 0x0a;

const readSpan = async (handle: LogHandle, start: number, end: number): Promise<Buffer> => {
	const bytes = Buffer.alloc(end - start);
	let filled = 0;
	while (filled < bytes.length) {
		const count = await handle.read(bytes.subarray(filled), start + filled);
		if (count <= 0) {
			break;
		}

		filled += count;
	}

	return bytes.subarray(0, filled);
};

/** Looks at the lines from the last to the first; a first line that may be cut off is left out. */
const lastSequenceIn = (bytes: Buffer, startsLine: boolean): number => {
	let end = bytes.length;
	while (end > 0) {
		const lineBreak = bytes.lastIndexOf(lineFeed, end - 1);
		if (lineBreak === -1 && !startsLine) {
			break;
		}

		const record = decodeRecord(bytes.subarray(lineBreak + 1, end));
		if (record.type !== 'damaged') {
			return record.seq;
		}

		end = lineBreak;
	}

	return 0;
};

/** The number of the last readable record, found from the end so that a long log opens as fast as a short one. */
export const findLastSequence = async (handle: LogHandle, size: number): Promise<number> => {
	for (let span = firstSpan; ; span *= 4) {
		const start = Math.max(0, size - span);
		const found = lastSequenceIn(await readSpan(handle, start, size), start === 0);
		if (found > 0 || start === 0 || span >= longestRecord) {
			return found;
		}
	}
};
