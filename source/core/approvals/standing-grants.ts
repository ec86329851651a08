import type {Grant, ServerIdentity} from '../../domain/approval.ts';
import type {PartChange} from '../../domain/definition-change.ts';
import type {ToolDefinition, ToolRef} from '../../domain/tool.ts';
import {toolPrint} from './prints.ts';
import {identityChange} from './server-identity.ts';

/** What the user's "always" says about a tool now. */
export type Standing =
	| {readonly type: 'none'}
	| {readonly type: 'holds'; readonly scope: Grant['scope']}
	/** `why` is the end of a sentence. */
	| {readonly type: 'suspended'; readonly scope: Grant['scope']; readonly why: string};

type ServerNow = {
	readonly serverPrint: string | undefined;
	readonly identity?: ServerIdentity | undefined;
};

type Now = ServerNow & {
	/** The definition is not what the user has accepted. */
	readonly isChanged: boolean;
	/** Something about the tool makes modes and rules ask. */
	readonly isSuspicious: boolean;
};

/** A server of the same name in another file, or in another folder, is another one. */
const isForAnother = (grant: Grant, {serverPrint, identity}: ServerNow): boolean =>
	grant.serverPrint !== serverPrint &&
	grant.identity !== undefined &&
	identity !== undefined &&
	grant.identity.from !== identity.from;

const isAbout = (grant: Grant, tool: ToolRef, now: ServerNow): boolean =>
	grant.server === tool.server && Object.hasOwn(grant.tools, tool.tool) && !isForAnother(grant, now);

/** How a server differs from the one that an "always" was given for; empty where it is the same, or that is not known. */
export const changeSinceGrant = (grant: Grant, now: ServerNow): readonly PartChange[] =>
	grant.serverPrint === now.serverPrint ||
	grant.identity === undefined ||
	now.identity === undefined ||
	isForAnother(grant, now)
		? []
		: identityChange(grant.identity, now.identity);

/** The same for a tool; empty where no "always" was given for it, or one was given for the server as it is. */
export const changeSinceAlways = (
	tool: ToolRef,
	grants: readonly Grant[],
	now: ServerNow,
): readonly PartChange[] => {
	const given = grants.filter(grant => isAbout(grant, tool, now));
	const last = given.at(-1);
	return last === undefined || given.some(grant => grant.serverPrint === now.serverPrint)
		? []
		: changeSinceGrant(last, now);
};

/** Why a grant that names a tool does not count for it now, as the end of a sentence; undefined when it does. */
export const whySuspended = (grant: Grant, tool: ToolDefinition, now: Now): string | undefined => {
	if (isForAnother(grant, now)) {
		const {from} = grant.identity ?? {};
		return `it was given for ${tool.server} of ${from ?? 'your own configuration'}`;
	}
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
		if (!isAbout(grant, tool, now)) {
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
