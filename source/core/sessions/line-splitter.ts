import {Buffer} from 'node:buffer';

/** Answers whether to go on. Lines are numbered from 1; an empty one is counted and not passed on. */
export type VisitLine = (line: Buffer | 'too-long', number: number) => boolean;

export type LineSplitter = {
	/** The chunk may be reused afterwards. Answers whether to go on. */
	readonly push: (chunk: Buffer) => boolean;
	/** Passes on what follows the last line break. */
	readonly end: () => boolean;
};

const lineFeed = 0x0a;

/** Cuts bytes into lines, and holds no more than one line of the longest length allowed. */
export const createLineSplitter = (longest: number, visit: VisitLine): LineSplitter => {
	let pieces: Buffer[] = [];
	let held = 0;
	let overflowing = false;
	let number = 0;

	const hold = (piece: Buffer): void => {
		held += piece.length;
		if (held > longest) {
			overflowing = true;
			pieces = [];
		} else if (piece.length > 0) {
			pieces.push(Buffer.from(piece));
		}
	};

	const finish = (piece: Buffer): boolean => {
		number += 1;
		const tooLong = overflowing || held + piece.length > longest;
		const line = pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]);
		pieces = [];
		held = 0;
		overflowing = false;
		if (tooLong) {
			return visit('too-long', number);
		}

		return line.length === 0 || visit(line, number);
	};

	return {
		push: chunk => {
			let from = 0;
			for (;;) {
				const at = chunk.indexOf(lineFeed, from);
				if (at === -1) {
					hold(chunk.subarray(from));
					return true;
				}

				if (!finish(chunk.subarray(from, at))) {
					return false;
				}

				from = at + 1;
			}
		},
		end: () => held === 0 || finish(Buffer.alloc(0)),
	};
};
