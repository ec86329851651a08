import {
	type CreateMessageRequestParams,
	type CreateMessageResult,
	type CreateMessageResultWithTools,
	type ElicitRequestParams,
	type ElicitResult,
	type ListRootsResult,
	ProtocolError,
	ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import type {ServerRequests} from '../../../domain/server-ports.ts';
import {convertElicitation, convertElicitationAnswer} from './convert-elicitation.ts';
import {convertSamplingAnswer, convertSamplingRequest} from './convert-sampling.ts';

/** More than one result of the newest protocol asks at once; fewer than would bury the user. */
const maxOpen = 8;

/** The code that the specification gives for a request which the user turned down. */
const rejectedByUser = -1;

export type RequestAnswers = {
	readonly elicit: (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>;
	readonly sample: (
		params: CreateMessageRequestParams,
		signal: AbortSignal,
	) => Promise<CreateMessageResult | CreateMessageResultWithTools>;
	readonly roots: () => ListRootsResult;
};

/** What one server is told when it asks for something. Rejects with the error that it is to get. */
export const createRequestAnswers = (server: string, requests: ServerRequests): RequestAnswers => {
	let open = 0;
	/** One of a few questions that may be open at a time. */
	const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
		if (open >= maxOpen) {
			throw new ProtocolError(
				ProtocolErrorCode.InternalError,
				`This client has ${maxOpen} open questions of this server already; it takes more when one is answered.`,
			);
		}
		open += 1;
		try {
			return await ask();
		} finally {
			open -= 1;
		}
	};
	return {
		async elicit(params, signal) {
			const request = convertElicitation(params);
			return asked(async () =>
				convertElicitationAnswer(await requests.elicit(server, request, signal), request),
			);
		},
		async sample(params, signal) {
			const request = convertSamplingRequest(params);
			return asked(async () => {
				const answer = await requests.sample(server, request, signal);
				if (answer.type === 'refused') {
					throw new ProtocolError(rejectedByUser, answer.failure.message);
				}
				return convertSamplingAnswer(answer, params);
			});
		},
		roots: () => ({roots: requests.roots().map(root => ({...root}))}),
	};
};
