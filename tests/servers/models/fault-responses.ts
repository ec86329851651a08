import {responsesProblems} from '../../helpers/strict-openai-responses.ts';
import {openAiRefusal} from '../../helpers/strict-openai-tools.ts';
import {openAiRefusalOf} from './fault-openai.ts';
import type {Frame, ScriptPart, StreamPlace, WireVoice} from './fault-script.ts';
import {halves, signatureOf} from './fault-script.ts';

type Event = {readonly type: string; readonly [key: string]: unknown};

const frame = (event: Event, place?: StreamPlace): Frame => ({
	text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
	...(place === undefined ? {} : {place}),
});

type Item = {readonly added: object; readonly deltas: readonly Frame[]; readonly done: object};

const itemOf = (part: ScriptPart, output_index: number, id: string): Item => {
	switch (part.type) {
		case 'text': {
			const item = {id: `msg_${id}`, type: 'message', role: 'assistant'};
			const place = {item_id: item.id, output_index, content_index: 0};
			const content = {type: 'output_text', text: part.text, annotations: []};
			return {
				added: {...item, status: 'in_progress', content: []},
				deltas: [
					frame({type: 'response.content_part.added', ...place, part: {...content, text: ''}}),
					...halves(part.text).map(delta =>
						frame({type: 'response.output_text.delta', ...place, delta}, 'text'),
					),
					frame({type: 'response.output_text.done', ...place, text: part.text}),
					frame({type: 'response.content_part.done', ...place, part: content}),
				],
				done: {...item, status: 'completed', content: [content]},
			};
		}
		case 'thinking': {
			const item = {id: `rs_${id}`, type: 'reasoning', encrypted_content: signatureOf(part.text)};
			const place = {item_id: item.id, output_index, summary_index: 0};
			return {
				added: {...item, summary: []},
				deltas: halves(part.text).map(delta =>
					frame({type: 'response.reasoning_summary_text.delta', ...place, delta}),
				),
				done: {...item, summary: [{type: 'summary_text', text: part.text}]},
			};
		}
		case 'call': {
			const item = {id: `fc_${id}`, type: 'function_call', call_id: part.id, name: part.name};
			const place = {item_id: item.id, output_index};
			return {
				added: {...item, status: 'in_progress', arguments: ''},
				deltas: [
					...halves(part.arguments).map(delta =>
						frame({type: 'response.function_call_arguments.delta', ...place, delta}, 'arguments'),
					),
					frame({type: 'response.function_call_arguments.done', ...place, arguments: part.arguments}),
				],
				done: {...item, status: 'completed', arguments: part.arguments},
			};
		}
		default:
			return part satisfies never;
	}
};

/** OpenAI's Responses API. */
export const responsesVoice: WireVoice = {
	frames({parts, finish, usage = {input: 10, output: 5}}, serial) {
		const response = {id: `resp_${serial}`, object: 'response', model: 'test', output: [], error: null};
		const items = parts.map((part, index) => itemOf(part, index, `${serial}_${index}`));
		const isWhole = finish === 'stop' || finish === 'calls';
		const {input, output} = usage;
		return [
			frame({type: 'response.created', response: {...response, status: 'in_progress'}}, 'start'),
			frame({type: 'response.in_progress', response: {...response, status: 'in_progress'}}),
			...items.flatMap(({added, deltas, done}, output_index) => [
				frame({type: 'response.output_item.added', output_index, item: added}),
				...deltas,
				frame({type: 'response.output_item.done', output_index, item: done}),
			]),
			{text: ': keep-alive\n\n', place: 'parts'},
			frame({
				type: isWhole ? 'response.completed' : 'response.incomplete',
				response: {
					...response,
					status: isWhole ? 'completed' : 'incomplete',
					incomplete_details: isWhole
						? null
						: {reason: finish === 'length' ? 'max_output_tokens' : 'content_filter'},
					output: items.map(({done}) => done),
					usage: {
						input_tokens: input,
						input_tokens_details: {cached_tokens: 0},
						output_tokens: output,
						output_tokens_details: {reasoning_tokens: 0},
						total_tokens: input + output,
					},
				},
			}),
		];
	},
	streamError: kind =>
		kind === 'overload'
			? frame({
					type: 'error',
					code: 'server_is_overloaded',
					message: 'Our servers are currently overloaded. Please try again later.',
					param: null,
				}).text
			: frame({
					type: 'response.failed',
					response: {
						id: 'resp_failed',
						object: 'response',
						status: 'failed',
						error: {code: 'server_error', message: 'The model failed to generate a response.'},
					},
				}).text,
	garbage: 'event: response.output_text.delta\ndata: {"type": "response.output_te\n\n',
	refusal: openAiRefusalOf,
	problems: body =>
		responsesProblems(body).map(problem => ({message: problem.message, answer: openAiRefusal(problem)})),
	toolNames(body) {
		const {tools = []} = body as {readonly tools?: readonly {readonly name: string}[]};
		return tools.map(({name}) => name);
	},
};
