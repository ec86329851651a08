import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ModelRequest} from '../../../domain/model.ts';
import type {OfferedTool} from '../../../domain/tool.ts';
import type {AdapterOptions} from '../adapter.ts';
import {descriptionOf, type ToolSchemas} from '../schema/tool-schemas.ts';
import {placeInstructions} from '../wire/place-instructions.ts';
import {wellFormedObject, wellFormedText} from '../wire/well-formed.ts';
import {markLast, markRecent} from './cache-marks.ts';
import {
	type ConversationOptions,
	mayThinkWithBudget,
	toConversation,
	toolsIn,
	type WireMessage,
} from './conversation.ts';
import {defaultOutputTokens, type ThinkingForm} from './model-family.ts';
import {thinkingSettings} from './thinking-settings.ts';

/** What is known about how this provider wants to be asked. */
export type AskingForm = ConversationOptions & {
	readonly outputTokens?: number;
	/** The most that this provider lets an answer have. */
	readonly mostOutputTokens?: number;
	readonly takesTemperature: boolean;
	readonly takesCacheMarks: boolean;
	/** Whether there is a place for instructions other than the first words of the user. */
	readonly takesInstructions: boolean;
	/** Whether it can be told that a tool has to be called. */
	readonly takesForcedCalls: boolean;
	/** Whether it can be asked to forgive thinking that was made in another conversation. */
	readonly takesForgiving: boolean;
	/** None where there is nothing to say, or every form of it is refused. */
	readonly thinking?: ThinkingForm;
};

export type RequestBody = JsonObject & {
	readonly model: string;
	readonly max_tokens: number;
	readonly stream: true;
	readonly messages: readonly WireMessage[];
};

export type BuildOptions = Pick<AdapterOptions, 'model' | 'provider'> & {
	readonly schemas: ToolSchemas;
	readonly form: AskingForm;
};

const toolBlock = (tool: OfferedTool, schema: JsonObject): JsonObject => {
	const description = descriptionOf(tool, 'anthropic');
	return {
		name: tool.modelName,
		...(description.trim() === '' ? {} : {description: wellFormedText(description)}),
		input_schema: wellFormedObject(schema),
	};
};

/** What the API takes; the adapter's own limit is lower where the user says so. */
const mostTools = 128;
const longestName = 64;

/** A conversation that mentions tools is refused without any, even where none may be called. */
const mentionedTools = (messages: readonly WireMessage[]): readonly JsonObject[] =>
	toolsIn(messages)
		.slice(0, mostTools)
		.map(name => ({
			name: name.slice(0, longestName),
			description: 'Not available any more.',
			input_schema: {type: 'object', properties: {}},
		}));

/** What the model may do with the tools that it is offered. */
const choiceOf = (request: ModelRequest, {takesForcedCalls}: AskingForm) =>
	request.toolChoice === 'required' && !takesForcedCalls ? 'auto' : (request.toolChoice ?? 'auto');

const thinks = ({thinking}: JsonObject): boolean =>
	isJsonObject(thinking) && (thinking.type === 'adaptive' || thinking.type === 'enabled');

/** What a request says about thinking; `hasTemperature` is that somebody wants one, which excludes thinking. */
const thinkingIn = (
	body: Pick<RequestBody, 'max_tokens' | 'messages'>,
	{provider, form}: BuildOptions,
	{isForced, hasTemperature}: {readonly isForced: boolean; readonly hasTemperature: boolean},
): JsonObject => {
	const wish = provider.thinking;
	if (form.thinking === undefined) return {};
	const settings = thinkingSettings(form.thinking, {
		wish,
		maxTokens: body.max_tokens,
		isForgiving: form.takesForgiving,
	});
	// A model that has to call something is not allowed to think first.
	const mayThink = !isForced && (form.thinking !== 'budget' || mayThinkWithBudget(body.messages));
	const isWanted = wish !== undefined || !hasTemperature;
	return thinks(settings) && !(mayThink && isWanted) ? {} : settings;
};

const toolChoices = {required: {type: 'any'}, none: {type: 'none'}} as const;

/** A request in the provider's own form. Pure: the same in, the same out. */
export const buildBody = (asked: ModelRequest, options: BuildOptions): RequestBody => {
	const {model, provider, schemas, form} = options;
	const request = placeInstructions(asked, form);
	const mark = form.takesCacheMarks ? markLast : (blocks: readonly JsonObject[]) => blocks;
	const system = request.instructions ?? '';
	const messages = toConversation(request.messages, form);
	const offered = request.tools
		.filter(tool => schemas.fit(tool).type !== 'unfit')
		.map(tool => toolBlock(tool, schemas.schemaOf(tool)));
	const tools = offered.length > 0 ? offered : mentionedTools(messages);
	const choice = offered.length > 0 ? choiceOf(request, form) : 'none';
	const maxTokens = Math.min(
		request.maxTokens ?? provider.maxTokens ?? defaultOutputTokens(model, form.outputTokens),
		form.mostOutputTokens ?? Number.POSITIVE_INFINITY,
	);
	const temperature = form.takesTemperature ? (request.temperature ?? provider.temperature) : undefined;
	const thinking = thinkingIn({max_tokens: maxTokens, messages}, options, {
		isForced: choice === 'required',
		hasTemperature: temperature !== undefined,
	});
	const stops = (request.stopSequences ?? []).filter(text => text.trim() !== '').map(wellFormedText);
	return {
		model,
		max_tokens: maxTokens,
		stream: true,
		...(system.trim() === '' ? {} : {system: mark([{type: 'text', text: wellFormedText(system)}])}),
		...(tools.length > 0 ? {tools: mark(tools)} : {}),
		...(tools.length > 0 && choice !== 'auto' ? {tool_choice: toolChoices[choice]} : {}),
		messages: form.takesCacheMarks ? markRecent(messages) : messages,
		...thinking,
		...(temperature === undefined || thinks(thinking)
			? {}
			: {temperature: Math.min(Math.max(temperature, 0), 1)}),
		...(stops.length > 0 ? {stop_sequences: stops} : {}),
	};
};

/** The names of the tools in a request, in their order. */
export const toolNamesIn = (body: RequestBody): readonly string[] => {
	const {tools} = body;
	return Array.isArray(tools) ? tools.map(tool => String(tool.name)) : [];
};
