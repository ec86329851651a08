import type {Attachment} from '../../domain/attachment.ts';
import type {SessionEvent} from '../../domain/event.ts';
import type {JsonObject} from '../../domain/json.ts';
import {resultTexts} from '../../domain/result-text.ts';
import type {EntryOutcome, SessionEntry} from '../../domain/session-entry.ts';
import {contentForModel, type ToolResult} from '../../domain/tool.ts';
import {hideTokens} from '../../support/hide-tokens.ts';
import {joinTexts} from './cut-result.ts';
import {createMessageTitles} from './message-titles.ts';

type OpenStep = {
	readonly stepId: string;
	readonly model: string;
	readonly at: number;
	text: string;
	thinking: string;
};
type OpenCall = {
	readonly server: string;
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly at: number;
	startedAt?: number;
};

export type TranscriptReader = {
	readonly take: (event: SessionEvent) => void;
	/** The log is over: what is still open is told as it is. */
	readonly end: () => void;
};

const nameOf = (attachment: Attachment): string =>
	attachment.type === 'resource'
		? `@${attachment.server}:${attachment.uri}`
		: `/${attachment.server}:${attachment.prompt}`;

const textOf = (result: ToolResult | undefined, isForModel: boolean): string => {
	if (result === undefined) return '';
	return joinTexts(resultTexts(isForModel ? {...result, content: contentForModel(result.content)} : result));
};

/**
 * Makes of a log what a person reads, one entry at a time, and holds no more than what is still open. Whoever shows,
 * searches or exports a session reads it through this.
 */
export const createTranscriptReader = (
	onEntry: (entry: SessionEntry) => void,
	/** Without what servers sent for the user alone. */
	isForModel = false,
): TranscriptReader => {
	let step: OpenStep | undefined;
	const calls = new Map<string, OpenCall>();
	const messages = createMessageTitles();

	const cutStep = (): void => {
		if (step !== undefined && step.text + step.thinking !== '') {
			const {model, at, text, thinking} = step;
			onEntry({type: 'answer', at, model, text, thinking, isCut: true});
		}
		step = undefined;
	};

	const settle = (callId: string, at: number, outcome: EntryOutcome, text: string): void => {
		const call = calls.get(callId);
		if (call === undefined) {
			return;
		}
		calls.delete(callId);
		const {startedAt, ...asked} = call;
		const time = startedAt === undefined ? {} : {milliseconds: Math.max(0, at - startedAt)};
		onEntry({type: 'call', ...asked, outcome, ...time, text});
	};

	const settleAll = (): void => {
		cutStep();
		for (const [callId, {at, startedAt}] of [...calls]) {
			settle(callId, startedAt ?? at, startedAt === undefined ? 'cancelled' : 'unknown', '');
		}
	};

	const finishStep = (event: SessionEvent & {type: 'step-finished'}): void => {
		const written = (type: 'text' | 'thinking'): string =>
			event.blocks.flatMap(block => (block.type === type ? [block.text] : [])).join('\n\n');
		const text = written('text');
		const thinking = written('thinking');
		const {model = '', at = event.at} = step?.stepId === event.stepId ? step : {};
		step = undefined;
		if (text + thinking !== '') {
			onEntry({type: 'answer', at, model, text, thinking, isCut: false});
		}
	};

	const take = (event: SessionEvent): void => {
		const {at} = event;
		switch (event.type) {
			case 'message-accepted': {
				const {messageId, text, attachments = []} = event;
				messages.add(messageId, text);
				onEntry({type: 'user', at, messageId, text, attachments: attachments.map(nameOf)});
				break;
			}
			case 'step-started':
				cutStep();
				step = {stepId: event.stepId, model: event.model, at, text: '', thinking: ''};
				break;
			case 'answer-streamed':
				if (step?.stepId === event.stepId) {
					step.text += event.text;
				}
				break;
			case 'thinking-streamed':
				if (step?.stepId === event.stepId) {
					step.thinking += event.text;
				}
				break;
			case 'step-finished':
				finishStep(event);
				break;
			case 'call-requested': {
				const {callId, server, tool, arguments: args} = event;
				if (!calls.has(callId)) {
					// Files of earlier versions have them as they were sent.
					calls.set(callId, {server, tool, arguments: hideTokens(args), at});
				}
				break;
			}
			case 'call-started': {
				const call = calls.get(event.callId);
				if (call !== undefined) {
					call.startedAt = at;
				}
				break;
			}
			case 'call-succeeded':
				settle(event.callId, at, 'succeeded', textOf(event.result, isForModel));
				break;
			case 'call-failed':
				settle(event.callId, at, 'failed', textOf(event.result, isForModel) || event.failure.message);
				break;
			case 'call-denied':
				settle(event.callId, at, 'denied', event.reason ?? event.rule);
				break;
			case 'call-cancelled':
				settle(event.callId, at, event.outcomeUnknown ? 'unknown' : 'cancelled', '');
				break;
			case 'history-compacted':
				onEntry({type: 'compaction', at, text: event.summary});
				break;
			case 'session-rewound': {
				const {messageId, rewindId} = event;
				messages.rewound(rewindId, messageId);
				onEntry({type: 'rewind', at, messageId, isUndone: false, text: messages.titleOf(messageId)});
				break;
			}
			case 'rewind-undone': {
				const messageId = messages.ofRewind(event.rewindId);
				onEntry({type: 'rewind', at, messageId, isUndone: true, text: messages.titleOf(messageId)});
				break;
			}
			case 'turn-interrupted':
				cutStep();
				onEntry({type: 'turn-end', at, outcome: 'interrupted', text: ''});
				break;
			case 'turn-failed':
				cutStep();
				onEntry({type: 'turn-end', at, outcome: 'failed', text: event.failure.message});
				break;
			case 'turn-finished':
				cutStep();
				break;
			case 'session-resumed':
				settleAll();
				break;
			// The rest is about how the program was set, or is told by what follows it.
			default:
				break;
		}
	};

	return {take, end: settleAll};
};
