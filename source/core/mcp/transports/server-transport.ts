import type {Transport} from '@modelcontextprotocol/client';
import type {TransportName} from '../../../domain/server.ts';
import type {TransportEnd} from './transport-end.ts';

/** How far a server of the oldest kind came: it opened its stream of events, and said there where messages go. */
export type SseProgress = 'none' | 'stream' | 'endpoint';

/** A connection to a server that can say what became of it. */
export type ServerTransport = Transport & {
	readonly name: TransportName;
	/** The first and the newest lines that the server printed beside its messages, oldest first. */
	readonly printed: () => readonly string[];
	/** How many lines on standard output were not messages. */
	readonly noise: () => number;
	/** Undefined while it lives. */
	readonly end: () => TransportEnd | undefined;
	/** What an error that came out of it says about the connection. */
	readonly problemOf?: (error: unknown) => TransportEnd | undefined;
	/** Of SSE only. */
	readonly sseProgress?: (() => SseProgress) | undefined;
};
