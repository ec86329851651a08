import {type JSONRPCMessage, ProtocolError, type RequestId} from '@modelcontextprotocol/client';
import {isJsonObject} from '../../../domain/json.ts';

const wrongKey = 'mcp-tui/wrong-answer';
/** What is shown of it. */
const shownCharacters = 200;

const isError = (error: unknown): boolean =>
	isJsonObject(error) && Number.isInteger(error.code) && typeof error.message === 'string';

const wrongAnswer = (id: RequestId, answer: object): JSONRPCMessage => {
	const shown = JSON.stringify(answer).slice(0, shownCharacters);
	return {
		jsonrpc: '2.0',
		id,
		error: {code: -32_603, message: `This is no answer of MCP: ${shown}`, data: {[wrongKey]: shown}},
	};
};

/**
 * An answer that is none, such as `"result": null`, becomes an error: whoever asked would otherwise wait for another
 * until the time is up.
 */
export const mendAnswer = (message: JSONRPCMessage): JSONRPCMessage => {
	const {id, method, result, error}: Readonly<Record<string, unknown>> = message;
	const isAnswer = method === undefined && (typeof id === 'string' || typeof id === 'number');
	return !isAnswer || isJsonObject(result) || isError(error)
		? message
		: wrongAnswer(id, error === undefined ? {result} : {error});
};

/** What the server said in place of an answer, if that is why a request failed: nobody knows what it has done. */
export const wrongAnswerIn = (error: unknown): string | undefined => {
	if (!(error instanceof ProtocolError) || !isJsonObject(error.data)) return undefined;
	const shown = error.data[wrongKey];
	return typeof shown === 'string' ? shown : undefined;
};
