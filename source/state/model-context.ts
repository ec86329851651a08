import {assertNever} from '../domain/assert-never.ts';
import type {CallOutcome, Message} from '../domain/message.ts';
import type {ToolContent, ToolResult} from '../domain/tool.ts';
import type {ToolCall} from '../domain/tool-call.ts';
import type {Answer, AppState, TranscriptItem} from './app-state.ts';

const text = (value: string): readonly ToolContent[] => [{type: 'text', text: value}];

/** Content first; structured content only where there is nothing else, so the model reads things once. */
const resultContent = (result: ToolResult): readonly ToolContent[] => {
	if (result.content.length > 0) {
		return result.content;
	}
	return text(
		result.structured === undefined ? 'The tool returned nothing.' : JSON.stringify(result.structured),
	);
};

const outcomeOf = (call: ToolCall | undefined): {outcome: CallOutcome; content: readonly ToolContent[]} => {
	switch (call?.status) {
		case 'succeeded':
			return {outcome: 'succeeded', content: resultContent(call.result)};
		case 'failed':
			return {
				outcome: 'failed',
				content:
					call.result === undefined || call.result.content.length === 0
						? text(call.failure.message)
						: call.result.content,
			};
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

const answerMessages = (answer: Answer, calls: AppState['calls']): readonly Message[] => {
	if (answer.status !== 'finished') {
		return answer.text === '' ? [] : [{role: 'assistant', blocks: [{type: 'text', text: answer.text}]}];
	}
	if (answer.blocks.length === 0) {
		return [];
	}
	const results = answer.blocks.flatMap((block): Message[] =>
		block.type === 'tool-call'
			? [{role: 'tool', callId: block.callId, ...outcomeOf(calls.get(block.callId))}]
			: [],
	);
	const {blocks, raw} = answer;
	return [{role: 'assistant', blocks, ...(raw === undefined ? {} : {raw})}, ...results];
};

const itemMessages = (item: TranscriptItem, calls: AppState['calls']): readonly Message[] => {
	switch (item.type) {
		case 'user':
			return [{role: 'user', text: item.text}];
		case 'answer':
			return answerMessages(item, calls);
		case 'call':
		case 'turn-end':
		case 'notice':
			return [];
		default:
			return assertNever(item);
	}
};

/**
 * The conversation as a model may see it. Results are derived from the calls of finished answers, so
 * that there is exactly one result per call and no result without one, whatever happened in between.
 */
export const modelContext = (state: AppState): readonly Message[] =>
	[...state.items].flatMap(item => itemMessages(item, state.calls));
