import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {FinishReason, ModelEvent, Usage} from '../../../domain/model.ts';
import {readArguments} from '../wire/call-arguments.ts';
import {type AnswerReader, complaintIn, type ReaderDeps} from './answer-reader.ts';
import {createCallAssembler, distinctIds} from './call-fragments.ts';
import {chatFormat} from './chat-messages.ts';
import {createReasoningKeeper} from './kept-reasoning.ts';
import {readChatUsage} from './read-usage.ts';
import {createThinkSplitter, type Piece, type SplitPiece} from './think-splitter.ts';

const lengthReasons = ['length', 'max_tokens', 'model_length'];
const refusalReasons = ['content_filter', 'refusal', 'safety', 'sensitive'];
/** Reasons that are failures of the server: what came before is not an answer. */
const failureReasons: ReadonlyMap<string, JsonObject> = new Map([
	['error', {code: 500, message: 'The server ended the answer with an error.'}],
	['insufficient_system_resource', {code: 503, message: 'The server ended the answer to save resources.'}],
	['network_error', {code: 502, message: 'The server ended the answer after an error in its own network.'}],
]);
const cutReasons = ['abort', 'aborted', 'cancelled', 'canceled'];

const firstChoice = (message: JsonObject): JsonObject | undefined => {
	const choices = message.choices;
	const first: JsonValue | undefined = Array.isArray(choices) ? choices[0] : undefined;
	return isJsonObject(first) ? first : undefined;
};

const partPieces = (part: JsonValue): readonly Piece[] => {
	if (typeof part === 'string') return [{type: 'text', text: part}];
	if (!isJsonObject(part)) return [];
	const thinking = part.thinking;
	if (Array.isArray(thinking)) {
		return thinking.flatMap(partPieces).map(({text}) => ({type: 'thinking', text}));
	}
	if (typeof thinking === 'string') return [{type: 'thinking', text: thinking}];
	return typeof part.text === 'string' ? [{type: 'text', text: part.text}] : [];
};

