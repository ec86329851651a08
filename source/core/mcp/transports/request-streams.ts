import type {JSONRPCMessage, RequestId} from '@modelcontextprotocol/client';

/** Milliseconds in which a server may end the stream of a request by itself. */
const grace = 1000;

/** The streams on which requests are answered, each of which can be ended without the others. */
export type RequestStreams = {
	/** A request is about to be sent, whose stream can be ended so. */
	readonly open: (id: RequestId, stream: AbortController) => void;
	/** Nobody reads it any longer: a server that does not end it now has it ended. */
	readonly endSoon: (id: RequestId) => void;
	/** It is over. */
	readonly forget: (id: RequestId) => void;
};

export const createRequestStreams = (): RequestStreams => {
	const streams = new Map<RequestId, AbortController>();
	return {
		open: (id, stream) => {
			streams.set(id, stream);
		},
		endSoon: id => {
			const stream = streams.get(id);
			streams.delete(id);
			if (stream !== undefined) setTimeout(() => stream.abort(), grace).unref();
		},
		forget: id => {
			streams.delete(id);
		},
	};
};

/** The request that a message takes back. */
export const cancelledBy = (message: JSONRPCMessage): RequestId | undefined => {
	if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
	const id = message.params?.requestId;
	return typeof id === 'string' || typeof id === 'number' ? id : undefined;
};
