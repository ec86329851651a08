import {sanitiseLine} from './sanitise.ts';

const shownLetters = 60;

/** The beginning of a message in one line, for a list or a sentence that names it. */
export const shortTitle = (text: string): string => {
	// No more than may be shown is cleaned, however long the message is.
	const letters = Array.from(sanitiseLine(text.slice(0, shownLetters * 4).trim()));
	return letters.length > shownLetters
		? `${letters.slice(0, shownLetters).join('').trimEnd()}…`
		: letters.join('');
};
