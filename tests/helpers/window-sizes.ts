/** Columns and rows of the windows in which everything has to work. */
export const windowSizes = [
	[80, 24],
	[120, 40],
	[40, 20],
] as const;

/** One of them after the other, for tests that cannot all run in every size. */
export const sizeOfTurn = (turn: number): {readonly cols: number; readonly rows: number} => {
	const [cols, rows] = windowSizes[turn % windowSizes.length] ?? windowSizes[0];
	return {cols, rows};
};
