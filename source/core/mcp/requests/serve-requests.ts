import type {Client} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ServerRequests} from '../../../domain/server-ports.ts';
import type {ServerNotice} from '../../../domain/server-request.ts';
import {ownCopy} from '../../../support/own-copy.ts';
import {withoutColours} from '../../../support/sanitise.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {createInputAnswers} from './answer-input.ts';
import {createRequestAnswers} from './answer-requests.ts';
import {createNoticeGate} from './notice-gate.ts';

export type ServeOptions = {
	readonly server: string;
	readonly requests: ServerRequests;
	readonly onNotice: (notice: ServerNotice) => void;
};

const maxLogSize = 10_000;
const maxLogDepth = 20;
const maxName = 500;

/** What is logged was often meant for a terminal. */
const plain = (value: JsonValue): JsonValue => {
	if (typeof value === 'string') return withoutColours(value);
	if (Array.isArray(value)) return value.map(plain);
	return isJsonObject(value)
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
		: value;
};

const bounded = (data: unknown): JsonValue => {
	if (typeof data === 'string') {
		const text = withoutColours(data.slice(0, maxLogSize));
		return data.length > maxLogSize ? ownCopy(`${text}…`) : text;
	}
	const size = measureJson(data, maxLogDepth);
	if (size === undefined || size > maxLogSize) {
		return `(${size === undefined ? 'nested too deeply' : `${size} characters of data`}, left out)`;
	}
	return typeof data === 'number' || typeof data === 'boolean' || isJsonObject(data) || Array.isArray(data)
		? plain(data)
		: null;
};

/**
 * Answers what a server asks and passes on what it reports. Register before connecting; the newest protocol's
 * input requests come to the same handlers.
 */
export const serveRequests = (client: Client, {server, requests, onNotice}: ServeOptions): void => {
	// A gate each: what is logged must not crowd out the rest.
	const logged = createNoticeGate({onNotice});
	const noticed = createNoticeGate({onNotice});
	const answers = createRequestAnswers(server, requests);

	if (requests.isUnattended === true) {
		// A server that asks nevertheless is turned down like before, and the user reads what it asked.
		const answer = createInputAnswers(server, requests);
		client.fallbackRequestHandler = ({method, params}, {mcpReq}) =>
			answer({method, params: isJsonObject(params) ? params : {}}, mcpReq.signal);
	} else {
		client.setRequestHandler('elicitation/create', ({params}, {mcpReq}) =>
			answers.elicit(params, mcpReq.signal),
		);
	}
	client.setRequestHandler('sampling/createMessage', ({params}, {mcpReq}) =>
		answers.sample(params, mcpReq.signal),
	);
	client.setRequestHandler('roots/list', () => answers.roots());

	client.setNotificationHandler('notifications/message', ({params}) =>
		logged({
			type: 'logged',
			level: params.level,
			...(params.logger === undefined ? {} : {logger: ownCopy(params.logger.slice(0, maxName))}),
			data: bounded(params.data),
		}),
	);
	client.setNotificationHandler('notifications/resources/updated', ({params}) =>
		noticed({type: 'resource-updated', uri: params.uri}),
	);
	client.setNotificationHandler('notifications/elicitation/complete', ({params}) =>
		noticed({type: 'elicitation-completed', elicitationId: ownCopy(params.elicitationId.slice(0, maxName))}),
	);
};
