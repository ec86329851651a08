/** From, and the first place behind. */
export type Range = readonly [from: number, to: number];

const special = /[\\^$.*+?()[\]{}|/]/g;

/** What is looked for, as it is written. Capitals count where there is one in it. */
export const createPattern = (query: string): RegExp | undefined =>
	query === ''
		? undefined
		: new RegExp(query.replace(special, String.raw`\$&`), query === query.toLowerCase() ? 'giu' : 'gu');

export const matchesIn = (pattern: RegExp | undefined, text: string): readonly Range[] =>
	pattern === undefined
		? []
		: Array.from(text.matchAll(pattern), found => [found.index, found.index + found[0].length] as const);