/** Reads an answer of Chat Completions, as OpenAI and those who copied it send it. */
export const createChatReader = (deps: ReaderDeps): AnswerReader => {
	const assembler = createCallAssembler(new Set(deps.tools));
	const splitter = createThinkSplitter(deps.thinking);
	const reasoning = createReasoningKeeper();
	let texts: string[] = [];
	let finish: string | undefined;
	/** Calls came after a finish reason, so that it is not theirs. */
	let isReopened = false;
	let hasRefusal = false;
	let usage: Usage | undefined;

	const isComplete = (): boolean => finish !== undefined && !isReopened;

	const tell = (pieces: readonly SplitPiece[]): readonly ModelEvent[] => {
		for (const piece of pieces) {
			if (piece.type === 'text') texts.push(piece.text);
			else if (piece.type === 'withdrawn') texts = [];
		}
		return pieces.filter(piece => piece.type === 'withdrawn' || piece.text !== '');
	};

	const readContent = (content: JsonValue | undefined): readonly ModelEvent[] => {
		// Some servers end with the whole text once more.
		if (finish !== undefined && content === texts.join('')) return [];
		if (typeof content === 'string') return tell(splitter.take(content));
		if (!Array.isArray(content)) return [];
		return content
			.flatMap(partPieces)
			.flatMap(piece => tell(piece.type === 'thinking' ? [piece] : splitter.take(piece.text)));
	};

	const readCalls = (delta: JsonObject): readonly ModelEvent[] => {
		const calls = delta.tool_calls;
		const single = delta.function_call;
		const size = assembler.size();
		const events = assembler.addChunk(
			Array.isArray(calls) ? calls : isJsonObject(single) ? [{index: 0, function: single}] : [],
		);
		if (finish !== undefined && assembler.size() > size) isReopened = true;
		return events;
	};

	const readDelta = (delta: JsonObject): readonly ModelEvent[] => {
		const thought = reasoning.take(delta);
		if (thought !== '') splitter.trustServer();
		const refused = typeof delta.refusal === 'string' ? delta.refusal : '';
		if (refused !== '') hasRefusal = true;
		return [
			...(thought === '' ? [] : [{type: 'thinking', text: thought} as const]),
			...readContent(delta.content),
			...(refused === '' ? [] : tell([{type: 'text', text: refused}])),
			...readCalls(delta),
		];
	};

	const fail = (error: unknown): readonly ModelEvent[] => [{type: 'failed', trouble: deps.describe(error)}];

	const readError = (message: JsonObject): readonly ModelEvent[] | undefined => {
		const error = message.error;
		const isError = (error !== undefined && error !== null && error !== false) || message.object === 'error';
		return isError ? fail(message) : undefined;
	};

	const reasonOf = (hasCalls: boolean): FinishReason => {
		const written = (finish ?? '').toLowerCase();
		if (lengthReasons.includes(written)) return 'length';
		if (hasRefusal || refusalReasons.includes(written)) return 'refusal';
		return hasCalls ? 'tool-calls' : 'stop';
	};

	const isWholeReason = (reason: string): boolean =>
		![...lengthReasons, ...refusalReasons, ...cutReasons, ...failureReasons.keys()].includes(
			reason.toLowerCase(),
		);

	const takeReason = (reason: JsonValue | undefined): void => {
		if (typeof reason !== 'string' || reason === '') return;
		// A later reason is that of what came after an earlier one, but makes no answer whole that is not.
		if (finish === undefined || isWholeReason(finish)) finish = reason;
		isReopened = false;
	};

	const read = (message: JsonObject): readonly ModelEvent[] => {
		usage = readChatUsage(message) ?? usage;
		const choice = firstChoice(message);
		const failed = readError(message) ?? (choice === undefined ? undefined : readError(choice));
		// An error after a whole answer changes nothing about it.
		if (failed !== undefined) return isComplete() ? [] : failed;
		if (choice === undefined) return [];
		// After the end, a message is a repetition of what was streamed.
		const delta = choice.delta ?? (finish === undefined ? choice.message : undefined);
		const events = isJsonObject(delta) ? readDelta(delta) : [];
		takeReason(choice.finish_reason);
		return events;
	};

	const finished = (): readonly ModelEvent[] => {
		const written = assembler.calls();
		const reason = reasonOf(written.length > 0);
		const priced = usage === undefined ? {} : {usage: deps.priced(usage)};
		if (reason === 'length' || reason === 'refusal') {
			// The last call may be half of one, and none can be told from a whole one with certainty.
			return [{type: 'finished', reason, ...priced}];
		}
		const ids = distinctIds(
			written.map(call => call.id),
			deps.newId,
		);
		const calls = written.map((call, index) => ({...call, id: ids[index] ?? deps.newId()}));
		const text = texts.join('');
		const raw: JsonObject = {
			provider: deps.provider,
			role: 'assistant',
			content: text === '' ? null : text,
			...reasoning.kept(),
			...(calls.length === 0
				? {}
				: {
						tool_calls: calls.map(call => ({
							id: call.id,
							type: 'function',
							function: {name: call.name, arguments: call.arguments},
							...(call.extra === undefined ? {} : {extra_content: call.extra}),
						})),
					}),
		};
		return [
			...calls.map(call => ({
				type: 'tool-call' as const,
				callId: call.id,
				modelName: call.name,
				...readArguments(call.arguments),
			})),
			{type: 'finished', reason, ...priced, raw: {format: chatFormat, content: raw}},
		];
	};

	/** `[DONE]` is an end, too, if there is an answer before it in which no call can be half of one. */
	const takeAnnouncedEnd = (): void => {
		const calls = assembler.calls();
		const hasAnswer = calls.length > 0 || texts.some(text => text.trim() !== '');
		if (!hasAnswer || !calls.every(call => call.isWhole)) return;
		finish ??= 'stop';
		isReopened = false;
	};

	const end = (isAnnounced: boolean): readonly ModelEvent[] => {
		const isCutShort = finish === undefined ? !isAnnounced : !isWholeReason(finish);
		const rest = tell(splitter.end(!isCutShort));
		if (isAnnounced && !isComplete()) takeAnnouncedEnd();
		if (finish === undefined || isReopened || cutReasons.includes(finish))
			return [...rest, {type: 'failed', trouble: deps.cut()}];
		const failure = failureReasons.get(finish);
		return [...rest, ...(failure === undefined ? finished() : fail({error: failure}))];
	};

	return {
		read,
		readWhole: message => {
			const events = read(message);
			if (events.some(event => event.type === 'failed')) return events;
			if (firstChoice(message) === undefined) return fail(complaintIn(message));
			// What is there in one piece cannot have been cut.
			finish ??= 'stop';
			return [...events, ...end(true)];
		},
		isComplete,
		end,
	};
};
