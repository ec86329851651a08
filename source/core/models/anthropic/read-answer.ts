import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {FinishReason, ModelEvent, Usage} from '../../../domain/model.ts';
import type {NewId} from '../../../domain/ports.ts';
import {isTooDeep} from '../../../support/json-depth.ts';
import {type AnswerBlock, createAnswerBlock} from './answer-block.ts';
import {createUsageReader} from './answer-usage.ts';
import {rawFormat} from './conversation.ts';

export type AnswerReader = {
	/** Throws at an event that cannot be what it says it is. */
	readonly read: (event: unknown) => readonly ModelEvent[];
	/** The answer in one piece, from a server that does not stream. */
	readonly readWhole: (message: JsonObject) => readonly ModelEvent[];
	/** The last event of a whole answer was there. */
	readonly isOver: () => boolean;
	/** The calls and the end; undefined where the answer was cut off, and nothing in it may be acted upon. */
	readonly finish: () => readonly ModelEvent[] | undefined;
};

export type ReaderOptions = {
	readonly newId: NewId;
	/** Ids that calls of the conversation have already. */
	readonly usedIds: Iterable<string>;
	readonly priced: (usage: Usage) => Usage;
};

/** How much more of a call there is before it is told again. */
const tellEvery = 2048;

const unreadable = (event: JsonObject): Error =>
	new SyntaxError(`an event "${String(event.type).slice(0, 40)}" that makes no sense where it is`);

const reasonOf = (stopReason: string, hasCalls: boolean): FinishReason => {
	switch (stopReason) {
		case 'max_tokens':
		case 'model_context_window_exceeded':
			return 'length';
		case 'refusal':
			return 'refusal';
		default:
			return hasCalls ? 'tool-calls' : 'stop';
	}
};

/** Reads the events of one answer in their order. */
export const createAnswerReader = ({newId, usedIds, priced}: ReaderOptions): AnswerReader => {
	const blocks: AnswerBlock[] = [];
	const byIndex = new Map<JsonValue | undefined, AnswerBlock>();
	const told = new Map<AnswerBlock, number>();
	const usage = createUsageReader();
	let stopReason: string | undefined;
	let isOver = false;
	let messageId: JsonValue | undefined;

	/** Gateways repeat the start of a message; one that lost its provider on the way begins another message. */
	const startMessage = (event: JsonObject): readonly ModelEvent[] => {
		const {id, usage: counts} = isJsonObject(event.message)
			? event.message
			: {id: undefined, usage: undefined};
		usage.read(counts);
		const isAnother = blocks.length > 0 && (id === undefined || id !== messageId);
		messageId = id;
		if (!isAnother) return [];
		blocks.length = 0;
		byIndex.clear();
		stopReason = undefined;
		return [{type: 'withdrawn', why: 'restarted'}];
	};

	const tell = (block: AnswerBlock): readonly ModelEvent[] => {
		if (block.type !== 'tool_use') return [];
		const characters = block.characters();
		const before = told.get(block);
		if (before !== undefined && characters - before < tellEvery) return [];
		told.set(block, characters);
		return [{type: 'calling', modelName: block.name, characters}];
	};

	const startBlock = (event: JsonObject): readonly ModelEvent[] => {
		const start = event.content_block;
		if (!isJsonObject(start) || isTooDeep(start)) throw unreadable(event);
		const block = createAnswerBlock(start);
		blocks.push(block);
		byIndex.set(event.index, block);
		const {type} = block;
		const text = type === 'text' || type === 'thinking' ? start[type] : undefined;
		return typeof text === 'string' && text !== '' && (type === 'text' || type === 'thinking')
			? [{type, text}]
			: tell(block);
	};

	const growBlock = (event: JsonObject): readonly ModelEvent[] => {
		const block = byIndex.get(event.index);
		const {delta} = event;
		if (block === undefined || !isJsonObject(delta) || isTooDeep(delta)) throw unreadable(event);
		const shown = block.add(delta);
		return shown === undefined ? tell(block) : [shown];
	};

	const read = (event: unknown): readonly ModelEvent[] => {
		if (!isJsonObject(event)) throw new SyntaxError('an event that is no object');
		switch (event.type) {
			case 'message_start':
				return startMessage(event);
			case 'content_block_start':
				return startBlock(event);
			case 'content_block_delta':
				return growBlock(event);
			case 'content_block_stop':
				byIndex.get(event.index)?.close();
				return [];
			case 'message_delta': {
				const {delta} = event;
				if (!isJsonObject(delta)) throw unreadable(event);
				if (typeof delta.stop_reason === 'string') stopReason = delta.stop_reason;
				usage.read(event.usage);
				return [];
			}
			case 'message_stop':
				isOver = true;
				return [];
			case 'error':
				throw Object.assign(new Error('an error in the stream'), {error: event});
			default:
				// Pings, and what the protocol may learn some day.
				return [];
		}
	};

	const finish = (): readonly ModelEvent[] | undefined => {
		const isCut = blocks.some(block => block.type === 'tool_use' && !block.isClosed());
		if (!isOver || stopReason === undefined || isCut) return undefined;
		const ids = new Set(usedIds);
		const calls: ModelEvent[] = [];
		for (const block of blocks) {
			const call = block.call();
			if (call === undefined) continue;
			const {id, name, ...args} = call;
			// Some servers leave ids out, and some count from zero in every answer.
			const callId = id === '' || ids.has(id) ? newId() : id;
			ids.add(callId);
			calls.push({type: 'tool-call', callId, modelName: name, ...args});
		}
		const counted = usage.usage();
		return [
			...calls,
			{
				type: 'finished',
				reason: reasonOf(stopReason, calls.length > 0),
				...(counted === undefined ? {} : {usage: priced(counted)}),
				raw: {format: rawFormat, content: blocks.map(block => block.whole())},
			},
		];
	};

	/** What is there in one piece cannot have been cut. */
	const readWhole = (message: JsonObject): readonly ModelEvent[] => {
		const {content, stop_reason, usage: counts} = message;
		if (message.type !== 'message') {
			const isError = (message.error ?? message.message ?? undefined) !== undefined;
			throw isError
				? Object.assign(new Error('an error in place of an answer'), {error: message})
				: unreadable(message);
		}
		const parts: readonly JsonValue[] = Array.isArray(content) ? content : [];
		return [
			{type: 'message_start', message: {usage: counts ?? null}},
			...parts.flatMap((content_block, index) => [
				{type: 'content_block_start', index, content_block},
				{type: 'content_block_stop', index},
			]),
			{type: 'message_delta', delta: {stop_reason: stop_reason ?? 'end_turn'}},
			{type: 'message_stop'},
		].flatMap(read);
	};

	return {read, readWhole, isOver: () => isOver, finish};
};
