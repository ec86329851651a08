const newline = 0x0a;

/** Cuts a byte stream into lines. Bytes become text only when a line is whole, so no character is ever split. */
export type LineSplitter = {
	readonly push: (chunk: Buffer) => void;
	/** The stream is over: what is left is a line too. */
	readonly end: () => void;
};

type LineSplitterOptions = {
	readonly maxBytes: number;
	readonly onLine: (line: string) => void;
	/** Called once; nothing is read after it. */
	readonly onTooLong: () => void;
};

export const createLineSplitter = ({maxBytes, onLine, onTooLong}: LineSplitterOptions): LineSplitter => {
	let pieces: Buffer[] = [];
	let size = 0;
	let stopped = false;

	const add = (piece: Buffer) => {
		pieces.push(piece);
		size += piece.length;
		if (size <= maxBytes) return;
		stopped = true;
		pieces = [];
		onTooLong();
	};

	const finishLine = () => {
		const line = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
		pieces = [];
		size = 0;
		const text = line?.toString('utf8').trim() ?? '';
		if (text !== '') onLine(text);
	};

	return {
		push: chunk => {
			let start = 0;
			while (!stopped) {
				const end = chunk.indexOf(newline, start);
				if (end === -1) break;
				add(chunk.subarray(start, end));
				if (!stopped) finishLine();
				start = end + 1;
			}
			if (!stopped && start < chunk.length) add(chunk.subarray(start));
		},
		end: () => {
			if (!stopped && size > 0) finishLine();
			stopped = true;
		},
	};
};
