import type {ApprovalMode, Verdict} from '../../domain/approval.ts';
import type {Policy} from '../../domain/ports.ts';
import {isSameTool, type ToolRef} from '../../domain/tool.ts';
import {matchesGlob} from '../../support/glob.ts';
import {allowsTool, joinedName} from '../../support/tool-rule.ts';

export type PolicyRules = {
	/** Globs such as `server__tool` or `server__*`. */
	readonly trustedTools: readonly string[];
	/** For which servers `trustedTools` counts, if any: another file may give a trusted name to a server of its own. */
	readonly trustedServers?: readonly string[];
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	/** The program's own, which show a model nothing but what this session already has. */
	readonly ownTools?: readonly ToolRef[];
};

const findAllowing = (globs: readonly string[], ref: ToolRef): string | undefined =>
	globs.find(glob => allowsTool(glob, ref));

/** To deny, any reading of the joined name is enough. */
const findDenying = (globs: readonly string[], ref: ToolRef): string | undefined =>
	globs.find(glob => matchesGlob(glob, joinedName(ref)));

const modeVerdict = (mode: ApprovalMode): Verdict =>
	mode === 'auto'
		? {decision: 'allow', rule: 'approval mode auto'}
		: {decision: 'ask', rule: `approval mode ${mode}`};

/** Decides by data alone: a deny always wins, then what was allowed by name, then the mode. */
export const createPolicy = (rules: PolicyRules): Policy => ({
	decide(tool, _args, mode, grants) {
		const disallowed = findDenying(rules.disallowedTools, tool);
		if (disallowed !== undefined) {
			return {decision: 'deny', rule: `disallowed by "${disallowed}"`};
		}
		const allowed = findAllowing(rules.allowedTools, tool);
		if (allowed !== undefined) {
			return {decision: 'allow', rule: `allowed by "${allowed}"`};
		}
		if (rules.ownTools?.some(own => isSameTool(own, tool)) === true) {
			return {decision: 'allow', rule: 'reads only what this session already has'};
		}
		if (grants.some(grant => isSameTool(grant, tool))) {
			return {decision: 'allow', rule: 'allowed for this session'};
		}
		const mayBeTrusted = mode === 'trusted-only' && rules.trustedServers?.includes(tool.server) === true;
		const trusted = mayBeTrusted ? findAllowing(rules.trustedTools, tool) : undefined;
		return trusted === undefined ? modeVerdict(mode) : {decision: 'allow', rule: `trusted by "${trusted}"`};
	},
});
