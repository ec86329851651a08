import type {RewindPoint} from './rewinding.ts';

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

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

const effectsOf = (calls: number, changing: number): string => {
	if (calls === 0) {
		return 'no calls';
	}
	if (calls === 1) {
		return `1 call, ${changing === 0 ? 'said to be read-only' : 'which may have changed something'}`;
	}
	return `${calls} calls, ${changing === 0 ? 'all said to be read-only' : `${changing} may have changed something`}`;
};

/** What has happened since a message, which going back to before it does not undo. */
export const pointWords = ({later, calls, changing}: RewindPoint): string =>
	[effectsOf(calls, changing), ...(later === 0 ? [] : [countOf(later, 'later message')])].join(', ');
