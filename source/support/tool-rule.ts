import {matchesGlob} from './glob.ts';

type ToolName = {readonly server: string; readonly tool: string};

/** How rules and models call a tool. Either part may contain "__" itself. */
export const joinedName = ({server, tool}: ToolName): string => `${server}__${tool}`;

/**
 * Whether a rule such as `server__tool` or `server__*` allows a tool: the server and the tool must match each on
 * its own side of the first "__", so that no rule allows another pair that has the same joined name.
 */
export const allowsTool = (rule: string, name: ToolName): boolean => {
	const cut = rule.indexOf('__');
	return cut === -1
		? matchesGlob(rule, joinedName(name))
		: matchesGlob(rule.slice(0, cut), name.server) && matchesGlob(rule.slice(cut + 2), name.tool);
};

const isAnything = (glob: string): boolean => /^\*+$/.test(glob);

/** Whether such a rule allows every tool that a server has or will have. */
export const trustsServer = (rule: string, server: string): boolean => {
	const cut = rule.indexOf('__');
	return cut === -1
		? isAnything(rule)
		: isAnything(rule.slice(cut + 2)) && matchesGlob(rule.slice(0, cut), server);
};

/** To hold something back any reading of a rule is enough: of the joined name, of a server alone or of a tool alone. */
export const coversTool = (rule: string, name: ToolName): boolean =>
	[joinedName(name), name.server, name.tool].some(each => matchesGlob(rule, each));
