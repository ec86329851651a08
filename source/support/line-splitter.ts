/** Answers whether to go on. Lines are numbered from 1; an empty one is counted and not passed on. */
export type VisitLine = (line: Buffer | 'too-long', number: number) => boolean;

export type LineSplitter = {
	/** The chunk may be reused afterwards. Answers whether to go on. */
	readonly push: (chunk: Buffer) => boolean;
	/** How many bytes are held of a line that has not ended yet. */
	readonly held: () => number;
	/** Passes on what follows the last line break. */
	readonly end: () => boolean;
};

const lineFeed = 0x0a;

/**
 * Cuts bytes into lines, and holds no more than one line of the longest length allowed. A line that is
 * longer is told as soon as that is known, which may be long before it ends, and then passed over.
 */
export const createLineSplitter = (longest: number, visit: VisitLine): LineSplitter => {
	let pieces: Buffer[] = [];
	let held = 0;
	let isPassingOver = false;
	let isStopped = false;
	let number = 1;

	const tell = (line: Buffer | 'too-long'): boolean => {
		isStopped = !visit(line, number);
		return !isStopped;
	};

	/** Takes a part of the current line; `isCopied` when it must outlive the chunk it is in. */
	const take = (piece: Buffer, isCopied: boolean): boolean => {
		if (isPassingOver) {
			return true;
		}
		held += piece.length;
		if (held > longest) {
			isPassingOver = true;
			pieces = [];
			return tell('too-long');
		}
		if (piece.length > 0) {
			pieces.push(isCopied ? Buffer.from(piece) : piece);
		}
		return true;
	};

	const finish = (): boolean => {
		const [only, ...more] = pieces;
		const line = only === undefined || more.length === 0 ? only : Buffer.concat(pieces);
		const isGoingOn = line === undefined || tell(line);
		pieces = [];
		held = 0;
		isPassingOver = false;
		number += 1;
		return isGoingOn;
	};

	return {
		push: chunk => {
			let from = 0;
			while (!isStopped) {
				const at = chunk.indexOf(lineFeed, from);
				if (at === -1) {
					return take(chunk.subarray(from), true);
				}
				if (!take(chunk.subarray(from, at), false) || !finish()) {
					return false;
				}
				from = at + 1;
			}
			return false;
		},
		held: () => (isPassingOver ? 0 : held),
		end: () => !isStopped && finish(),
	};
};
