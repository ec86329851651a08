import type {JsonValue} from './json.ts';

/** `connection` is no message: what became of the way that messages take. */
export type TrafficKind = 'request' | 'response' | 'error' | 'notification' | 'connection';

/** One JSON-RPC message as it went over the wire, without its contents. Texts are the server's own, without secrets. */
export type TrafficEntry = {
	/** Counts from 1 and is never used twice. */
	readonly number: number;
	readonly at: number;
	readonly server: string;
	/** To the server or from it. */
	readonly direction: 'out' | 'in';
	readonly kind: TrafficKind;
	/** Of an answer: that of its request. Empty where nobody knows. */
	readonly method: string;
	readonly id?: string | number;
	/** What the message is about: the tool, the prompt, the resource. */
	readonly subject?: string;
	/** Bytes, as JSON without spaces. */
	readonly size: number;
	/** Milliseconds from the request to this answer. */
	readonly latency?: number;
	/** The number of the answer to this request, or of the request of this answer. */
	readonly other?: number;
	/** What went wrong, in a line. */
	readonly error?: string;
	/** What happened to the connection, in a line. */
	readonly note?: string;
	/** Only a part of it is kept. */
	readonly isCut?: true;
};

export type ServerLatency = {
	/** Milliseconds, of the newest answer. */
	readonly last: number;
	/** The median of the newest answers. */
	readonly p50: number;
	/** How many answers there were. */
	readonly count: number;
};

/** Everything that went to and came from servers lately. It lives in memory only, and within limits. */
export type TrafficLog = {
	/** Oldest first; the same array while nothing has changed. */
	readonly entries: () => readonly TrafficEntry[];
	readonly find: (number: number) => TrafficEntry | undefined;
	/** The message itself without secrets; undefined where there is none, or no longer. */
	readonly messageOf: (number: number) => JsonValue | undefined;
	/** How many of the oldest were let go to make room. */
	readonly letGo: () => number;
	readonly latencyOf: (server: string) => ServerLatency | undefined;
	/** Told that something has changed, some times a second at most. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly clear: () => void;
};
