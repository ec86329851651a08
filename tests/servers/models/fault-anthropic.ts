import {anthropicRefusal, checkAnthropicRequest} from '../../helpers/strict-anthropic.ts';
import type {Frame, RefusalDetails, RefusalKind, ScriptPart, StreamPlace, WireVoice} from './fault-script.ts';
import {halves, signatureOf} from './fault-script.ts';

const frame = (
	event: {readonly type: string; readonly [key: string]: unknown},
	place?: StreamPlace,
): Frame => ({
	text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
	...(place === undefined ? {} : {place}),
});

const stopReasons = {stop: 'end_turn', calls: 'tool_use', length: 'max_tokens', refusal: 'refusal'} as const;

const delta = (index: number, change: object, place?: StreamPlace): Frame =>
	frame({type: 'content_block_delta', index, delta: change}, place);

const blockFrames = (part: ScriptPart, index: number): readonly Frame[] => {
	const start = (content_block: object): Frame => frame({type: 'content_block_start', index, content_block});
	const stop = frame({type: 'content_block_stop', index});
	switch (part.type) {
		case 'text':
			return [
				start({type: 'text', text: ''}),
				...halves(part.text).map(text => delta(index, {type: 'text_delta', text}, 'text')),
				stop,
			];
		case 'thinking':
			return [
				start({type: 'thinking', thinking: '', signature: ''}),
				...halves(part.text).map(thinking => delta(index, {type: 'thinking_delta', thinking})),
				delta(index, {type: 'signature_delta', signature: signatureOf(part.text)}),
				stop,
			];
		case 'call':
			return [
				start({type: 'tool_use', id: part.id, name: part.name, input: {}}),
				...halves(part.arguments).map(partial_json =>
					delta(index, {type: 'input_json_delta', partial_json}, 'arguments'),
				),
				stop,
			];
		default:
			return part satisfies never;
	}
};

const refusalOf = (kind: RefusalKind, {key, model, tool}: RefusalDetails): [number, string, string] => {
	switch (kind) {
		case 'wrong-key':
			return [401, 'authentication_error', `invalid x-api-key: ${key}`];
		case 'no-access':
			return [403, 'permission_error', `Your API key does not have permission to use ${model}.`];
		case 'rate-limited':
			return [
				429,
				'rate_limit_error',
				"This request would exceed your organization's rate limit of 50 requests per minute.",
			];
		case 'quota':
			return [
				400,
				'invalid_request_error',
				'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
			];
		case 'overloaded':
			return [529, 'overloaded_error', 'Overloaded'];
		case 'server-error':
			return [500, 'api_error', 'Internal server error'];
		case 'context-full':
			return [400, 'invalid_request_error', 'prompt is too long: 210312 tokens > 200000 maximum'];
		case 'unknown-model':
			return [404, 'not_found_error', `model: ${model}`];
		case 'bad-tool':
			return [
				400,
				'invalid_request_error',
				`tools.${tool?.index ?? 0}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12.`,
			];
		default:
			return kind satisfies never;
	}
};

const namesIn = (body: unknown): readonly string[] => {
	const {tools = []} = body as {readonly tools?: readonly {readonly name: string}[]};
	return tools.map(({name}) => name);
};

/** Anthropic's Messages API. */
export const anthropicVoice: WireVoice = {
	frames({parts, finish, usage = {input: 10, output: 5}}, serial) {
		const message = {
			id: `msg_${serial}`,
			type: 'message',
			role: 'assistant',
			model: 'test',
			content: [],
			stop_reason: null,
			usage: {input_tokens: usage.input, output_tokens: 1},
		};
		return [
			frame({type: 'message_start', message}, 'start'),
			frame({type: 'ping'}),
			...parts.flatMap(blockFrames),
			frame({type: 'ping'}, 'parts'),
			frame({
				type: 'message_delta',
				delta: {stop_reason: stopReasons[finish], stop_sequence: null},
				usage: {output_tokens: usage.output},
			}),
			frame({type: 'message_stop'}),
		];
	},
	streamError: kind =>
		frame({
			type: 'error',
			error:
				kind === 'overload'
					? {type: 'overloaded_error', message: 'Overloaded'}
					: {type: 'api_error', message: 'Internal server error'},
		}).text,
	garbage: 'event: content_block_delta\ndata: {"type": "content_block_delta", "ind\n\n',
	refusal(kind, details) {
		const [status, type, message] = refusalOf(kind, details);
		return {status, body: {type: 'error', error: {type, message}, request_id: 'req_test'}};
	},
	problems: (body, signed) =>
		checkAnthropicRequest(body, {signed}).map(message => ({message, answer: anthropicRefusal(message)})),
	toolNames: namesIn,
};
