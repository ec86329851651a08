import {editDistance} from './edit-distance.ts';

/** How much two names differ, the first in lower case; undefined where that is too much for a slip. */
const differenceOf = (wanted: string, candidate: string): number | undefined => {
	const lower = candidate.toLowerCase();
	const isPrefix = wanted.length > 1 && (lower.startsWith(wanted) || wanted.startsWith(lower));
	const cost = lower === wanted ? 0 : isPrefix ? 1 : editDistance(wanted, lower);
	return cost <= Math.max(1, Math.floor(wanted.length / 3)) ? cost : undefined;
};

/** The candidates that may have been meant, the closest first. */
export const nearestFew = <Candidate>(
	name: string,
	candidates: readonly Candidate[],
	nameOf: (candidate: Candidate) => string,
	most: number,
): readonly Candidate[] => {
	const wanted = name.toLowerCase().slice(0, 64);
	return candidates
		.flatMap(candidate => {
			const cost = differenceOf(wanted, nameOf(candidate));
			return cost === undefined ? [] : [{candidate, cost}];
		})
		.sort((one, other) => one.cost - other.cost)
		.slice(0, most)
		.map(({candidate}) => candidate);
};

/** The candidate that was probably meant, or undefined when none is close. */
export const nearest = (name: string, candidates: readonly string[]): string | undefined =>
	nearestFew(name, candidates, candidate => candidate, 1)[0];

/** `; did you mean X?`, or nothing. */
export const suggestion = (name: string, candidates: readonly string[]): string => {
	const near = nearest(name, candidates);
	return near === undefined ? '' : `; did you mean ${near}?`;
};
