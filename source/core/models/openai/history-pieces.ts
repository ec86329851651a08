import type {AssistantBlock, CallOutcome} from '../../../domain/message.ts';
import {parseObject} from '../wire/call-arguments.ts';
import type {WirePart} from '../wire/content-parts.ts';

/** Whom the history is written for. */
export type HistoryReader = {
	/** The name of the provider. What another one wants back means nothing to it. */
	readonly provider: string;
	/** Whether it would not take an image, or the reasoning of an answer. */
	readonly isLeftOut: (piece: object) => boolean;
};

export type CallBlock = Extract<AssistantBlock, {readonly type: 'tool-call'}>;

export const callsIn = (blocks: readonly AssistantBlock[]): readonly CallBlock[] =>
	blocks.flatMap(block => (block.type === 'tool-call' ? [block] : []));

export const textIn = (parts: readonly WirePart[]): string =>
	parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');

/** OpenAI's protocols have no sign for a failure, and a result rarely says that it is one. */
export const failureSign = (outcome: CallOutcome, text: string): '' | 'Error: ' =>
	outcome === 'failed' && !/^error\b/i.test(text) ? 'Error: ' : '';

/** The arguments of an old call. Many servers parse them, and fail over those that are not JSON. */
export const argumentsOf = (call: CallBlock, written: unknown): string =>
	typeof written === 'string' && parseObject(written) !== undefined
		? written
		: JSON.stringify(call.arguments);
