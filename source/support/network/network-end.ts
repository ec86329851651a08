import {type Unreachable, unreachablePhrase} from './unreachable.ts';

/** Why an exchange over the network came to nothing. */
export type NetworkEnd =
	| Unreachable
	/** Nothing came for so many milliseconds. */
	| {readonly type: 'silent'; readonly after: number}
	| {readonly type: 'message-too-long'; readonly maxBytes: number};

const inUnits = (bytes: number): string =>
	bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MiB` : `${Math.floor(bytes / 1024)} KiB`;

/** Continues a sentence that begins with whom we asked: `said nothing for 30 s`. */
export const describeNetworkEnd = (end: NetworkEnd): string => {
	switch (end.type) {
		case 'unreachable':
			return `could not be reached: ${unreachablePhrase(end)}`;
		case 'silent':
			return `said nothing for ${Math.round(end.after / 100) / 10} s`;
		case 'message-too-long':
			return `sent a message of more than ${inUnits(end.maxBytes)}`;
	}
};

export class NetworkError extends Error {
	readonly code = 'network-failed';
	readonly end: NetworkEnd;

	constructor(end: NetworkEnd, cause?: unknown) {
		super(`The server ${describeNetworkEnd(end)}.`, cause === undefined ? {} : {cause});
		this.name = 'NetworkError';
		this.end = end;
	}
}
