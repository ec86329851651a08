import {chatProblems} from '../../helpers/strict-openai-chat.ts';
import {openAiRefusal} from '../../helpers/strict-openai-tools.ts';
import {openAiRefusalOf} from './fault-openai.ts';
import type {Frame, ScriptPart, StreamPlace, WireVoice} from './fault-script.ts';
import {halves} from './fault-script.ts';

const finishReasons = {
	stop: 'stop',
	calls: 'tool_calls',
	length: 'length',
	refusal: 'content_filter',
} as const;

const dataOf = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** OpenAI's Chat Completions, as it and its likenesses speak it. */
export const chatVoice: WireVoice = {
	frames({parts, finish, usage = {input: 10, output: 5}}, serial) {
		const base = {id: `chatcmpl-${serial}`, object: 'chat.completion.chunk', created: 1, model: 'test'};
		const chunk = (delta: object, place?: StreamPlace, finish_reason: string | null = null): Frame => ({
			text: dataOf({...base, choices: [{index: 0, delta, finish_reason}], usage: null}),
			...(place === undefined ? {} : {place}),
		});
		let callIndex = -1;
		const partFrames = (part: ScriptPart): readonly Frame[] => {
			switch (part.type) {
				case 'text':
					return halves(part.text).map(content => chunk({content}, 'text'));
				case 'thinking':
					return halves(part.text).map(reasoning_content => chunk({reasoning_content}));
				case 'call': {
					callIndex += 1;
					const index = callIndex;
					const {id, name} = part;
					return [
						chunk({tool_calls: [{index, id, type: 'function', function: {name, arguments: ''}}]}),
						...halves(part.arguments).map(text =>
							chunk({tool_calls: [{index, function: {arguments: text}}]}, 'arguments'),
						),
					];
				}
				default:
					return part satisfies never;
			}
		};
		const {input, output} = usage;
		const counted = {prompt_tokens: input, completion_tokens: output, total_tokens: input + output};
		return [
			chunk({role: 'assistant', content: ''}, 'start'),
			...parts.flatMap(partFrames),
			{text: ': keep-alive\n\n', place: 'parts'},
			chunk({}, undefined, finishReasons[finish]),
			{text: dataOf({...base, choices: [], usage: counted})},
			{text: 'data: [DONE]\n\n'},
		];
	},
	streamError: kind =>
		dataOf({
			error:
				kind === 'overload'
					? {message: 'The engine is currently overloaded', type: 'server_error', code: 503}
					: {message: 'The server had an error while processing your request', type: 'server_error'},
		}),
	garbage: 'data: {"id": "half of \n\n',
	refusal: openAiRefusalOf,
	problems: body =>
		chatProblems(body).map(problem => ({message: problem.message, answer: openAiRefusal(problem)})),
	toolNames(body) {
		const {tools = []} = body as {readonly tools?: readonly {readonly function: {readonly name: string}}[]};
		return tools.map(tool => tool.function.name);
	},
};
