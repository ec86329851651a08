import type {ApprovalRule} from '../../domain/approval.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {matchesGlob} from '../../support/glob.ts';
import {losesServer} from '../../support/server-pattern.ts';
import {namesServer} from '../../support/tool-rule.ts';

type Renaming = {readonly from: string; readonly to: string};

const isFor = (server: string | undefined, name: string): boolean =>
	server === undefined || namesServer(server, name);

/** A tool that is named alone has nothing to do with a server. */
const isLost = ({server, tool}: ApprovalRule, {from, to}: Renaming): boolean =>
	isFor(server, from) &&
	(!isFor(server, to) || (tool !== undefined && tool !== from && losesServer(tool, from, to)));

const names = ({server, tool}: ApprovalRule, name: string): boolean =>
	(server !== undefined && matchesGlob(server, name)) || tool?.startsWith(`${name}__`) === true;

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
			isLost(rule, {from, to}) &&
			!rules.some(
				other => other !== rule && names(other, to) && demandOf(other, to) === demandOf(rule, from),
			),
	);

/** Of patterns that hold tools back, those that would not do so for the same server by another name. */
export const lostPatterns = (patterns: readonly string[], {from, to}: Renaming): readonly string[] => {
	const twin = (pattern: string): string =>
		pattern === from ? to : pattern.startsWith(`${from}__`) ? `${to}${pattern.slice(from.length)}` : pattern;
	return patterns.filter(
		pattern =>
			losesServer(pattern, from, to) && (twin(pattern) === pattern || !patterns.includes(twin(pattern))),
	);
};
