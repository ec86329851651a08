import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import type {ServerTransport} from './server-transport.ts';

type Changes = Partial<Pick<ServerTransport, 'start' | 'send'>> & {
	/** What is passed on in the place of a message that came. */
	readonly receive: (message: JSONRPCMessage) => JSONRPCMessage;
	/** Told that it is closed, before others are. */
	readonly closed?: () => void;
};

/** A transport that does what another one does, but for these changes. */
export const wrapTransport = (
	inner: ServerTransport,
	{receive, closed, ...changes}: Changes,
): ServerTransport => {
	const outer: ServerTransport = {
		name: inner.name,
		...(inner.hasPerRequestStream === undefined ? {} : {hasPerRequestStream: inner.hasPerRequestStream}),
		start: () => inner.start(),
		close: () => inner.close(),
		send: (message, options) => inner.send(message, options),
		setProtocolVersion: version => inner.setProtocolVersion?.(version),
		setSupportedProtocolVersions: versions => inner.setSupportedProtocolVersions?.(versions),
		get sessionId() {
			return inner.sessionId;
		},
		printed: inner.printed,
		noise: inner.noise,
		end: inner.end,
		sseProgress: inner.sseProgress,
		...(inner.problemOf === undefined ? {} : {problemOf: inner.problemOf}),
		...changes,
	};
	inner.onmessage = (message, extra) => outer.onmessage?.(receive(message), extra);
	inner.onclose = () => {
		closed?.();
		outer.onclose?.();
	};
	inner.onerror = error => outer.onerror?.(error);
	return outer;
};
