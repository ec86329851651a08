import {assertNever} from '../../domain/assert-never.ts';
import {isJsonObject} from '../../domain/json.ts';
import type {AssistantBlock, Message, RawAnswer} from '../../domain/message.ts';
import type {ToolContent} from '../../domain/tool.ts';

type UserMessage = Message & {readonly role: 'user'};
type AssistantMessage = Message & {readonly role: 'assistant'};
type ToolMessage = Message & {readonly role: 'tool'};
type CallBlock = AssistantBlock & {readonly type: 'tool-call'};

/** Before the first answer of a conversation whose beginning is gone. */
const beginning: Message = {role: 'user', text: '[The beginning of this conversation is left out.]'};
/** After an answer that nobody said anything to. */
const goOn: Message = {role: 'user', text: 'Continue.'};

const noResult = 'No result: this call was interrupted, and whether it took effect is unknown.';
const emptyResult = 'The tool returned nothing.';

const isBlank = (text: string): boolean => text.trim() === '';
const isCall = (block: AssistantBlock): block is CallBlock => block.type === 'tool-call';
const isEmptyContent = (content: ToolContent): boolean => content.type === 'text' && isBlank(content.text);

/** The same list where nothing was left out, so that what was right stays the same object. */
const without = <Item>(items: readonly Item[], isLeftOut: (item: Item) => boolean): readonly Item[] =>
	items.some(isLeftOut) ? items.filter(item => !isLeftOut(item)) : items;

const tidyUser = (message: UserMessage): UserMessage | undefined => {
	const attachments = without(message.attachments ?? [], isEmptyContent);
	if (attachments.length === 0) {
		if (isBlank(message.text)) return undefined;
		return message.attachments === undefined ? message : {role: 'user', text: message.text};
	}
	const text = isBlank(message.text) ? '' : message.text;
	return attachments === message.attachments && text === message.text
		? message
		: {...message, text, attachments};
};

const tidyResult = (message: ToolMessage, callId: string): ToolMessage => {
	const kept = without(message.content, isEmptyContent);
	const content: readonly ToolContent[] = kept.length > 0 ? kept : [{type: 'text', text: emptyResult}];
	return content === message.content && callId === message.callId ? message : {...message, callId, content};
};

/** How many calls an answer has in the form of its provider; undefined where that form is not known. */
const countRawCalls = ({format, content}: RawAnswer): number | undefined => {
	const calls = isJsonObject(content) ? content.tool_calls : content;
	const items = Array.isArray(calls) ? calls : [];
	const ofType = (type: string): number =>
		items.filter(item => isJsonObject(item) && item.type === type).length;
	switch (format) {
		case 'anthropic':
			return ofType('tool_use');
		case 'openai-responses':
			return ofType('function_call');
		case 'openai-chat':
			return items.length;
		default:
			return undefined;
	}
};

/** What does not belong to the blocks would bring calls into the request that nobody answered. */
const fittingRaw = ({raw, blocks}: AssistantMessage): RawAnswer | undefined => {
	if (raw === undefined) return undefined;
	const count = countRawCalls(raw);
	return count === undefined || count === blocks.filter(isCall).length ? raw : undefined;
};

/** An answer with nothing but thinking is none: no provider takes it back. */
const saysNothing = (block: AssistantBlock): boolean =>
	block.type === 'thinking' || (block.type === 'text' && isBlank(block.text));

const tidyAnswer = (message: AssistantMessage, ids: readonly string[]): AssistantMessage | undefined => {
	if (message.blocks.every(saysNothing)) return undefined;
	const raw = fittingRaw(message);
	const kept = without(message.blocks, block => block.type === 'text' && isBlank(block.text));
	let next = 0;
	const blocks = kept.map(block => {
		if (!isCall(block)) return block;
		const callId = ids[next] ?? block.callId;
		next += 1;
		return callId === block.callId ? block : {...block, callId};
	});
	const isSame =
		raw === message.raw &&
		kept === message.blocks &&
		blocks.every((block, index) => block === message.blocks[index]);
	return isSame ? message : {role: 'assistant', blocks, ...(raw === undefined ? {} : {raw})};
};

