/** A piece of a long job, after which keys and all others have their turn. */
export type Slice = {
	readonly isOver: () => boolean;
	/** So many more lines were made, which are still to be printed. */
	readonly add: (lines: number) => void;
};

const mostMilliseconds = 25;
const mostLines = 1000;

/** Ends by the clock and, because printing takes its time later, by what was made. */
export const startSlice = (now: () => number): Slice => {
	const startedAt = now();
	let made = 0;
	return {
		isOver: () => made >= mostLines || now() - startedAt >= mostMilliseconds,
		add(lines) {
			made += lines;
		},
	};
};

/** The whole job at once. */
export const endlessSlice: Slice = {isOver: () => false, add: () => undefined};
