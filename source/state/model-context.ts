import {assertNever} from '../domain/assert-never.ts';
import type {AssistantBlock, CallOutcome, Message} from '../domain/message.ts';
import {contentForModel, type ToolContent, type ToolResult} from '../domain/tool.ts';
import {hasRun, type ToolCall} from '../domain/tool-call.ts';
import type {Answer, AppState, TranscriptItem} from './app-state.ts';
import {keptItems} from './rewind.ts';
import {userMessages} from './user-messages.ts';

const text = (value: string): readonly ToolContent[] => [{type: 'text', text: value}];

/** The pieces that the model may read; it has to know that the others exist. */
const readable = (content: readonly ToolContent[]): readonly ToolContent[] => {
	const read = contentForModel(content);
	return read.length > 0 ? read : text('The result was shown to the user. It is not meant for you to read.');
};

/** Content first; structured content only where there is nothing else, so the model reads things once. */
const resultContent = (result: ToolResult): readonly ToolContent[] => {
	if (result.content.length > 0) {
		return readable(result.content);
	}
	return text(
		result.structured === undefined ? 'The tool returned nothing.' : JSON.stringify(result.structured),
	);
};

/** After a review only what the user let through counts: neither a failure's words nor structured data do. */
const reviewedContent = (result: ToolResult | undefined): readonly ToolContent[] =>
	result === undefined || result.content.length === 0
		? text('The user did not let you see this result.')
		: readable(result.content);

const failedContent = ({failure, result, reviewed}: ToolCall & {status: 'failed'}) => {
	if (reviewed !== undefined) {
		return reviewedContent(result);
	}
	return result === undefined || result.content.length === 0 ? text(failure.message) : resultContent(result);
};

type CallEnd = {readonly outcome: CallOutcome; readonly content: readonly ToolContent[]};

const outcomeOf = (call: ToolCall | undefined): CallEnd => {
	switch (call?.status) {
		case 'succeeded':
			return {
				outcome: 'succeeded',
				content: call.reviewed === undefined ? resultContent(call.result) : reviewedContent(call.result),
			};
		case 'failed':
			return {outcome: 'failed', content: failedContent(call)};
		case 'denied':
			return {
				outcome: 'denied',
				content: text(
					call.reason === undefined
						? `This call was not allowed (${call.rule}). Do not repeat it unless asked to.`
						: `This call was not allowed (${call.rule}). The user says: ${call.reason}`,
				),
			};
		case 'cancelled':
			return {
				outcome: 'cancelled',
				content: text(
					call.outcomeUnknown
						? 'Interrupted after it was sent: whether it took effect is unknown.'
						: 'Interrupted before it was sent: it did not run.',
				),
			};
		case 'running':
			return {
				outcome: 'cancelled',
				content: text('Cut off after it was sent: whether it took effect is unknown.'),
			};
		case 'pending':
		case 'awaiting-approval':
		case undefined:
			return {outcome: 'cancelled', content: text('This call did not run.')};
	}
};

/** What ran is not what the model wrote, and its result makes no sense without that. */
const toldOfEdit = (call: ToolCall | undefined): CallEnd => {
	const end = outcomeOf(call);
	if (call?.isEdited !== true || !hasRun(call)) {
		return end;
	}
	const note = `[The user changed the arguments before this ran: ${JSON.stringify(call.arguments)}]`;
	return {...end, content: [...text(note), ...end.content]};
};

/** What the model wrote is no JSON object: the call stays, because its result says so, without the arguments. */
const withoutInvalid = (block: AssistantBlock): AssistantBlock => {
	if (block.type !== 'tool-call' || block.invalid === undefined) {
		return block;
	}
	const {invalid: _, ...call} = block;
	return {...call, arguments: {}};
};

const answerMessages = (answer: Answer, calls: AppState['calls']): readonly Message[] => {
	if (answer.status !== 'finished') {
		return answer.text === '' ? [] : [{role: 'assistant', blocks: [{type: 'text', text: answer.text}]}];
	}
	if (answer.blocks.length === 0) {
		return [];
	}
	const results = answer.blocks.flatMap((block): Message[] =>
		block.type === 'tool-call'
			? [{role: 'tool', callId: block.callId, ...toldOfEdit(calls.get(block.callId))}]
			: [],
	);
	const {raw} = answer;
	const blocks = answer.blocks.map(withoutInvalid);
	return [{role: 'assistant', blocks, ...(raw === undefined ? {} : {raw})}, ...results];
};

const itemMessages = (
	item: TranscriptItem,
	calls: AppState['calls'],
	/** The turns in which an answer comes after this item. */
	goneOn: ReadonlySet<string>,
): readonly Message[] => {
	switch (item.type) {
		case 'user':
			return userMessages(item);
		case 'answer':
			// A cut answer that was followed by another was tried again: the model must not read its own stumbling.
			return item.status === 'cut' && goneOn.has(item.turnId) ? [] : answerMessages(item, calls);
		case 'compaction':
			return [{role: 'user', text: item.summary}];
		case 'call':
		case 'turn-end':
		case 'rewind':
		case 'rewind-undone':
		case 'notice':
			return [];
		default:
			return assertNever(item);
	}
};

/** What a model sees of the transcript, the last first: everything from the last summary on that was not taken back. */
function* visibleItems(state: AppState): Generator<TranscriptItem> {
	for (const item of keptItems(state)) {
		yield item;
		if (item.type === 'compaction') {
			return;
		}
	}
}

/**
 * The conversation as a model may see it. Results are derived from the calls of finished answers, so
 * that there is exactly one result per call and no result without one, whatever happened in between.
 */
export const modelContext = (state: AppState): readonly Message[] => {
	// A turn that runs is about to say again what it was cut off in.
	const goneOn = new Set(state.turn === undefined ? [] : [state.turn.turnId]);
	const parts: (readonly Message[])[] = [];
	for (const item of visibleItems(state)) {
		parts.push(itemMessages(item, state.calls, goneOn));
		if (item.type === 'answer') {
			goneOn.add(item.turnId);
		}
	}
	return parts.reverse().flat();
};
