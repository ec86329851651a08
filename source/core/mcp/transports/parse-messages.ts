import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import {isJsonObject} from '../../../domain/json.ts';
import {mendAnswer} from './wrong-answer.ts';

const maxBatch = 100;

const isMessage = (value: unknown): value is JSONRPCMessage => isJsonObject(value) && value.jsonrpc === '2.0';

/** What a server sent in one piece: a message, or a few of them. Empty when it is something else. */
export const parseMessages = (text: string): readonly JSONRPCMessage[] => {
	try {
		const value: unknown = JSON.parse(text);
		// Protocol 2025-03-26 allows batches. We send none, so nobody has a reason to answer with a long one.
		const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
		return messages.length <= maxBatch && messages.every(isMessage) ? messages.map(mendAnswer) : [];
	} catch {
		// Not JSON: the caller keeps it as noise.
		return [];
	}
};
