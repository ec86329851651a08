import {isSpecType, ProtocolError, ProtocolErrorCode} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ServerRequests} from '../../../domain/server-ports.ts';
import {createRequestAnswers} from './answer-requests.ts';

const invalid = (method: string): ProtocolError =>
	new ProtocolError(ProtocolErrorCode.InvalidParams, `This is not a request for ${method}.`);

/** As plain data: what the SDK's types have beyond JSON never occurs in an answer. */
const plain = (result: object): JsonObject => (isJsonObject(result) ? result : {});

/**
 * Answers requests that come inside results (of tasks), where the SDK does not see them. The same answers as for
 * requests that servers send by themselves; rejects with the reason where there is none.
 */
export const createInputAnswers = (server: string, requests: ServerRequests) => {
	const answers = createRequestAnswers(server, requests);
	return async (
		{method, params}: {readonly method: string; readonly params: JsonObject},
		signal: AbortSignal,
	): Promise<JsonObject> => {
		switch (method) {
			case 'elicitation/create': {
				// The newest protocol has no id for a page.
				const known = params.mode === 'url' ? {elicitationId: '', ...params} : params;
				if (!isSpecType.ElicitRequestParams(known)) throw invalid(method);
				return plain(await answers.elicit(known, signal));
			}
			case 'sampling/createMessage':
				if (!isSpecType.CreateMessageRequestParams(params)) throw invalid(method);
				return plain(await answers.sample(params, signal));
			case 'roots/list':
				return plain(answers.roots());
			default:
				throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client has no method "${method}".`);
		}
	};
};
