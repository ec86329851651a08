import type {JSONRPCMessage, Transport} from '@modelcontextprotocol/client';

/** Gives a message to whoever listens. One that the SDK cannot take must not cost the connection. */
export const handOver = (transport: Transport, message: JSONRPCMessage): void => {
	try {
		transport.onmessage?.(message);
	} catch (error) {
		transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
	}
};
