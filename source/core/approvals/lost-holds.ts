import type {ApprovalRule} from '../../domain/approval.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {matchesGlob} from '../../support/glob.ts';
import {concernsServer} from '../../support/server-pattern.ts';

type Renaming = {readonly from: string; readonly to: string};

/** Rules name tools alone as well, and such a name has nothing to do with a server. */
const joins = (pattern: string, server: string): boolean =>
	pattern !== server && concernsServer(pattern, server);

const concernsTool = (tool: string, server: string): boolean => !/^\*+$/.test(tool) && joins(tool, server);

const isAbout = ({server, tool}: ApprovalRule, name: string): boolean =>
	(server !== undefined && !/^\*+$/.test(server) && matchesGlob(server, name)) ||
	((server === undefined || matchesGlob(server, name)) && tool !== undefined && concernsTool(tool, name));

/** What a rule demands, apart from the server that it names. */
const demandOf = ({tool, args, annotations, decision}: ApprovalRule, server: string): string => {
	const own = `${server}__`;
	const name = tool?.startsWith(own) === true ? tool.slice(own.length) : tool;
	return canonicalJson([name ?? null, args ?? null, annotations ?? null, decision]);
};

/**
 * The rules that ask or deny because of a server's name, and would do so no longer if it had another one. One that has
 * the same rule for the new name beside it is not lost.
 */
export const lostRules = (
	rules: readonly ApprovalRule[],
	{from, to}: Renaming,
	isRewritten: (rule: ApprovalRule) => boolean,
): readonly ApprovalRule[] =>
	rules.filter(
		rule =>
			rule.decision !== 'allow' &&
			!isRewritten(rule) &&
			isAbout(rule, from) &&
			!isAbout(rule, to) &&
			!rules.some(other => isAbout(other, to) && demandOf(other, to) === demandOf(rule, from)),
	);

/** Of patterns that hold tools back, those that would not do so for the same server by another name. */
export const lostPatterns = (patterns: readonly string[], {from, to}: Renaming): readonly string[] => {
	const twin = (pattern: string): string =>
		pattern === from ? to : pattern.startsWith(`${from}__`) ? `${to}${pattern.slice(from.length)}` : pattern;
	return patterns.filter(
		pattern =>
			concernsServer(pattern, from) && !concernsServer(pattern, to) && !patterns.includes(twin(pattern)),
	);
};
