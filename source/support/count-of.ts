import {groupDigits} from './group-digits.ts';

/** `1 call`, `2,000 calls`. */
export const countOf = (count: number, noun: string): string =>
	`${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and 3 more`, with no more than `most` of them named. */
export const listSome = (names: readonly string[], most: number): string => {
	const more = names.length - most;
	return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${groupDigits(more)} more` : ''}`;
};
