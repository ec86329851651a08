import {assertNever} from '../../../domain/assert-never.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {AssistantBlock, Message} from '../../../domain/message.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {wireParts} from '../wire/content-parts.ts';
import {wellFormedObject, wellFormedText} from '../wire/well-formed.ts';
import {createTameIds, tameName} from './call-names.ts';
import {imageDataOf, imagesLeftOut} from './recent-images.ts';

export const rawFormat = 'anthropic';

export type WireMessage = {readonly role: 'user' | 'assistant'; readonly content: readonly JsonObject[]};

export type ConversationOptions = {
	readonly seesImages: boolean;
	/** The most images that it takes; the API's own limit without it. */
	readonly mostImages?: number;
	/** Images and answers that the provider has refused to take back. */
	readonly isRefused: (part: object) => boolean;
};

/** To be asked about each image of a content, in their order. */
type IsShown = (image: ToolContent) => boolean;

const textBlocks = (text: string): readonly JsonObject[] =>
	text.trim() === '' ? [] : [{type: 'text', text: wellFormedText(text)}];

const describedImage = (piece: ToolContent): ToolContent => {
	const [part] = wireParts([piece], {seesImages: false});
	return part?.type === 'text' ? part : piece;
};

const contentBlocks = (content: readonly ToolContent[], isShown: IsShown): readonly JsonObject[] =>
	wireParts(
		content.map(piece =>
			imageDataOf(piece) === undefined || isShown(piece) ? piece : describedImage(piece),
		),
		{seesImages: true},
	).map(part =>
		part.type === 'text'
			? {type: 'text', text: part.text}
			: {type: 'image', source: {type: 'base64', media_type: part.mimeType, data: part.data}},
	);

const isImage = (block: JsonObject): boolean => block.type === 'image';

type ToolMessage = Message & {readonly role: 'tool'};

/** A result that is an error may have nothing but text in it: its images come after it. */
const resultBlocks = (
	{callId, outcome, content}: ToolMessage,
	isShown: IsShown,
	tameId: (id: string) => string,
): readonly JsonObject[] => {
	const blocks = contentBlocks(content, isShown);
	const result = {type: 'tool_result', tool_use_id: tameId(callId)};
	if (outcome === 'succeeded') return [{...result, content: blocks}];
	const texts = blocks.filter(block => !isImage(block));
	const told = texts.length > 0 ? texts : textBlocks('[an image, shown below]');
	return [{...result, content: told, is_error: true}, ...blocks.filter(isImage)];
};

const isCall = (block: AssistantBlock): block is AssistantBlock & {readonly type: 'tool-call'} =>
	block.type === 'tool-call';

const isThinking = (block: JsonObject | undefined): boolean =>
	block?.type === 'thinking' || block?.type === 'redacted_thinking';

const isEmptyText = (block: JsonObject): boolean =>
	block.type === 'text' && (typeof block.text !== 'string' || block.text.trim() === '');

const objectsIn = (content: JsonValue): readonly JsonObject[] | undefined =>
	Array.isArray(content) && content.every(isJsonObject) ? content : undefined;

type AssistantMessage = Message & {readonly role: 'assistant'};

/** The answer as the provider gave it, with the ids that its calls go by here. */
const rawBlocks = (
	{raw, blocks}: AssistantMessage,
	isRefused: ConversationOptions['isRefused'],
	tameId: (id: string) => string,
): readonly JsonObject[] | undefined => {
	const content = raw?.format === rawFormat && !isRefused(raw) ? objectsIn(raw.content) : undefined;
	if (content === undefined) return undefined;
	const ids = blocks.filter(isCall).map(({callId}) => callId);
	if (content.filter(isUse).length !== ids.length) return undefined;
	let next = 0;
	const sent: JsonObject[] = [];
	for (const block of content) {
		if (isEmptyText(block)) continue;
		if (!isUse(block)) {
			sent.push(block);
			continue;
		}
		const id = tameId(ids[next] ?? '');
		next += 1;
		sent.push({...block, id, name: tameName(String(block.name))});
	}
	// An answer that ends in the middle of thinking is refused.
	while (isThinking(sent.at(-1))) sent.pop();
	return sent.map(wellFormedObject);
};

