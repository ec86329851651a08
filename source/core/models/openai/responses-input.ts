import type {
	ResponseFunctionCallOutputItem,
	ResponseInputContent,
	ResponseInputItem,
} from 'openai/resources/responses/responses';
import {assertNever} from '../../../domain/assert-never.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {AssistantBlock, Message, RawAnswer} from '../../../domain/message.ts';
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
import {textsIn} from './response-items.ts';
import type {Quirks, Sent} from './server-quirks.ts';
import {showImages} from './shown-images.ts';
import {wireId, wireName} from './wire-names.ts';

export const responsesFormat = 'openai-responses';

type AssistantMessage = Extract<Message, {readonly role: 'assistant'}>;
type ToolMessage = Extract<Message, {readonly role: 'tool'}>;

export type ResponsesInput = Pick<Sent, 'images' | 'hasReasoning' | 'answers'> & {
	/** Built by us, or as the server sent them. */
	readonly items: readonly (ResponseInputItem | JsonObject)[];
};

const inputPart = (part: WirePart): ResponseInputContent & ResponseFunctionCallOutputItem =>
	part.type === 'text'
		? {type: 'input_text', text: part.text}
		: {type: 'input_image', detail: 'auto', image_url: `data:${part.mimeType};base64,${part.data}`};

const writeCall = (call: CallBlock, longestId: number): ResponseInputItem => ({
	type: 'function_call',
	call_id: wireId(call.callId, longestId),
	name: wireName(call.modelName),
	arguments: JSON.stringify(call.arguments),
});

const fromBlocks = (blocks: readonly AssistantBlock[], longestId: number): readonly ResponseInputItem[] =>
	blocks.flatMap((block): readonly ResponseInputItem[] => {
		switch (block.type) {
			case 'text':
				return block.text.trim() === '' ? [] : [{role: 'assistant', content: wellFormedText(block.text)}];
			case 'thinking':
				return [];
			case 'tool-call':
				return [writeCall(block, longestId)];
			default:
				return assertNever(block);
		}
	});

const isType = (item: JsonObject, type: string): boolean => item.type === type;

/** Stands before the items of an answer that is kept, to tell whose they are. */
export const originItem = (provider: string): JsonObject => ({type: 'origin', provider});

const takenTypes = ['reasoning', 'message', 'function_call'];

/** A message without a word in it is refused. */
const saysSomething = (item: JsonObject): boolean => {
	const parts: readonly JsonValue[] = Array.isArray(item.content) ? item.content : [];
	return parts.some(
		part =>
			isJsonObject(part) &&
			[part.text, part.refusal].some(text => typeof text === 'string' && text.trim() !== ''),
	);
};

/** The items as they came, if they can be matched with the blocks. */
const readRaw = (
	raw: RawAnswer | undefined,
	calls: readonly CallBlock[],
	provider: string,
): readonly JsonObject[] | undefined => {
	if (raw?.format !== responsesFormat || !Array.isArray(raw.content)) return undefined;
	const list: readonly JsonValue[] = raw.content;
	// The ids of another provider mean nothing to this one, and its reasoning cannot be read.
	const origin = list[0];
	if (!isJsonObject(origin) || !isType(origin, 'origin') || origin.provider !== provider) return undefined;
	const items = list
		.filter(isJsonObject)
		.filter(item => takenTypes.some(type => isType(item, type)))
		.filter(item => !isType(item, 'message') || saysSomething(item));
	const count = items.filter(item => isType(item, 'function_call')).length;
	return count === calls.length && items.some(item => !isType(item, 'reasoning')) ? items : undefined;
};

/** A message of the output is refused without its id; as plain words of the assistant it needs none. */
const plainItem = ({id: _, ...item}: JsonObject): JsonObject =>
	isType(item, 'message')
		? {
				role: 'assistant',
				content: wellFormedText(textsIn(item).join('\n\n')),
				...(typeof item.phase === 'string' ? {phase: item.phase} : {}),
			}
		: item;

const hasId = ({id}: JsonObject): boolean => typeof id === 'string' && id !== '';

/**
 * Nothing is stored on the server, so reasoning is understood only with its encrypted content, and only before what it
 * led to. An item with an id whose reasoning is missing is refused; as a plain one it is taken.
 */
const usableItems = (items: readonly JsonObject[], keepsReasoning: boolean): readonly JsonObject[] => {
	const lastOther = items.findLastIndex(item => !isType(item, 'reasoning'));
	const isUsable = (item: JsonObject, index: number): boolean =>
		keepsReasoning && index < lastOther && typeof item.encrypted_content === 'string';
	const kept = items.filter((item, index) => !isType(item, 'reasoning') || isUsable(item, index));
	const isWhole = kept.length === items.length;
	return kept.map(item =>
		isType(item, 'reasoning') || (isWhole && (hasId(item) || !isType(item, 'message')))
			? item
			: plainItem(item),
	);
};

const withCall = (item: JsonObject, call: CallBlock, longestId: number): JsonObject => ({
	...item,
	call_id: wireId(call.callId, longestId),
	name: wireName(call.modelName),
	arguments: argumentsOf(call, item.arguments),
});

const writeOutput = (
	{callId, outcome}: ToolMessage,
	parts: readonly WirePart[],
	longestId: number,
): ResponseInputItem => {
	const hasImages = parts.some(part => part.type === 'image');
	const text = textIn(parts);
	const sign = failureSign(outcome, text);
	return {
		type: 'function_call_output',
		call_id: wireId(callId, longestId),
		output: hasImages
			? [...(sign === '' ? [] : [inputPart({type: 'text', text: sign.trim()})]), ...parts.map(inputPart)]
			: `${sign}${text}`,
	};
};

/** The history as the items that the Responses API wants. */
export const writeInput = (
	messages: readonly Message[],
	quirks: Quirks,
	{provider, isLeftOut}: HistoryReader,
): ResponsesInput => {
	const items: (ResponseInputItem | JsonObject)[] = [];
	const {images, partsOf} = showImages(messages, quirks, isLeftOut);
	const answers: RawAnswer[] = [];

	const writeAssistant = ({blocks, raw}: AssistantMessage): void => {
		const calls = callsIn(blocks);
		const rawItems = readRaw(raw, calls, provider);
		if (raw === undefined || rawItems === undefined) {
			items.push(...fromBlocks(blocks, quirks.longestId));
			return;
		}
		const waiting = [...calls];
		const usable = usableItems(rawItems, quirks.reasoning !== 'never' && !isLeftOut(raw));
		if (usable.some(item => isType(item, 'reasoning'))) answers.push(raw);
		for (const item of usable) {
			const call = isType(item, 'function_call') ? waiting.shift() : undefined;
			items.push(call === undefined ? item : withCall(item, call, quirks.longestId));
		}
	};

	for (const message of messages) {
		switch (message.role) {
			case 'user': {
				const attached = message.attachments ?? [];
				const parts = attached.length === 0 ? [] : partsOf(attached);
				const text = wellFormedText(message.text);
				const own = text === '' ? [] : [inputPart({type: 'text', text})];
				items.push({role: 'user', content: parts.length === 0 ? text : [...own, ...parts.map(inputPart)]});
				break;
			}
			case 'assistant':
				writeAssistant(message);
				break;
			case 'tool':
				items.push(writeOutput(message, partsOf(message.content), quirks.longestId));
				break;
			default:
				assertNever(message);
		}
	}
	return {items, images, hasReasoning: answers.length > 0, answers};
};
