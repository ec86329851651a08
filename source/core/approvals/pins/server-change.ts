import type {ServerIdentity} from '../../../domain/approval.ts';
import type {PartChange} from '../../../domain/definition-change.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {serverPrint} from '../prints.ts';
import {identityChange, identityOf} from '../server-identity.ts';
import {unreadable} from './definition-parts.ts';

/** The server whose definitions were accepted. Values that may be secret are in the print alone. */
export type PinnedReach = ServerIdentity & {
	/** Empty where it cannot be read. */
	readonly print: string;
};

export const lostReach: PinnedReach = {print: '', environment: []};

/** Definitions are those of a program, in whichever folder it runs; pins are kept apart by file already. */
export const pinnedReach = (config: ServerConfig): PinnedReach => ({
	print: serverPrint(config, true),
	...identityOf(config, true),
});

/** Earlier versions kept a print with file and folder in it. */
const isSame = (pinned: PinnedReach, config: ServerConfig): boolean =>
	[true, false].some(isOwn => serverPrint(config, isOwn) === pinned.print);

/** What is different in how a server is reached, from what was accepted. */
export const serverChange = (pinned: PinnedReach, config: ServerConfig): readonly PartChange[] => {
	if (isSame(pinned, config)) return [];
	const now = identityOf(config, true);
	if (pinned.print !== lostReach.print) return identityChange(pinned, now);
	const lost = now.url === undefined ? {command: unreadable} : {url: unreadable};
	return identityChange({...lost, environment: now.environment}, now);
};
