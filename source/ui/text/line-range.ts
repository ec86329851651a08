/** `lines 1-10 of 340`, `line 7 of 340`. */
export const lineRange = (first: number, last: number, count: number): string =>
	first === last ? `line ${first} of ${count}` : `lines ${first}-${last} of ${count}`;
