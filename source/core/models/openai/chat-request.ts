import type {ChatCompletionCreateParamsStreaming} from 'openai/resources/chat/completions';
import type {ModelRequest} from '../../../domain/model.ts';
import type {OfferedTool} from '../../../domain/tool.ts';
import type {Provider} from '../adapter.ts';
import {descriptionOf, type ToolSchemas} from '../schema/tool-schemas.ts';
import {writeMessages} from './chat-messages.ts';
import {noQuirks, type Quirks, type Sent} from './server-quirks.ts';

export type RequestContext = {
	readonly model: string;
	readonly provider: Provider;
	readonly schemas: ToolSchemas;
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

/** The members that a server may refuse without the request losing its meaning, but for those it does refuse. */
const optionalMembers = (
	request: ModelRequest,
	{provider}: RequestContext,
	quirks: Quirks,
): Partial<ChatCompletionCreateParamsStreaming> => {
	const limit = request.maxTokens ?? provider.maxTokens;
	const temperature = request.temperature ?? provider.temperature;
	const stop = request.stopSequences?.slice(0, mostStops) ?? [];
	const members: Partial<ChatCompletionCreateParamsStreaming> = {
		stream_options: {include_usage: true},
		...(limit === undefined ? {} : {[quirks.limitName]: limit}),
		...(temperature === undefined ? {} : {temperature}),
		...(stop.length === 0 ? {} : {stop}),
		...(request.toolChoice === undefined || request.tools.length === 0
			? {}
			: {tool_choice: request.toolChoice}),
		...(provider.thinking === undefined
			? {}
			: {reasoning_effort: provider.thinking === 'off' ? 'none' : provider.thinking}),
	};
	return Object.fromEntries(Object.entries(members).filter(([name]) => !quirks.refused.has(name)));
};

export const buildChatRequest = (
	request: ModelRequest,
	context: RequestContext,
	quirks: Quirks,
): BuiltRequest<ChatCompletionCreateParamsStreaming> => {
	const {messages, hasImages, hasReasoning} = writeMessages(request, quirks);
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
		sent: {optional: Object.keys(optional), hasImages, hasReasoning, hasTools: tools.length > 0},
		tools: tools.map(tool => tool.modelName),
	};
};