/**
 * The results of the calls in each message. A result belongs to the last call before it that goes by its id and has
 * none yet; where providers repeat ids, that is the one it was given for.
 */
const matchResults = (messages: readonly Message[]): readonly (readonly (ToolMessage | undefined)[])[] => {
	const open = new Map<string, {readonly of: (ToolMessage | undefined)[]; readonly places: number[]}>();
	return messages.map(message => {
		const of: (ToolMessage | undefined)[] = [];
		if (message.role === 'assistant') {
			const calls = message.blocks.filter(isCall);
			for (const {callId} of calls) open.set(callId, {of, places: []});
			for (const [place, {callId}] of calls.entries()) open.get(callId)?.places.push(place);
		} else if (message.role === 'tool') {
			const waiting = open.get(message.callId);
			const place = waiting?.places.shift();
			if (waiting !== undefined && place !== undefined) waiting.of[place] = message;
		}
		return of;
	});
};

/** Gives every call an id of its own: the first keeps it, and those after it get the next that is free. */
const createIds = (messages: readonly Message[]): ((callId: string) => string) => {
	const known = new Set(
		messages.flatMap(message =>
			message.role === 'assistant' ? message.blocks.filter(isCall).map(({callId}) => callId) : [],
		),
	);
	const used = new Set<string>();
	const counts = new Map<string, number>();
	return callId => {
		let id = callId;
		const base = callId === '' ? 'call' : callId;
		let count = counts.get(callId) ?? 1;
		while (id === '' || used.has(id) || (id !== callId && known.has(id))) {
			count += 1;
			id = `${base}_${count}`;
		}
		counts.set(callId, count);
		used.add(id);
		return id;
	};
};

const answerWithResults = (
	message: AssistantMessage,
	results: readonly (ToolMessage | undefined)[],
	freshId: (callId: string) => string,
): readonly Message[] => {
	const ids = message.blocks.filter(isCall).map(({callId}) => freshId(callId));
	const answer = tidyAnswer(message, ids);
	if (answer === undefined) return [];
	return [
		answer,
		...ids.map((callId, index): ToolMessage => {
			const result = results[index];
			return result === undefined
				? {role: 'tool', callId, outcome: 'cancelled', content: [{type: 'text', text: noResult}]}
				: tidyResult(result, callId);
		}),
	];
};

/**
 * The conversation as every provider takes it, whatever happened in it: cancelled, cut off, resumed, taken over from
 * another provider. Every call has exactly one result, directly after the answer that asks for it and in the order of
 * the calls; every id is there once; nothing is empty. It begins with the user and ends with something to answer: an
 * answer at the end would be taken for words to be completed, and most models refuse that.
 *
 * Two answers in a row stay two, because each may carry signed thinking, with a word of the user between them: Anthropic
 * would join them, and then the thinking of the second would no longer come first. Two messages of the user in a row are
 * taken as they are.
 *
 * What needs no change stays the same object. Doing it twice changes nothing.
 */
export const normaliseHistory = (messages: readonly Message[]): readonly Message[] => {
	const results = matchResults(messages);
	const freshId = createIds(messages);
	const normal: Message[] = [];
	for (const [index, message] of messages.entries()) {
		switch (message.role) {
			case 'user': {
				const tidy = tidyUser(message);
				if (tidy !== undefined) normal.push(tidy);
				break;
			}
			case 'assistant': {
				const answer = answerWithResults(message, results[index] ?? [], freshId);
				const last = normal.at(-1);
				if (answer.length > 0 && last === undefined) normal.push(beginning);
				if (answer.length > 0 && last?.role === 'assistant') normal.push(goOn);
				normal.push(...answer);
				break;
			}
			case 'tool':
				// Already where it belongs, or without a call.
				break;
			default:
				assertNever(message);
		}
	}
	const last = normal.at(-1);
	if (last === undefined || last.role === 'assistant') normal.push(goOn);
	return normal;
};
