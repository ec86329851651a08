import type {LogEntry} from '../../state/app-state.ts';
import {rememberLast} from '../text/remember-last.ts';

/** More than any window shows on a line. */
const longest = 1000;

const describe = ({notice}: LogEntry): string => {
	if (notice.type === 'misbehaved') {
		return notice.message;
	}
	const {level, logger, data} = notice;
	const text = typeof data === 'string' ? data : JSON.stringify(data);
	return `${logger === undefined ? level : `${level} ${logger}`}: ${text}`;
};

const known = rememberLast((entry: LogEntry) => describe(entry).slice(0, longest));

/** A line of a server's log. It is drawn with every frame, and may have been megabytes. */
export const logText = (entry: LogEntry): string => known(entry, 0, undefined);
