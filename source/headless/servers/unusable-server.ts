import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {quoteWord} from '../../support/shell-words.ts';

const interrupted: Failure = {code: 'interrupted', message: 'Interrupted.'};

/** Why a server that was started cannot be used now; undefined if it can. */
export const unusableServer = (
	name: string,
	status: ServerStatus,
	signal: AbortSignal,
): Failure | undefined => {
	switch (status.type) {
		case 'ready':
			return undefined;
		case 'disabled':
			return {
				code: 'server-disabled',
				message: `Server "${name}" is disabled.`,
				hint: `mcp-tui mcp enable ${quoteWord(name)}`,
			};
		case 'idle':
		case 'connecting':
			return signal.aborted
				? interrupted
				: {code: 'server-not-ready', message: `Server "${name}" is not ready yet.`, hint: 'Try again.'};
		case 'needs-sign-in':
			return {...status.failure, hint: status.failure.hint ?? `mcp-tui mcp login ${quoteWord(name)}`};
		case 'ready-but-list-failed':
		case 'reconnecting':
		case 'failed':
			return signal.aborted ? interrupted : status.failure;
		default:
			return assertNever(status);
	}
};
