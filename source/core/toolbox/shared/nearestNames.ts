const longestCompared = 64;

const editDistance = (left: string, right: string): number => {
	let previous = Array.from({length: right.length + 1}, (_, index) => index);
	for (let row = 1; row <= left.length; row++) {
		const current = [row];
		for (let column = 1; column <= right.length; column++) {
			const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
			current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
		}
		previous = current;
	}
	return previous[right.length] ?? 0;
};

const stem = (name: string): string => name.replace(/\.[^.]+$/, '');

const score = (wanted: string, candidate: string): number => {
	if (candidate === wanted) return 0;
	const shortStem = stem(wanted);
	if (stem(candidate) === shortStem) return 1;
	const distance = editDistance(wanted, candidate);
	return shortStem.length > 2 && candidate.includes(shortStem) ? Math.min(distance, 2) : distance;
};

/** The candidates that look most like `wanted`, best first; empty when none is close. */
export const nearestNames = (wanted: string, candidates: readonly string[], limit = 3): string[] => {
	const folded = wanted.toLowerCase().slice(0, longestCompared);
	const tolerated = Math.max(2, Math.ceil(folded.length * 0.4));
	return candidates
		.map(name => ({name, distance: score(folded, name.toLowerCase().slice(0, longestCompared))}))
		.filter(({distance}) => distance <= tolerated)
		.sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1))
		.slice(0, limit)
		.map(({name}) => name);
};
