import type {ChatCompletionCreateParamsStreaming} from 'openai/resources/chat/completions';
import type {ModelRequest} from '../../../domain/model.ts';
import type {OfferedTool} from '../../../domain/tool.ts';
import type {Provider} from '../adapter.ts';
import {descriptionOf, type ToolSchemas} from '../schema/tool-schemas.ts';
import {placeInstructions} from '../wire/place-instructions.ts';
import {writeMessages} from './chat-messages.ts';
import type {HistoryReader} from './history-pieces.ts';
import {isRefusedMember, noQuirks, type Quirks, type Sent} from './server-quirks.ts';

export type RequestContext = {
	readonly model: string;
	readonly provider: Provider;
	readonly schemas: ToolSchemas;
	/** Whether the server refused an image, or the reasoning of an answer, in an earlier request. */
	readonly isRefused?: (piece: object) => boolean;
};

export type BuiltRequest<Body> = {
	readonly body: Body;
	readonly sent: Sent;
	/** The names of the tools, in the order in which they are sent. */
	readonly tools: readonly string[];
};

const mostStops = 4;

/** Before anything was learned. OpenAI itself calls the limit otherwise than those who copied its protocol. */
export const chatQuirks = (provider: Provider): Quirks =>
	provider.name === 'openai' ? {...noQuirks, limitName: 'max_completion_tokens', longestId: 40} : noQuirks;

/** Tools that cannot be sent are left out; whoever offers them asks before. */
export const sendable = (
	tools: readonly OfferedTool[],
	schemas: ToolSchemas,
	{takesTools}: Quirks,
): readonly OfferedTool[] => (takesTools ? tools.filter(tool => schemas.fit(tool).type !== 'unfit') : []);

/** Whom the history of a request is written for. */
export const historyReader = ({provider, isRefused}: RequestContext, {leftOut}: Quirks): HistoryReader => ({
	provider: provider.name,
	isLeftOut: piece => leftOut.has(piece) || isRefused?.(piece) === true,
});

export const effortOf = ({thinking}: Provider, {leastEffort}: Quirks) =>
	thinking === 'off' ? leastEffort : thinking;

/** What all servers take; a server that asks for sampling may want anything. */
export const clampTemperature = (temperature: number): number => Math.min(Math.max(temperature, 0), 2);

/** The members that a server may refuse without the request losing its meaning, but for those it does refuse. */
const optionalMembers = (
	request: ModelRequest,
	{provider}: RequestContext,
	quirks: Quirks,
): Partial<ChatCompletionCreateParamsStreaming> => {
	const limit = request.maxTokens ?? provider.maxTokens;
	const temperature = request.temperature ?? provider.temperature;
	const effort = effortOf(provider, quirks);
	const stop = request.stopSequences?.slice(0, mostStops) ?? [];
	const members: Partial<ChatCompletionCreateParamsStreaming> = {
		stream_options: {include_usage: true},
		...(limit === undefined ? {} : {[quirks.limitName]: limit}),
		...(temperature === undefined ? {} : {temperature: clampTemperature(temperature)}),
		...(stop.length === 0 ? {} : {stop}),
		...(request.toolChoice === undefined || request.tools.length === 0
			? {}
			: {tool_choice: request.toolChoice}),
		...(effort === undefined ? {} : {reasoning_effort: effort}),
	};
	return Object.fromEntries(Object.entries(members).filter(([name]) => !isRefusedMember(quirks, name)));
};

export const buildChatRequest = (
	asked: ModelRequest,
	context: RequestContext,
	quirks: Quirks,
): BuiltRequest<ChatCompletionCreateParamsStreaming> => {
	const request = placeInstructions(asked, quirks);
	const {messages, ...history} = writeMessages(request, quirks, historyReader(context, quirks));
	const tools = sendable(request.tools, context.schemas, quirks);
	const optional = optionalMembers({...request, tools}, context, quirks);
	return {
		body: {
			model: context.model,
			messages: [...messages],
			stream: true,
			...optional,
			...(tools.length === 0
				? {}
				: {
						tools: tools.map(tool => {
							const description = descriptionOf(tool, 'openai');
							return {
								type: 'function',
								function: {
									name: tool.modelName,
									...(description === '' ? {} : {description}),
									parameters: context.schemas.schemaOf(tool),
								},
							};
						}),
					}),
		},
		sent: {
			...history,
			optional: Object.keys(optional),
			...(typeof optional.reasoning_effort === 'string' ? {effort: optional.reasoning_effort} : {}),
			hasTools: tools.length > 0,
			hasInstructions: request.instructions !== undefined,
		},
		tools: tools.map(tool => tool.modelName),
	};
};
