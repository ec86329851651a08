import {createHash} from 'node:crypto';
import type {Message} from '../../domain/message.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import type {RequestRecord} from './cassette-record.ts';

/** A longer one is only named by its beginning. */
export const longestAsked = 4000;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Without what a provider has for itself: another reader of the same conversation does not have it. Calls have numbers:
 * a session gives a new id to a call whose own is empty or was used before, another one each time.
 */
const createEssence = (): ((message: Message) => unknown) => {
	const numbers = new Map<string, number>();

	const numberOf = (callId: string): number => {
		const number = numbers.get(callId) ?? numbers.size;
		numbers.set(callId, number);
		return number;
	};

	return message => {
		if (message.role === 'user') return message;
		if (message.role === 'tool') return {...message, callId: numberOf(message.callId)};
		const {raw, ...said} = message;
		const blocks = said.blocks.map(block =>
			block.type === 'tool-call' ? {...block, callId: numberOf(block.callId)} : block,
		);
		return {...said, blocks};
	};
};

/** Words of the program in between belong to no conversation, and change with its version. */
const isPart = (message: Message): boolean => message.role !== 'user' || message.isNote !== true;

const textOf = (message: Message): string => {
	switch (message.role) {
		case 'user':
			return message.text;
		case 'assistant':
			return message.blocks.map(block => ('text' in block ? block.text : block.modelName)).join('\n');
		case 'tool':
			return message.content
				.map(content => (content.type === 'text' ? content.text : `[${content.type}]`))
				.join('\n');
	}
};

/**
 * What a request is known by: the conversation, without secrets. What the program tells every model, and what tools
 * there are beside those that are called, is no part of it.
 */
export const printConversation = (
	messages: readonly Message[],
	clean: <Value>(value: Value) => Value,
): Pick<RequestRecord, 'print' | 'before' | 'asked'> => {
	const parts = messages.filter(isPart);
	const essence = createEssence();
	let before = '';
	let print = '';
	for (const message of parts) {
		before = print;
		print = hash(`${before}\n${canonicalJson(clean(essence(message)))}`);
	}
	const last = parts.at(-1);
	return {
		print,
		before,
		asked: {
			role: last?.role ?? 'user',
			text: last === undefined ? '' : clean(textOf(last)).slice(0, longestAsked),
		},
	};
};
