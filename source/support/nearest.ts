/** Edit distance with adjacent swaps, so that `hlep` is near `help`. */
const distance = (left: string, right: string): number => {
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

/** The candidate that was probably meant, or undefined when none is close. */
export const nearest = (name: string, candidates: readonly string[]): string | undefined => {
	const wanted = name.toLowerCase().slice(0, 64);
	let best: {readonly candidate: string; readonly cost: number} | undefined;
	for (const candidate of candidates) {
		const lower = candidate.toLowerCase();
		const isPrefix = wanted.length > 1 && (lower.startsWith(wanted) || wanted.startsWith(lower));
		const cost = isPrefix ? 1 : distance(wanted, lower);
		if (cost <= Math.max(1, Math.floor(wanted.length / 3)) && (best === undefined || cost < best.cost)) {
			best = {candidate, cost};
		}
	}
	return best?.candidate;
};

/** `; did you mean X?`, or nothing. */
export const suggestion = (name: string, candidates: readonly string[]): string => {
	const near = nearest(name, candidates);
	return near === undefined ? '' : `; did you mean ${near}?`;
};
