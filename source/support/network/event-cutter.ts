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
 * Ends every line with LF. A parser cannot tell whether a CR at the end of a chunk is a whole line end, so it would wait for
 * the next event to find out.
 */
const createLineEndTranslator = () => {
	let wasReturn = false;
	return (chunk: Uint8Array): Uint8Array => {
		if (chunk.length === 0) return chunk;
		const start = wasReturn && chunk[0] === lineFeed ? 1 : 0;
		wasReturn = chunk.at(-1) === carriageReturn;
		if (!chunk.includes(carriageReturn)) return chunk.subarray(start);
		const translated = new Uint8Array(chunk.length - start);
		let length = 0;
		for (let at = start; at < chunk.length; at += 1) {
			const byte = chunk[at] ?? 0;
			if (byte === lineFeed && at > start && chunk[at - 1] === carriageReturn) continue;
			translated[length] = byte === carriageReturn ? lineFeed : byte;
			length += 1;
		}
		return translated.subarray(0, length);
	};
};

/**
 * Cuts a stream of server-sent events where an event ends. Its reader gets an event of many megabytes in one piece, which
 * is parsed in linear time, and a thousand small ones in several, between which others can run.
 */
export const createEventCutter = (maxBytes: number): EventCutter => {
	const translate = createLineEndTranslator();
	let held: Uint8Array[] = [];
	let heldLength = 0;
	let isLineEmpty = true;

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
		const wasEmpty = isLineEmpty;
		isLineEmpty = byte === lineFeed;
		return wasEmpty && isLineEmpty;
	};

	return {
		push: received => {
			const chunk = translate(received);
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
