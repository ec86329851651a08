import type {Grant} from '../../domain/approval.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {toolPrint} from './prints.ts';

/** What the user's "always" says about a tool now. */
export type Standing =
	| {readonly type: 'none'}
	| {readonly type: 'holds'; readonly scope: Grant['scope']}
	/** `why` is the end of a sentence. */
	| {readonly type: 'suspended'; readonly scope: Grant['scope']; readonly why: string};

type Now = {
	readonly serverPrint: string | undefined;
	/** The definition is not what the user has accepted. */
	readonly isChanged: boolean;
	/** Something about the tool makes modes and rules ask. */
	readonly isSuspicious: boolean;
};

/** Why a grant that names a tool does not count for it now, as the end of a sentence; undefined when it does. */
export const whySuspended = (grant: Grant, tool: ToolDefinition, now: Now): string | undefined => {
	if (grant.serverPrint !== now.serverPrint) {
		return `${tool.server} is not reached in the same way any more`;
	}
	if (grant.where !== undefined && tool.where !== undefined && grant.reaches?.[tool.tool] !== tool.reach) {
		return `it was given for files in ${grant.where}`;
	}
	if (now.isChanged || grant.tools[tool.tool] !== toolPrint(tool)) {
		return tool.reach === undefined
			? 'the definition of the tool has changed'
			: 'the tool, or what it may reach, is not the same any more';
	}
	return now.isSuspicious && grant.scope === 'server'
		? 'the tool is suspicious, and whoever allows a server has not seen that'
		: undefined;
};

/**
 * A grant holds for a server that is reached as it was then and for tools that say what they said then. One for a server
 * does not cover tools that came later, nor suspicious ones: only who was asked about such a tool knows of it.
 */
export const standingOf = (tool: ToolDefinition, grants: readonly Grant[], now: Now): Standing => {
	let suspended: Standing = {type: 'none'};
	for (const grant of grants) {
		if (grant.server !== tool.server || !Object.hasOwn(grant.tools, tool.tool)) {
			continue;
		}
		const why = whySuspended(grant, tool, now);
		if (why === undefined) {
			return {type: 'holds', scope: grant.scope};
		}
		suspended = {type: 'suspended', scope: grant.scope, why};
	}
	return suspended;
};
