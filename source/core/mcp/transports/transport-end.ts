import {assertNever} from '../../../domain/assert-never.ts';

/** Why a connection to a process is over. */
export type TransportEnd =
	| {readonly type: 'closed'}
	| {readonly type: 'not-started'; readonly reason: string; readonly systemCode?: string}
	| {readonly type: 'exited'; readonly code: number | null; readonly signal: string | null}
	| {readonly type: 'input-closed'}
	| {readonly type: 'output-closed'}
	| {readonly type: 'line-too-long'; readonly maxBytes: number};

/** Continues a sentence that begins with the server: `exited with code 1`. */
export const describeEnd = (end: TransportEnd): string => {
	switch (end.type) {
		case 'closed':
			return 'was closed';
		case 'not-started':
			return `could not be started: ${end.reason}`;
		case 'exited':
			return end.signal === null ? `exited with code ${end.code ?? 'unknown'}` : `was ended by ${end.signal}`;
		case 'input-closed':
			return 'closed its input';
		case 'output-closed':
			return 'closed its output';
		case 'line-too-long':
			return `sent a message of more than ${Math.floor(end.maxBytes / (1024 * 1024))} MiB`;
		default:
			return assertNever(end);
	}
};

export class TransportError extends Error {
	readonly code = 'transport-ended';

	constructor(end: TransportEnd) {
		super(`The server ${describeEnd(end)}.`);
		this.name = 'TransportError';
	}
}
