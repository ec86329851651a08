import {matchesGlob} from './glob.ts';
import {coversTool} from './tool-rule.ts';

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

/** Names of tools for which a pattern may matter: what stands in it, with and without what its stars leave open. */
const toolsIn = (pattern: string): readonly string[] => {
	const ends = [pattern, pattern.slice(pattern.indexOf('__') + 2)];
	return ['x', ...pattern.split(/\*+|__/), ...ends.map(end => end.replaceAll('*', ''))];
};

/** Whether a pattern stands for a tool of a server by one name, and not for the same tool by another name of the server. */
export const losesServer = (pattern: string, from: string, to: string): boolean =>
	pattern === from ||
	toolsIn(pattern).some(
		tool => coversTool(pattern, {server: from, tool}) && !coversTool(pattern, {server: to, tool}),
	);
