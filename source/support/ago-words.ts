import {countOf} from './count-of.ts';

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
