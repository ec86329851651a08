import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {FinishReason, ModelEvent} from '../../../domain/model.ts';
import {readArguments} from '../wire/call-arguments.ts';
import {type AnswerReader, complaintIn, type ReaderDeps} from './answer-reader.ts';
import {distinctIds} from './call-fragments.ts';
import {readResponsesUsage} from './read-usage.ts';
import {asList, asText, findItem, type OpenItem, type Sought, textsIn} from './response-items.ts';
import {originItem, responsesFormat} from './responses-input.ts';

/** So many more characters of arguments are worth telling. */
const tellingStep = 2048;

const isCall = (item: JsonObject): boolean => item.type === 'function_call';

/** Reads an answer of the Responses API. */
export const createResponsesReader = (deps: ReaderDeps): AnswerReader => {
	const entries: OpenItem[] = [];
	let isComplete = false;
	let isRefused = false;
	let lastText: OpenItem | undefined;
	let lastThought = '';

	const entryFor = (sought: Sought, among: readonly OpenItem[] = entries): OpenItem => {
		const found = findItem(among, sought);
		if (found !== undefined) {
			found.id ||= sought.id;
			found.kind ||= sought.kind;
			return found;
		}
		const entry: OpenItem = {
			index: sought.index,
			id: sought.id,
			kind: sought.kind,
			item: {},
			isDone: false,
			told: '',
			pieces: [],
			characters: 0,
			toldCharacters: -1,
		};
		entries.push(entry);
		return entry;
	};

	const itemOf = (message: JsonObject, kind = ''): OpenItem => {
		const item = isJsonObject(message.item) ? message.item : undefined;
		const index = typeof message.output_index === 'number' ? message.output_index : 0;
		const sought = {
			index,
			id: asText(message.item_id) || asText(item?.id),
			kind: asText(item?.type) || kind,
			item,
		};
		// An item is done once: what looks like another one that is done is a second one.
		return entryFor(
			sought,
			entries.filter(entry => item === undefined || !entry.isDone || entry.index === index),
		);
	};

	const tellText = (item: OpenItem, text: string): readonly ModelEvent[] => {
		if (text === '') return [];
		const gap = lastText !== undefined && lastText !== item ? '\n\n' : '';
		lastText = item;
		item.told += text;
		return [{type: 'text', text: gap + text}];
	};

	const tellThought = (message: JsonObject): readonly ModelEvent[] => {
		const text = asText(message.delta);
		if (text === '') return [];
		const place = [message.output_index, message.summary_index, message.content_index].join('.');
		const gap = lastThought !== '' && lastThought !== place ? '\n\n' : '';
		lastThought = place;
		itemOf(message, 'reasoning').told += text;
		return [{type: 'thinking', text: gap + text}];
	};

	const tellCall = (open: OpenItem): readonly ModelEvent[] => {
		const name = asText(open.item.name);
		const isNews = open.toldCharacters === -1 || open.characters - open.toldCharacters >= tellingStep;
		if (!isNews || name === '') return [];
		open.toldCharacters = open.characters;
		return [{type: 'calling', modelName: name, characters: open.characters}];
	};

	const setArguments = (item: OpenItem, text: string): void => {
		item.pieces = [text];
		item.characters = text.length;
	};

	/** What an item says that no delta has said before. */
	const tellWhole = (item: OpenItem): readonly ModelEvent[] => {
		if (isCall(item.item)) return tellCall(item);
		const isMessage = item.item.type === 'message';
		if (isMessage && asList(item.item.content).some(part => part.type === 'refusal')) isRefused = true;
		if (item.told !== '') return [];
		if (isMessage) return textsIn(item.item).flatMap(text => tellText(item, text));
		item.told = textsIn(item.item).join('\n\n');
		return item.told === '' ? [] : [{type: 'thinking', text: item.told}];
	};

	const takeItem = (entry: OpenItem, item: JsonObject): readonly ModelEvent[] => {
		entry.item = item;
		entry.isDone = true;
		if (isCall(item) && typeof item.arguments === 'string') setArguments(entry, item.arguments);
		return tellWhole(entry);
	};

	const finish = (response: JsonObject, reason: 'completed' | 'incomplete'): readonly ModelEvent[] => {
		isComplete = true;
		// The items that came one by one are the answer; some servers repeat them here, some only here.
		let unlisted: readonly OpenItem[] = [...entries];
		const rest = asList(response.output).flatMap((item, index) => {
			const entry = entryFor({index, id: asText(item.id), kind: asText(item.type), item}, unlisted);
			unlisted = unlisted.filter(each => each !== entry);
			return entry.isDone ? [] : takeItem(entry, item);
		});
		const usage = readResponsesUsage(response);
		const priced = usage === undefined ? {} : {usage: deps.priced(usage)};
		const details = response.incomplete_details;
		if (reason === 'incomplete' || isRefused) {
			const isFiltered = isJsonObject(details) && details.reason === 'content_filter';
			const why: FinishReason = isRefused || isFiltered ? 'refusal' : 'length';
			return [...rest, {type: 'finished', reason: why, ...priced}];
		}
		const items = [...entries].sort((one, other) => one.index - other.index);
		const calls = items.filter(({item}) => isCall(item));
		const ids = distinctIds(
			calls.map(({item}) => asText(item.call_id)),
			deps.newId,
		);
		const raw = items
			.filter(({item}) => item.type !== undefined)
			.map(entry => (isCall(entry.item) ? {...entry.item, arguments: entry.pieces.join('')} : entry.item));
		return [
			...rest,
			...calls.map((entry, index) => ({
				type: 'tool-call' as const,
				callId: ids[index] ?? deps.newId(),
				modelName: asText(entry.item.name),
				...readArguments(entry.pieces.join('')),
			})),
			{
				type: 'finished',
				reason: calls.length > 0 ? 'tool-calls' : 'stop',
				...priced,
				raw: {format: responsesFormat, content: [originItem(deps.provider), ...raw]},
			},
		];
	};

	const fail = (error: unknown): readonly ModelEvent[] => [{type: 'failed', trouble: deps.describe(error)}];
	const cut = (): readonly ModelEvent[] => [{type: 'failed', trouble: deps.cut()}];

	const readResponse = (response: JsonObject): readonly ModelEvent[] => {
		switch (response.status) {
			case 'completed':
				return finish(response, 'completed');
			case 'incomplete':
				return finish(response, 'incomplete');
			case 'failed':
				return fail({response});
			default:
				return response.error === undefined || response.error === null ? cut() : fail(response);
		}
	};

	const read = (message: JsonObject): readonly ModelEvent[] => {
		const response = isJsonObject(message.response) ? message.response : {};
		switch (message.type) {
			case 'response.output_item.added': {
				const entry = itemOf(message);
				if (isJsonObject(message.item)) entry.item = message.item;
				return isCall(entry.item) ? tellCall(entry) : [];
			}
			case 'response.output_item.done':
				return isJsonObject(message.item) ? takeItem(itemOf(message), message.item) : [];
			case 'response.output_text.delta':
				return tellText(itemOf(message, 'message'), asText(message.delta));
			case 'response.refusal.delta':
				isRefused = true;
				return tellText(itemOf(message, 'message'), asText(message.delta));
			case 'response.reasoning_summary_text.delta':
			case 'response.reasoning_text.delta':
				return tellThought(message);
			case 'response.function_call_arguments.delta': {
				const entry = itemOf(message, 'function_call');
				const delta = asText(message.delta);
				entry.pieces.push(delta);
				entry.characters += delta.length;
				return tellCall(entry);
			}
			case 'response.function_call_arguments.done':
				if (typeof message.arguments === 'string')
					setArguments(itemOf(message, 'function_call'), message.arguments);
				return [];
			case 'response.completed':
				return finish(response, 'completed');
			case 'response.incomplete':
				return finish(response, 'incomplete');
			case 'response.cancelled':
				return cut();
			case 'response.failed':
			case 'error':
				return fail(message);
			default:
				return message.error === undefined || message.error === null ? [] : fail(message);
		}
	};

	return {
		read,
		readWhole: message =>
			message.object === 'response' ? readResponse(message) : fail(complaintIn(message)),
		isComplete: () => isComplete,
		end: cut,
	};
};
