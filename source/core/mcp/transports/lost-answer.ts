import {
	type JSONRPCErrorResponse,
	type JSONRPCMessage,
	ProtocolError,
	type RequestId,
} from '@modelcontextprotocol/client';
import {isJsonObject} from '../../../domain/json.ts';

const lostKey = 'mcp-tui/answer-lost';

/** Stands for an answer that will never come, because the stream that was to carry it is over. */
export const lostAnswer = (id: RequestId, reason: string): JSONRPCMessage => ({
	jsonrpc: '2.0',
	id,
	error: {
		code: -32_000,
		message: `The server ended the stream before its answer${reason === '' ? '' : `: ${reason}`}.`,
		data: {[lostKey]: reason},
	},
});

/** Whether a message was made here, in place of one that never came. */
export const isLostAnswer = (message: JSONRPCMessage): message is JSONRPCErrorResponse =>
	'error' in message && isJsonObject(message.error.data) && lostKey in message.error.data;

/** Why the answer to a request was lost on the way, if it was: nobody knows what the server has done. */
export const lostReason = (error: unknown): string | undefined => {
	if (!(error instanceof ProtocolError) || !isJsonObject(error.data)) return undefined;
	const reason = error.data[lostKey];
	return typeof reason === 'string' ? reason : undefined;
};
