import type {AnnotationMatcher, ApprovalSettings} from '../../domain/approval.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {matchesGlob} from '../../support/glob.ts';
import {type KnownNames, trustsServer} from '../../support/tool-rule.ts';

/** What a tool does, as far as its server may be believed. */
export type Hints = {
	readonly readOnly: boolean;
	readonly destructive: boolean;
	readonly idempotent: boolean;
	readonly openWorld: boolean;
};

const worst: Hints = {readOnly: false, destructive: true, idempotent: false, openWorld: true};

/** Whether what a server says about its own tools counts. `isOwn`: the user's own file names the server. */
export const isBelieved = (
	server: string,
	isOwn: boolean,
	{trustedServers, trustedTools}: Pick<ApprovalSettings, 'trustedServers' | 'trustedTools'>,
	known?: () => KnownNames,
): boolean =>
	isOwn &&
	(trustedServers.some(glob => matchesGlob(glob, server)) ||
		trustedTools.some(rule => trustsServer(rule, server, known)));

/** What a server does not say counts as the worst case, and so does everything that one says who is not believed. */
export const hintsOf = ({annotations}: ToolDefinition, believed: boolean): Hints => {
	if (!believed) {
		return worst;
	}
	const {readOnlyHint, destructiveHint, idempotentHint, openWorldHint} = annotations;
	// A tool that is said to destroy does not only read, whatever else is said about it.
	const readOnly = readOnlyHint === true && destructiveHint !== true;
	return {
		readOnly,
		// What only reads destroys nothing: the protocol gives the second hint no meaning then.
		destructive: !readOnly && destructiveHint !== false,
		idempotent: idempotentHint === true,
		openWorld: openWorldHint !== false,
	};
};

export const matchesHints = (wanted: AnnotationMatcher, hints: Hints): boolean =>
	(wanted.readOnly ?? hints.readOnly) === hints.readOnly &&
	(wanted.destructive ?? hints.destructive) === hints.destructive &&
	(wanted.idempotent ?? hints.idempotent) === hints.idempotent &&
	(wanted.openWorld ?? hints.openWorld) === hints.openWorld;
