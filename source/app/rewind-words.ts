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

/** What has happened since a message, which going back to before it does not undo. */
export const pointWords = ({later, calls, changing}: RewindPoint): string => {
	const effects =
		calls === 0
			? 'no calls'
			: `${countOf(calls, 'call')}${changing === 0 ? ', all said to be read-only' : `, ${changing} may have changed something`}`;
	return later === 0 ? effects : `${effects}, ${countOf(later, 'later message')}`;
};
