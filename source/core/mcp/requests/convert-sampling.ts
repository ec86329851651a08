import {
	type CreateMessageRequestParams,
	type CreateMessageResult,
	type CreateMessageResultWithTools,
	ProtocolError,
	ProtocolErrorCode,
	type SamplingMessageContentBlock,
} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {
	SamplingAnswer,
	SamplingContent,
	SamplingMessage,
	SamplingRequest,
} from '../../../domain/server-request.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {convertResult} from '../calls/convert-content.ts';
import {measureJson} from '../catalogue/json-bounds.ts';

const maxDepth = 100;
/** What one request may say in all, in characters. */
const maxSize = 2 * 1024 * 1024;
const maxMessages = 500;
const maxTools = 128;
/** The answer is searched for each of them as it arrives. */
const maxStops = 16;
const maxStopLength = 256;

const invalid = (message: string): ProtocolError =>
	new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const convertBlock = (block: SamplingMessageContentBlock): SamplingContent => {
	switch (block.type) {
		case 'tool_use':
			return {type: 'tool-use', id: block.id, name: block.name, input: objectOf(block.input)};
		case 'tool_result':
			return {
				type: 'tool-result',
				toolUseId: block.toolUseId,
				content: convertResult({content: block.content ?? []}).result.content,
				isError: block.isError === true,
			};
		default:
			return (
				convertResult({content: [block]}).result.content[0] ?? {type: 'unknown', kind: 'empty', value: null}
			);
	}
};

/** Protocols before 2025-11-25 had one block where there is a list of them now. */
const convertMessage = ({
	role,
	content,
}: CreateMessageRequestParams['messages'][number]): SamplingMessage => ({
	role,
	content: (Array.isArray(content) ? content : [content]).map(convertBlock),
});

/** Throws what the server is told when the request is more than we take. */
export const convertSamplingRequest = (params: CreateMessageRequestParams): SamplingRequest => {
	const {messages, tools = [], toolChoice, modelPreferences, stopSequences = []} = params;
	const size = measureJson({messages, tools, systemPrompt: params.systemPrompt, stopSequences}, maxDepth);
	if (size === undefined || size > maxSize) {
		throw invalid(
			`This client takes sampling requests of up to ${maxSize} characters, ${maxDepth} levels deep.`,
		);
	}
	if (messages.length > maxMessages || tools.length > maxTools) {
		throw invalid(
			`This client takes up to ${maxMessages} messages and ${maxTools} tools in a sampling request.`,
		);
	}
	if (stopSequences.length > maxStops || stopSequences.some(({length}) => length > maxStopLength)) {
		throw invalid(
			`This client takes up to ${maxStops} stop sequences of up to ${maxStopLength} characters in a sampling request.`,
		);
	}
	const {temperature, systemPrompt} = params;
	return {
		messages: messages.map(convertMessage),
		maxTokens: params.maxTokens,
		modelHints: (modelPreferences?.hints ?? []).flatMap(({name}) => (name === undefined ? [] : [name])),
		tools: tools.map(({name, description = '', inputSchema}) => ({
			name,
			description,
			inputSchema: objectOf(inputSchema),
		})),
		...(systemPrompt === undefined ? {} : {systemPrompt}),
		...(temperature === undefined ? {} : {temperature}),
		...(params.stopSequences === undefined ? {} : {stopSequences}),
		...(toolChoice?.mode === undefined ? {} : {toolChoice: toolChoice.mode}),
	};
};

const plainBlock = (
	content: ToolContent,
): {type: 'text'; text: string} | {type: 'image' | 'audio'; data: string; mimeType: string} => {
	switch (content.type) {
		case 'text':
			return {type: 'text', text: content.text};
		case 'image':
		case 'audio':
			return {type: content.type, data: content.data, mimeType: content.mimeType};
		default:
			return {type: 'text', text: JSON.stringify(content)};
	}
};

type Answered = SamplingAnswer & {readonly type: 'answered'};

const textOf = (contents: readonly SamplingContent[]): string =>
	contents.flatMap(content => (content.type === 'text' ? [content.text] : [])).join('\n');

/** An answer to a request without tools is one block: that is all that older servers understand. */
const convertPlain = ({model, stopReason, content}: Answered): CreateMessageResult => {
	const [only, ...more] = content;
	const isSingle = only !== undefined && more.length === 0;
	const block =
		isSingle && only.type !== 'tool-use' && only.type !== 'tool-result'
			? plainBlock(only)
			: ({type: 'text', text: textOf(content)} as const);
	return {role: 'assistant', model, stopReason, content: block};
};

const convertWithTools = ({model, stopReason, content}: Answered): CreateMessageResultWithTools => ({
	role: 'assistant',
	model,
	stopReason,
	content: content.flatMap((part): SamplingMessageContentBlock[] => {
		switch (part.type) {
			case 'tool-use':
				return [{type: 'tool_use', id: part.id, name: part.name, input: {...part.input}}];
			// Only servers have results of tools.
			case 'tool-result':
				return [];
			default:
				return [plainBlock(part)];
		}
	}),
});

export const convertSamplingAnswer = (
	answer: Answered,
	params: CreateMessageRequestParams,
): CreateMessageResult | CreateMessageResultWithTools =>
	params.tools === undefined && params.toolChoice === undefined
		? convertPlain(answer)
		: convertWithTools(answer);
