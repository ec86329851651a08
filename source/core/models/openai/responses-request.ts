import type {ResponseCreateParamsStreaming} from 'openai/resources/responses/responses';
import type {ModelRequest} from '../../../domain/model.ts';
import {descriptionOf} from '../schema/tool-schemas.ts';
import {placeInstructions} from '../wire/place-instructions.ts';
import {wellFormedText} from '../wire/well-formed.ts';
import {
	type BuiltRequest,
	clampTemperature,
	effortOf,
	historyReader,
	type RequestContext,
	sendable,
} from './chat-request.ts';
import {type ResponsesInput, writeInput} from './responses-input.ts';
import {isRefusedMember, noQuirks, type Quirks} from './server-quirks.ts';

export type ResponsesBody = Omit<ResponseCreateParamsStreaming, 'input' | 'instructions'> & {
	readonly instructions?: string;
	readonly input: ResponsesInput['items'];
};

/** Less is refused. */
const leastLimit = 16;

/** Before anything was learned. */
export const responsesQuirks: Quirks = {...noQuirks, longestId: 64};

type Optional = Partial<Omit<ResponseCreateParamsStreaming, 'input' | 'instructions'>>;

type Member = {readonly path: string; readonly body: Optional};

/** The members that the server may refuse without the request losing its meaning. */
const optionalMembers = (
	request: ModelRequest,
	{provider}: RequestContext,
	quirks: Quirks,
): readonly Member[] => {
	const limit = request.maxTokens ?? provider.maxTokens;
	const temperature = request.temperature ?? provider.temperature;
	const effort = effortOf(provider, quirks);
	const members: readonly (Member | false)[] = [
		{path: 'include', body: {include: ['reasoning.encrypted_content']}},
		limit !== undefined && {
			path: 'max_output_tokens',
			body: {max_output_tokens: Math.max(limit, leastLimit)},
		},
		temperature !== undefined && {
			path: 'temperature',
			body: {temperature: clampTemperature(temperature)},
		},
		request.toolChoice !== undefined &&
			request.tools.length > 0 && {path: 'tool_choice', body: {tool_choice: request.toolChoice}},
		effort !== undefined && {path: 'reasoning.effort', body: {reasoning: {effort}}},
		effort !== undefined &&
			provider.thinking !== 'off' && {path: 'reasoning.summary', body: {reasoning: {summary: 'auto'}}},
	];
	return members.filter(member => member !== false).filter(({path}) => !isRefusedMember(quirks, path));
};

const joined = (members: readonly Member[]): Optional => {
	const reasoning = Object.assign({}, ...members.map(({body}) => body.reasoning));
	return {
		...Object.assign({}, ...members.map(({body}) => body)),
		...(Object.keys(reasoning).length === 0 ? {} : {reasoning}),
	};
};

export const buildResponsesRequest = (
	asked: ModelRequest,
	context: RequestContext,
	quirks: Quirks,
): BuiltRequest<ResponsesBody> => {
	const request = placeInstructions(asked, quirks);
	const {items, ...history} = writeInput(request.messages, quirks, historyReader(context, quirks));
	const tools = sendable(request.tools, context.schemas, quirks);
	const optional = optionalMembers({...request, tools}, context, quirks);
	const {instructions} = request;
	const effort = optional.find(({path}) => path === 'reasoning.effort')?.body.reasoning?.effort;
	return {
		body: {
			model: context.model,
			...(instructions === undefined || instructions.trim() === ''
				? {}
				: {instructions: wellFormedText(instructions)}),
			input: items,
			stream: true,
			store: false,
			...joined(optional),
			...(tools.length === 0
				? {}
				: {
						tools: tools.map(tool => {
							const description = descriptionOf(tool, 'openai');
							return {
								type: 'function' as const,
								name: tool.modelName,
								...(description === '' ? {} : {description}),
								parameters: {...context.schemas.schemaOf(tool)},
								strict: false,
							};
						}),
					}),
		},
		sent: {
			...history,
			optional: optional.map(({path}) => path),
			...(typeof effort === 'string' ? {effort} : {}),
			hasTools: tools.length > 0,
			hasInstructions: instructions !== undefined,
		},
		tools: tools.map(tool => tool.modelName),
	};
};
