import type {IncomingHttpHeaders, ServerResponse} from 'node:http';
import {startHttpHost} from '../http-host.ts';

/** How the connection of a scripted stream ends. */
export type StreamEnd =
	/** Properly. */
	| 'done'
	/** Properly, a moment after the last event. */
	| 'late'
	/** Closed in the middle of the body. */
	| 'cut'
	| 'reset'
	/** Nothing more comes, and nothing ends. */
	| 'never';

export type AnthropicAnswer =
	/** Objects become server-sent events; texts are written as they are. */
	| {readonly type: 'stream'; readonly events: readonly (object | string)[]; readonly end?: StreamEnd}
	| {
			readonly type: 'body';
			readonly status: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly body: object | string;
	  };

/** What tests look at in a request. */
type SeenBody = {
	readonly max_tokens: number;
	readonly messages: readonly {readonly content: readonly {readonly type: string}[]}[];
	readonly tools?: readonly object[];
	readonly tool_choice?: {readonly type: string};
	readonly thinking?: {readonly type: string};
	readonly temperature?: number;
};

export type SeenModelRequest = {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: SeenBody;
};

export type AnthropicServer = {
	readonly baseUrl: string;
	readonly requests: readonly SeenModelRequest[];
	/** How many streams have a client that is still there. */
	readonly openStreams: () => number;
	/** How many connections were made. */
	readonly connections: () => number;
};

const eventText = (event: object | string): string => {
	if (typeof event === 'string') return event;
	const type = 'type' in event ? String(event.type) : 'message';
	return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
};

const endStream = (response: ServerResponse, end: StreamEnd): void => {
	switch (end) {
		case 'done':
			response.end();
			return;
		case 'late':
			setTimeout(() => response.end(), 30);
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

/**
 * Plays Anthropic: answers with what the script says next, the last again and again; a function decides by the request.
 */
export const startAnthropicServer = async (
	script: readonly AnthropicAnswer[] | ((request: SeenModelRequest) => AnthropicAnswer),
): Promise<AnthropicServer> => {
	const requests: SeenModelRequest[] = [];
	const sockets = new Set<object>();
	let openStreams = 0;
	const host = await startHttpHost(({path, headers, body}, response) => {
		if (response.socket !== null) sockets.add(response.socket);
		const request = {path, headers, body: JSON.parse(body)};
		const answer =
			typeof script === 'function' ? script(request) : script[Math.min(requests.length, script.length - 1)];
		requests.push(request);
		if (answer === undefined) throw new Error('The script is empty.');
		if (answer.type === 'body') {
			const isText = typeof answer.body === 'string';
			response
				.writeHead(answer.status, {
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
		response.writeHead(200, {'content-type': 'text/event-stream'});
		for (const event of answer.events) response.write(eventText(event));
		endStream(response, answer.end ?? 'done');
	});
	return {
		baseUrl: host.url,
		requests,
		openStreams: () => openStreams,
		connections: () => sockets.size,
	};
};

export const messageStart = (usage: object = {input_tokens: 10, output_tokens: 1}): object => ({
	type: 'message_start',
	message: {id: 'msg_1', type: 'message', role: 'assistant', content: [], stop_reason: null, usage},
});

/** The events that end a message. */
export const messageEnd = (stopReason: string, usage: object = {output_tokens: 5}): readonly object[] => [
	{type: 'message_delta', delta: {stop_reason: stopReason, stop_sequence: null}, usage},
	{type: 'message_stop'},
];

export const textBlock = (index: number, ...pieces: readonly string[]): readonly object[] => [
	{type: 'content_block_start', index, content_block: {type: 'text', text: ''}},
	...pieces.map(text => ({type: 'content_block_delta', index, delta: {type: 'text_delta', text}})),
	{type: 'content_block_stop', index},
];

export const thinkingBlock = (index: number, thinking: string, signature: string): readonly object[] => [
	{type: 'content_block_start', index, content_block: {type: 'thinking', thinking: '', signature: ''}},
	{type: 'content_block_delta', index, delta: {type: 'thinking_delta', thinking}},
	{type: 'content_block_delta', index, delta: {type: 'signature_delta', signature}},
	{type: 'content_block_stop', index},
];

/** A call whose arguments come in the given fragments. */
export const callBlock = (
	index: number,
	call: {readonly id?: string; readonly name: string},
	...fragments: readonly string[]
): readonly object[] => [
	{type: 'content_block_start', index, content_block: {type: 'tool_use', ...call, input: {}}},
	...fragments.map(partial_json => ({
		type: 'content_block_delta',
		index,
		delta: {type: 'input_json_delta', partial_json},
	})),
	{type: 'content_block_stop', index},
];

export const streamed = (...events: readonly (object | string)[]): AnthropicAnswer => ({
	type: 'stream',
	events,
});

/** A whole answer of one text. */
export const answerOf = (text: string, end: StreamEnd = 'done'): AnthropicAnswer => ({
	type: 'stream',
	events: [messageStart(), ...textBlock(0, text), ...messageEnd('end_turn')],
	end,
});

export const refused = (
	status: number,
	type: string,
	message: string,
	headers: Readonly<Record<string, string>> = {},
): AnthropicAnswer => ({
	type: 'body',
	status,
	headers,
	body: {type: 'error', error: {type, message}, request_id: 'req_1'},
});
