import type {ChatCompletionContentPart, ChatCompletionMessageParam} from 'openai/resources/chat/completions';
import {assertNever} from '../../../domain/assert-never.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Message, RawAnswer} from '../../../domain/message.ts';
import type {ModelRequest} from '../../../domain/model.ts';
import type {WirePart} from '../wire/content-parts.ts';
import {wellFormedText} from '../wire/well-formed.ts';
import {
	argumentsOf,
	type CallBlock,
	callsIn,
	failureSign,
	type HistoryReader,
	textIn,
} from './history-pieces.ts';
import type {Quirks, Sent} from './server-quirks.ts';
import {showImages} from './shown-images.ts';
import {wireId, wireName} from './wire-names.ts';

export const chatFormat = 'openai-chat';

/** What servers put into an answer and want back as it was. */
const returnedMembers = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'] as const;

type AssistantMessage = Extract<Message, {readonly role: 'assistant'}>;
type ToolMessage = Extract<Message, {readonly role: 'tool'}>;

export type ChatMessages = Pick<Sent, 'images' | 'hasReasoning' | 'answers'> & {
	readonly messages: readonly ChatCompletionMessageParam[];
};

type UserContent = string | ChatCompletionContentPart[];

const partsIn = (content: UserContent): readonly ChatCompletionContentPart[] =>
	typeof content === 'string' ? [{type: 'text', text: content}] : content;

/** Many servers take nothing but a text where there is no image. */
const contentOf = (parts: readonly ChatCompletionContentPart[]): UserContent => {
	const texts = parts.flatMap(part => (part.type === 'text' ? [part.text] : []));
	return texts.length === parts.length ? texts.join('\n\n') : [...parts];
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
):
	| {readonly of: RawAnswer; readonly message: JsonObject; readonly calls: readonly JsonValue[]}
	| undefined => {
	if (raw?.format !== chatFormat || !isJsonObject(raw.content)) return undefined;
	const rawCalls = raw.content.tool_calls;
	const list: readonly JsonValue[] = Array.isArray(rawCalls) ? rawCalls : [];
	return list.length === calls.length ? {of: raw, message: raw.content, calls: list} : undefined;
};

const rawMember = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
	isJsonObject(value) ? value[name] : undefined;

const writeCall = (call: CallBlock, raw: JsonValue | undefined, longestId: number, isReturned: boolean) => {
	const rawArguments = rawMember(rawMember(raw, 'function'), 'arguments');
	const extra = isReturned ? rawMember(raw, 'extra_content') : undefined;
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
	{provider, isLeftOut}: HistoryReader,
): ChatMessages => {
	const written: ChatCompletionMessageParam[] = [];
	const {images, partsOf} = showImages(messages, quirks, isLeftOut);
	const names = new Map<string, string>();
	const answers: RawAnswer[] = [];
	let waiting: ChatCompletionContentPart[] = [];
	let hasReasoning = false;

	const writeUser = (parts: readonly ChatCompletionContentPart[]): void => {
		const last = written.at(-1);
		if (last?.role === 'user') {
			// The templates of many models want the user and the model to take turns.
			written[written.length - 1] = {role: 'user', content: contentOf([...partsIn(last.content), ...parts])};
			return;
		}
		if (quirks.wantsAnswerAfterTools && last?.role === 'tool') {
			written.push({role: 'assistant', content: 'OK.'});
		}
		written.push({role: 'user', content: contentOf(parts)});
	};

	const writeWaiting = (): void => {
		if (waiting.length > 0) writeUser(waiting);
		waiting = [];
	};

	const writeAssistant = (message: AssistantMessage): void => {
		const calls = callsIn(message.blocks);
		const raw = readRaw(message.raw, calls);
		const isOwn = raw !== undefined && raw.message.provider === provider && !isLeftOut(raw.of);
		const isReturned = isOwn && quirks.reasoning !== 'never';
		const extra = returned(message, isOwn ? raw.message : undefined, quirks);
		const toolCalls = calls.map((call, index) =>
			writeCall(call, raw?.calls[index], quirks.longestId, isReturned),
		);
		const text = blockText(message, 'text');
		for (const call of calls) names.set(call.callId, wireName(call.modelName));
		if (Object.keys(extra).length > 0 || toolCalls.some(call => 'extra_content' in call)) {
			hasReasoning = true;
			if (isOwn) answers.push(raw.of);
		}
		written.push({
			...extra,
			role: 'assistant',
			content: text.trim() === '' && calls.length > 0 ? null : text,
			...(calls.length === 0 ? {} : {tool_calls: toolCalls}),
		});
	};

	const writeResult = ({callId, content, outcome}: ToolMessage): void => {
		const parts = partsOf(content);
		const shown = parts.filter(part => part.type === 'image');
		const id = wireId(callId, quirks.longestId);
		const text = textIn(parts);
		written.push({
			role: 'tool',
			tool_call_id: id,
			content: `${failureSign(outcome, text)}${text === '' ? '[the images of this result follow]' : text}`,
		});
		if (shown.length === 0) return;
		const from = `[from the result of ${names.get(callId) ?? 'a tool'}, call ${id}]`;
		waiting.push({type: 'text', text: from}, ...shown.map(chatPart));
	};

	if (instructions !== undefined && instructions.trim() !== '') {
		written.push({role: 'system', content: wellFormedText(instructions)});
	}
	for (const message of messages) {
		if (message.role !== 'tool') writeWaiting();
		switch (message.role) {
			case 'user': {
				const attached = message.attachments ?? [];
				const parts = attached.length === 0 ? [] : partsOf(attached);
				const text = wellFormedText(message.text);
				const own = text === '' && parts.length > 0 ? [] : [{type: 'text' as const, text}];
				writeUser([...own, ...parts.map(chatPart)]);
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
	return {messages: written, images, hasReasoning, answers};
};
