const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Pieces that are handed on together are about this long. */
const pieceLength = 8 * 1024;

/** Whole events, in pieces of moderate size, or the news that one of them is too long. */
type CutEvents = readonly Uint8Array[] | 'too-long';

export type EventCutter = {
	readonly push: (chunk: Uint8Array) => CutEvents;
	/** What is left when the stream ends in the middle of an event. */
	readonly rest: () => Uint8Array;
};

/**
 * Cuts a stream of server-sent events where an event ends. Whoever reads it gets an event of many megabytes in one
 * piece, which is parsed in linear time, and a thousand small ones in several, between which others can run.
 */
export const createEventCutter = (maxBytes: number): EventCutter => {
	let held: Uint8Array[] = [];
	let heldLength = 0;
	let isLineEmpty = true;
	let wasReturn = false;

	const take = (piece: Uint8Array) => {
		if (piece.length === 0) return;
		held.push(piece);
		heldLength += piece.length;
	};

	const release = (): Uint8Array => {
		const [only] = held;
		const whole = only !== undefined && held.length === 1 ? only : Buffer.concat(held, heldLength);
		held = [];
		heldLength = 0;
		return whole;
	};

	/** Whether an event ends with this byte: at a line without anything in it. */
	const isEventEnd = (byte: number): boolean => {
		const isSecondHalf = byte === lineFeed && wasReturn;
		wasReturn = byte === carriageReturn;
		if (isSecondHalf) return false;
		if (byte !== lineFeed && byte !== carriageReturn) {
			isLineEmpty = false;
			return false;
		}
		const wasEmpty = isLineEmpty;
		isLineEmpty = true;
		return wasEmpty;
	};

	return {
		push: chunk => {
			const pieces: Uint8Array[] = [];
			let start = 0;
			let eventStart = -heldLength;
			for (let at = 0; at < chunk.length; at += 1) {
				if (!isEventEnd(chunk[at] ?? 0)) continue;
				if (at + 1 - eventStart > maxBytes) return 'too-long';
				eventStart = at + 1;
				if (at + 1 - start + heldLength < pieceLength) continue;
				take(chunk.subarray(start, at + 1));
				pieces.push(release());
				start = at + 1;
			}
			if (chunk.length - eventStart > maxBytes) return 'too-long';
			if (eventStart > start) {
				take(chunk.subarray(start, eventStart));
				pieces.push(release());
				start = eventStart;
			}
			take(chunk.subarray(start));
			return pieces;
		},
		rest: release,
	};
};
