import {expect} from 'vitest';
import type {Message} from '../../source/domain/message.ts';

const callIdsOf = (message: Message): readonly string[] =>
	message.role === 'assistant'
		? message.blocks.flatMap(block => (block.type === 'tool-call' ? [block.callId] : []))
		: [];

/** Promise 1: exactly one result per tool call, directly after its answer, and no other result. */
export const expectValidHistory = (messages: readonly Message[]): void => {
	const expected = messages.flatMap(message =>
		message.role === 'tool' ? [] : [message, ...callIdsOf(message)],
	);
	const actual = messages.map(message => (message.role === 'tool' ? message.callId : message));
	expect(actual).toEqual(expected);
	for (const message of messages) {
		if (message.role === 'tool') {
			expect(message.content.length).toBeGreaterThan(0);
		}
	}
};
