/** How many letters differ, where a swap of neighbours counts once: `hlep` is near `help`. */
export const editDistance = (left: string, right: string): number => {
	let before: number[] = [];
	let previous = Array.from({length: right.length + 1}, (_, index) => index);
	for (let row = 1; row <= left.length; row++) {
		const current = [row];
		for (let column = 1; column <= right.length; column++) {
			const isSame = left[row - 1] === right[column - 1];
			let best = Math.min(
				(previous[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(previous[column - 1] ?? 0) + (isSame ? 0 : 1),
			);
			if (
				row > 1 &&
				column > 1 &&
				left[row - 1] === right[column - 2] &&
				left[row - 2] === right[column - 1]
			) {
				best = Math.min(best, (before[column - 2] ?? 0) + 1);
			}
			current.push(best);
		}
		before = previous;
		previous = current;
	}
	return previous[right.length] ?? 0;
};
