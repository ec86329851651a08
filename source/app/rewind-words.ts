import {countOf} from '../support/count-of.ts';
import type {RewindPoint} from './rewinding.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, in the largest unit that fits. */
export const agoWords = (milliseconds: number): string => {
	if (milliseconds < minute) {
		return 'just now';
	}
	if (milliseconds < hour) {
		return `${countOf(Math.floor(milliseconds / minute), 'minute')} ago`;
	}
	return milliseconds < day
		? `${countOf(Math.floor(milliseconds / hour), 'hour')} ago`
		: `${countOf(Math.floor(milliseconds / day), 'day')} ago`;
};

/** What was called since a message, which going back to before it does not undo. */
export const pointWords = ({calls, changing}: RewindPoint): string => {
	if (calls === 0) {
		return 'no calls';
	}
	const which = calls === 1 ? '' : `${changing} `;
	return `${countOf(calls, 'call')}, ${changing === 0 ? 'only reading' : `${which}may change things`}`;
};
