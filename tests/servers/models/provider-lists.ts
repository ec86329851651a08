import type {ServerResponse} from 'node:http';
import {type HttpHost, type SeenRequest, sendJson, sendStatus, startHttpHost} from '../http-host.ts';

/** What a path answers: a value as JSON, or whatever the function does with the response. */
export type ListAnswer = object | ((request: SeenRequest, response: ServerResponse) => void);

/** Answers like a provider that is asked about its models; other paths are not there. */
export const startProviderLists = (
	answers: Readonly<Record<string, ListAnswer>>,
	port = 0,
): Promise<HttpHost> =>
	startHttpHost((request, response) => {
		const answer = answers[`${request.method} ${request.path.replace(/\?.*$/, '')}`];
		if (answer === undefined) sendStatus(response, 404, '{"error":{"message":"not found"}}');
		else if (typeof answer === 'function') answer(request, response);
		else sendJson(response, answer);
	}, port);

/** Says no, as the providers do. */
export const refuseWith =
	(status: number, body: object): ListAnswer =>
	(_, response) =>
		sendStatus(response, status, JSON.stringify(body), {'content-type': 'application/json'});

/** Takes the request and says nothing. */
export const saysNothing: ListAnswer = () => undefined;
