import {editDistance} from './edit-distance.ts';

/** The candidate that was probably meant, or undefined when none is close. */
export const nearest = (name: string, candidates: readonly string[]): string | undefined => {
	const wanted = name.toLowerCase().slice(0, 64);
	let best: {readonly candidate: string; readonly cost: number} | undefined;
	for (const candidate of candidates) {
		const lower = candidate.toLowerCase();
		const isPrefix = wanted.length > 1 && (lower.startsWith(wanted) || wanted.startsWith(lower));
		const cost = lower === wanted ? 0 : isPrefix ? 1 : editDistance(wanted, lower);
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
