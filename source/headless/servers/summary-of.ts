import {sanitiseLine} from '../../support/sanitise.ts';

const widest = 100;

/** The first sentence or so of a description, on one line. */
export const summaryOf = (description: string): string => {
	const line = sanitiseLine(description.trim().split('\n')[0] ?? '');
	return line.length > widest ? `${line.slice(0, widest).trimEnd()}…` : line;
};
