import {editDistance} from '../../../support/edit-distance.ts';

const longestCompared = 64;

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