const neutralBlocks = ({blocks}: AssistantMessage, tameId: (id: string) => string): readonly JsonObject[] =>
	blocks.flatMap((block): readonly JsonObject[] => {
		switch (block.type) {
			case 'text':
				return textBlocks(block.text);
			case 'thinking':
				return [];
			case 'tool-call':
				return [
					{
						type: 'tool_use',
						id: tameId(block.callId),
						name: tameName(block.modelName),
						input: wellFormedObject(block.arguments),
					},
				];
			default:
				return assertNever(block);
		}
	});

const isResult = (block: JsonObject): boolean => block.type === 'tool_result';

/** Results have to come first; everything else keeps its order. */
const resultsFirst = (content: readonly JsonObject[]): readonly JsonObject[] => [
	...content.filter(isResult),
	...content.filter(block => !isResult(block)),
];

const merged = (pieces: readonly WireMessage[]): readonly WireMessage[] => {
	const messages: {readonly role: WireMessage['role']; readonly content: JsonObject[]}[] = [];
	for (const {role, content} of pieces) {
		if (content.length === 0) continue;
		const last = messages.at(-1);
		if (last?.role === role) last.content.push(...content);
		else messages.push({role, content: [...content]});
	}
	return messages.map(({role, content}) => ({
		role,
		content: role === 'user' ? resultsFirst(content) : content,
	}));
};

const said = (text: string): WireMessage => ({role: 'user', content: [{type: 'text', text}]});

/** A conversation begins and ends with the user. */
const framed = (messages: readonly WireMessage[]): readonly WireMessage[] => [
	...(messages[0]?.role === 'assistant' ? [said('[the beginning is left out]')] : []),
	...messages,
	...(messages.at(-1)?.role === 'user' ? [] : [said('Continue.')]),
];

/** The history as messages that alternate between user and assistant. */
export const toConversation = (
	messages: readonly Message[],
	{seesImages, mostImages, isRefused}: ConversationOptions,
): readonly WireMessage[] => {
	const tameId = createTameIds();
	const leftOut = seesImages ? imagesLeftOut(messages, mostImages) : [];
	const pieces = messages.map((message, index): WireMessage => {
		let toLeaveOut = leftOut[index] ?? 0;
		const isShown = (image: ToolContent): boolean => {
			toLeaveOut -= 1;
			return seesImages && toLeaveOut < 0 && !isRefused(image);
		};
		switch (message.role) {
			case 'user': {
				const attachments = message.attachments ?? [];
				return {
					role: 'user',
					content: [
						...(attachments.length > 0 ? contentBlocks(attachments, isShown) : []),
						...textBlocks(message.text),
					],
				};
			}
			case 'assistant':
				return {
					role: 'assistant',
					content: rawBlocks(message, isRefused, tameId) ?? neutralBlocks(message, tameId),
				};
			case 'tool':
				return {role: 'user', content: resultBlocks(message, isShown, tameId)};
			default:
				return assertNever(message);
		}
	});
	return framed(merged(pieces));
};

const isUse = (block: JsonObject): boolean => block.type === 'tool_use';

/** Where thinking has a budget, every answer with calls since the user's last words must begin with thinking. */
export const mayThinkWithBudget = (messages: readonly WireMessage[]): boolean => {
	const lastWords = messages.findLastIndex(({role, content}) => role === 'user' && !content.some(isResult));
	return messages.slice(lastWords + 1).every(({content}) => !content.some(isUse) || isThinking(content[0]));
};

/** The tools that a conversation mentions. */
export const toolsIn = (messages: readonly WireMessage[]): readonly string[] => [
	...new Set(messages.flatMap(({content}) => content.filter(isUse).map(({name}) => String(name)))),
];
