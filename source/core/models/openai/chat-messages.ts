import type {ChatCompletionContentPart, ChatCompletionMessageParam} from 'openai/resources/chat/completions';
import {assertNever} from '../../../domain/assert-never.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Message, RawAnswer} from '../../../domain/message.ts';
import type {ModelRequest} from '../../../domain/model.ts';
import {type WirePart, wireParts} from '../wire/content-parts.ts';
import {wellFormedText} from '../wire/well-formed.ts';
import {argumentsOf, type CallBlock, callsIn, failureSign, textIn} from './history-pieces.ts';
import type {Quirks} from './server-quirks.ts';
import {wireId, wireName} from './wire-names.ts';

export const chatFormat = 'openai-chat';

/** What servers put into an answer and want back as it was. */
const returnedMembers = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'] as const;

type AssistantMessage = Extract<Message, {readonly role: 'assistant'}>;
type ToolMessage = Extract<Message, {readonly role: 'tool'}>;

export type ChatMessages = {
	readonly messages: readonly ChatCompletionMessageParam[];
	readonly hasImages: boolean;
	readonly hasReasoning: boolean;
};

const chatPart = (part: WirePart): ChatCompletionContentPart =>
	part.type === 'text'
		? {type: 'text', text: part.text}
		: {type: 'image_url', image_url: {url: `data:${part.mimeType};base64,${part.data}`}};

const blockText = (message: AssistantMessage, type: 'text' | 'thinking'): string =>
	wellFormedText(message.blocks.map(block => (block.type === type ? block.text : '')).join(''));

/** The message as it came, if it can be matched with the blocks. */
const readRaw = (
	raw: RawAnswer | undefined,
	calls: readonly CallBlock[],
): {readonly message: JsonObject; readonly calls: readonly JsonValue[]} | undefined => {
	if (raw?.format !== chatFormat || !isJsonObject(raw.content)) return undefined;
	const rawCalls = raw.content.tool_calls;
	const list: readonly JsonValue[] = Array.isArray(rawCalls) ? rawCalls : [];
	return list.length === calls.length ? {message: raw.content, calls: list} : undefined;
};

const rawMember = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
	isJsonObject(value) ? value[name] : undefined;

const writeCall = (call: CallBlock, raw: JsonValue | undefined, longestId: number) => {
	const rawArguments = rawMember(rawMember(raw, 'function'), 'arguments');
	const extra = rawMember(raw, 'extra_content');
	return {
		id: wireId(call.callId, longestId),
		type: 'function' as const,
		function: {
			name: wireName(call.modelName),
			arguments: argumentsOf(call, rawArguments),
		},
		...(extra === undefined ? {} : {extra_content: extra}),
	};
};

const returned = (message: AssistantMessage, raw: JsonObject | undefined, quirks: Quirks): JsonObject => {
	if (quirks.reasoning === 'never') return {};
	const members = Object.fromEntries(
		returnedMembers.flatMap(name => {
			const value = raw?.[name];
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
	return quirks.reasoning === 'always' && members.reasoning_content === undefined
		? {...members, reasoning_content: blockText(message, 'thinking')}
		: members;
};

/** The history as Chat Completions wants it: the results right after their calls, as text; their images after them. */
export const writeMessages = (
	{instructions, messages}: Pick<ModelRequest, 'instructions' | 'messages'>,
	quirks: Quirks,
): ChatMessages => {
	const written: ChatCompletionMessageParam[] = [];
	const seesImages = quirks.seesImages && !quirks.isBlindForNow;
	const names = new Map<string, string>();
	let waiting: ChatCompletionContentPart[] = [];
	let hasImages = false;
	let hasReasoning = false;

	const writeUser = (content: string | ChatCompletionContentPart[]): void => {
		if (quirks.wantsAnswerAfterTools && written.at(-1)?.role === 'tool') {
			written.push({role: 'assistant', content: 'OK.'});
		}
		written.push({role: 'user', content});
	};

	const writeWaiting = (): void => {
		if (waiting.length > 0) writeUser(waiting);
		waiting = [];
	};

	const writeAssistant = (message: AssistantMessage): void => {
		const calls = callsIn(message.blocks);
		const raw = readRaw(message.raw, calls);
		const extra = returned(message, raw?.message, quirks);
		const text = blockText(message, 'text');
		for (const call of calls) names.set(call.callId, wireName(call.modelName));
		hasReasoning ||= Object.keys(extra).length > 0;
		written.push({
			...extra,
			role: 'assistant',
			content: text.trim() === '' && calls.length > 0 ? null : text,
			...(calls.length === 0
				? {}
				: {tool_calls: calls.map((call, index) => writeCall(call, raw?.calls[index], quirks.longestId))}),
		});
	};

	const writeResult = ({callId, content, outcome}: ToolMessage): void => {
		const parts = wireParts(content, {seesImages});
		const images = parts.filter(part => part.type === 'image');
		const id = wireId(callId, quirks.longestId);
		const text = textIn(parts);
		written.push({
			role: 'tool',
			tool_call_id: id,
			content: `${failureSign(outcome, text)}${text === '' ? '[the images of this result follow]' : text}`,
		});
		if (images.length === 0) return;
		hasImages = true;
		const from = `[from the result of ${names.get(callId) ?? 'a tool'}, call ${id}]`;
		waiting.push({type: 'text', text: from}, ...images.map(chatPart));
	};

	if (instructions !== undefined && instructions.trim() !== '') {
		written.push({role: 'system', content: wellFormedText(instructions)});
	}
	for (const message of messages) {
		if (message.role !== 'tool') writeWaiting();
		switch (message.role) {
			case 'user': {
				const attached = message.attachments ?? [];
				const parts = attached.length === 0 ? [] : wireParts(attached, {seesImages});
				const text = wellFormedText(message.text);
				hasImages ||= parts.some(part => part.type === 'image');
				if (parts.length === 0) writeUser(text);
				else writeUser([...(text === '' ? [] : [{type: 'text' as const, text}]), ...parts.map(chatPart)]);
				break;
			}
			case 'assistant':
				writeAssistant(message);
				break;
			case 'tool':
				writeResult(message);
				break;
			default:
				assertNever(message);
		}
	}
	writeWaiting();
	return {messages: written, hasImages, hasReasoning};
};
