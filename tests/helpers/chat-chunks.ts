import {createChatReader} from '../../source/core/models/openai/chat-reader.ts';
import type {ModelEvent} from '../../source/domain/model.ts';
import {streamOf} from '../servers/models/openai-server.ts';
import {readAll, readerDeps} from './openai-adapter.ts';

/** A piece of an answer, as Chat Completions streams it. */
export const delta = (content: object, finish: string | null = null) => ({
	id: 'chatcmpl-1',
	object: 'chat.completion.chunk',
	choices: [{index: 0, delta: content, finish_reason: finish}],
});
export const finish = (reason: string | null) => delta({}, reason);

export const read = (
	chunks: readonly object[],
	isAnnounced = true,
	tools: readonly string[] = [],
): readonly ModelEvent[] => readAll(createChatReader(readerDeps(tools)), chunks, isAnnounced);

export const call = (fields: {
	index?: number;
	id?: string | null;
	name?: string;
	arguments?: unknown;
	extra_content?: object;
}) => {
	const {name, arguments: written, ...rest} = fields;
	return {
		...rest,
		type: 'function',
		function: {...(name === undefined ? {} : {name}), ...(written === undefined ? {} : {arguments: written})},
	};
};
export const calls = (...all: readonly object[]) => delta({tool_calls: all});

export const usage = {choices: [], usage: {prompt_tokens: 10, completion_tokens: 2}};

/** A whole answer. */
export const hello = streamOf(
	delta({role: 'assistant', content: 'Hel'}),
	delta({content: 'lo'}),
	delta({}, 'stop'),
	usage,
);
