import {matchesGlob} from './glob.ts';

/** Whether a pattern for tools may stand for a tool of a server: by `server__tool`, or by the name of the server alone. */
export const concernsServer = (pattern: string, server: string): boolean => {
	const cut = pattern.indexOf('__');
	if (cut !== -1 && matchesGlob(pattern.slice(0, cut), server)) {
		return true;
	}
	const joined = `${server}__`;
	if (!pattern.includes('*')) {
		return pattern === server || pattern.startsWith(joined);
	}
	const [start = ''] = pattern.split('*');
	return joined.startsWith(start) || start.startsWith(joined);
};
