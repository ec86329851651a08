import {groupDigits} from './group-digits.ts';

/** `1 call`, `2,000 calls`. */
export const countOf = (count: number, noun: string): string =>
	`${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
