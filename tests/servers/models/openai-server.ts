import type {IncomingHttpHeaders, ServerResponse} from 'node:http';
import {startHttpHost} from '../http-host.ts';

/** How a scripted stream ends. */
export type StreamEnd =
	/** As a server that is done: after `[DONE]` where the protocol has it. */
	| 'done'
	/** The same, but the body ends a moment after that. */
	| 'done-late'
	/** The body ends properly, and says nothing. */
	| 'silently'
	/** The connection is closed in the middle of the body. */
	| 'cut'
	/** The connection is reset. */
	| 'reset'
	/** Nothing more comes, and nothing ends. */
	| 'never';

/** What tests look at in a request: `messages` of one protocol, `input` of the other. */
type SeenBody = {
	readonly messages: readonly {readonly role: string; readonly content?: unknown}[];
	readonly input: readonly {readonly encrypted_content?: string}[];
	readonly reasoning?: object;
};

export type ScriptedAnswer =
	/** Objects become data of server-sent events; texts are written as they are. */
	| {
			readonly type: 'stream';
			readonly events: readonly (object | string)[];
			readonly end?: StreamEnd;
			readonly contentType?: string;
	  }
	| {
			readonly type: 'body';
			readonly status?: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly body: object | string;
	  };

type ModelRequestSeen = {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** The port of the client: requests with the same one shared a connection. */
	readonly connection: number | undefined;
	readonly body: SeenBody;
};

export type OpenAiServer = {
	readonly baseUrl: string;
	readonly requests: readonly ModelRequestSeen[];
	/** How many streams are open whose client is still there. */
	readonly openStreams: () => number;
};

const writeEvents = (response: ServerResponse, events: readonly (object | string)[]): void => {
	for (const event of events) {
		if (typeof event === 'string') response.write(event);
		else {
			const type = 'type' in event && typeof event.type === 'string' ? `event: ${event.type}\n` : '';
			response.write(`${type}data: ${JSON.stringify(event)}\n\n`);
		}
	}
};

const endStream = (response: ServerResponse, end: StreamEnd, path: string): void => {
	const last = path.endsWith('/chat/completions') ? 'data: [DONE]\n\n' : '';
	switch (end) {
		case 'done':
			response.end(last);
			return;
		case 'done-late':
			response.write(last, () => setTimeout(() => response.end(), 30));
			return;
		case 'silently':
			response.end();
			return;
		case 'cut':
			response.write('', () => response.socket?.end());
			return;
		case 'reset':
			response.write('', () => response.socket?.resetAndDestroy());
			return;
		case 'never':
	}
};

/** Plays OpenAI, or one of its many likenesses: answers with what the script says next, the last again and again. */
export const startOpenAiServer = async (script: readonly ScriptedAnswer[]): Promise<OpenAiServer> => {
	const requests: ModelRequestSeen[] = [];
	let openStreams = 0;
	const host = await startHttpHost(({path, headers, body}, response) => {
		const answer = script[Math.min(requests.length, script.length - 1)];
		requests.push({path, headers, connection: response.socket?.remotePort, body: JSON.parse(body)});
		if (answer === undefined) throw new Error('The script is empty.');
		if (answer.type === 'body') {
			const isText = typeof answer.body === 'string';
			response
				.writeHead(answer.status ?? 200, {
					'content-type': isText ? 'text/plain' : 'application/json',
					...answer.headers,
				})
				.end(isText ? answer.body : JSON.stringify(answer.body));
			return;
		}
		openStreams += 1;
		response.once('close', () => {
			openStreams -= 1;
		});
		response.writeHead(200, {'content-type': answer.contentType ?? 'text/event-stream'});
		writeEvents(response, answer.events);
		endStream(response, answer.end ?? 'done', path);
	});
	return {baseUrl: `${host.url}/v1`, requests, openStreams: () => openStreams};
};

/** A stream that ends as it should. */
export const streamOf = (...events: readonly (object | string)[]): ScriptedAnswer => ({
	type: 'stream',
	events,
});

export const refusal = (
	status: number,
	error: object,
	headers: Readonly<Record<string, string>> = {},
): ScriptedAnswer => ({type: 'body', status, headers, body: {error}});
