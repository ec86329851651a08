import {countOf} from '../support/count-of.ts';
import type {RewindPoint} from './rewinding.ts';

/** What was called since a message, which going back to before it does not undo. */
export const pointWords = ({calls, changing}: RewindPoint): string => {
	if (calls === 0) {
		return 'no calls';
	}
	const which = calls === 1 ? '' : `${changing} `;
	return `${countOf(calls, 'call')}, ${changing === 0 ? 'only reading' : `${which}may change things`}`;
};
