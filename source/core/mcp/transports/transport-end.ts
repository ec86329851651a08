import {assertNever} from '../../../domain/assert-never.ts';
import type {Failure} from '../../../domain/failure.ts';
import {describeNetworkEnd, type NetworkEnd, NetworkError} from '../../../support/network/network-end.ts';
import {causesOf} from '../../../support/network/network-error.ts';

/** Why a connection to a server is over, or why one request of it failed. */
export type TransportEnd =
	| {readonly type: 'closed'}
	| {readonly type: 'not-started'; readonly reason: string; readonly systemCode?: string}
	| {readonly type: 'exited'; readonly code: number | null; readonly signal: string | null}
	| {readonly type: 'input-closed'}
	| {readonly type: 'output-closed'}
	| NetworkEnd
	/** `body` is a short piece of what came with it; `retryAfter` the milliseconds that it asks us to wait. */
	| {
			readonly type: 'http-status';
			readonly status: number;
			readonly body: string;
			readonly retryAfter?: number;
	  }
	/** To another place, which gets nothing of ours. */
	| {readonly type: 'redirected'; readonly location: string; readonly isSame?: true}
	/** It answered, with something that is no MCP message. */
	| {readonly type: 'not-mcp'; readonly contentType: string}
	| {readonly type: 'session-lost'; readonly status: number}
	| {readonly type: 'stream-lost'; readonly reason: string}
	| {readonly type: 'socket-closed'; readonly code: number; readonly reason: string}
	/** `reason` continues a sentence that begins with the server. */
	| {readonly type: 'sign-in-needed'; readonly reason: string}
	/** Our credentials are not accepted, and no sign-in helps. */
	| {readonly type: 'access-refused'; readonly failure: Failure}
	/** Plain http or ws to another machine, which nobody allowed. */
	| {readonly type: 'insecure'; readonly scheme: string};

const inParentheses = (text: string): string => (text === '' ? '' : ` (${text})`);

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
		case 'message-too-long':
		case 'unreachable':
		case 'silent':
			return describeNetworkEnd(end);
		case 'http-status':
			return `answered with HTTP status ${end.status}${end.body === '' ? '' : `: ${end.body}`}`;
		case 'redirected':
			return end.isSame === true
				? `sends us on to the very address that we asked: ${end.location}`
				: `sends us on to another place: ${end.location}`;
		case 'not-mcp':
			return `answered with ${end.contentType === '' ? 'something without a content type' : end.contentType} instead of MCP`;
		case 'session-lost':
			return `no longer knows our session (HTTP status ${end.status})`;
		case 'stream-lost':
			return `broke off its stream of events${inParentheses(end.reason)}`;
		case 'socket-closed':
			return `closed the WebSocket with code ${end.code}${inParentheses(end.reason)}`;
		case 'sign-in-needed':
			return end.reason;
		case 'access-refused':
			return `did not let us in: ${end.failure.message}`;
		case 'insecure':
			return `has a plain ${end.scheme} address on another machine`;
		default:
			return assertNever(end);
	}
};

export class TransportError extends Error {
	readonly code = 'transport-ended';
	readonly end: TransportEnd;

	/** Milliseconds after which the same request may go better. */
	get retryAfter(): number | undefined {
		return this.end.type === 'http-status' ? this.end.retryAfter : undefined;
	}

	constructor(end: TransportEnd, cause?: unknown) {
		super(`The server ${describeEnd(end)}.`, cause === undefined ? {} : {cause});
		this.name = 'TransportError';
		this.end = end;
	}
}

/** What became of a connection, if that is what an error says by itself. */
export const endIn = (error: unknown): TransportEnd | undefined =>
	error instanceof TransportError || error instanceof NetworkError ? error.end : undefined;

/** What became of a connection, if that is why the error was thrown. */
export const endBehind = (error: unknown): TransportEnd | undefined => {
	for (const each of causesOf(error)) {
		const end = endIn(each);
		if (end !== undefined) return end;
	}
	return undefined;
};
