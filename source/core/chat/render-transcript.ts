import {estimateText} from '../../domain/estimate-tokens.ts';
import type {AssistantBlock, Message} from '../../domain/message.ts';
import type {ToolContent} from '../../domain/tool.ts';
import {cutMiddle} from './cut-text.ts';

/** How many of the last messages are given at greater length. */
const recentMessages = 12;

/** The most characters of one piece, for recent messages and for older ones. */
const lengths = {
	recent: {text: 16_000, arguments: 2000, result: 2000},
	older: {text: 4000, arguments: 500, result: 500},
} as const;

type Lengths = (typeof lengths)[keyof typeof lengths];

const contentText = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return `[${content.type}, ${content.mimeType}]`;
		case 'resource':
			return `[resource ${content.uri}] ${content.text ?? ''}`;
		case 'link':
			return `[link ${content.uri}] ${content.name}`;
		case 'unknown':
			return JSON.stringify(content.value);
	}
};

const joined = (contents: readonly ToolContent[], most: number): string =>
	cutMiddle(contents.map(contentText).join('\n'), most);

const blockText = (block: AssistantBlock, most: Lengths): readonly string[] => {
	switch (block.type) {
		case 'text':
			return [`ASSISTANT: ${cutMiddle(block.text, most.text)}`];
		// What it thought is in what it did and said.
		case 'thinking':
			return [];
		case 'tool-call': {
			const args = block.invalid ?? JSON.stringify(block.arguments);
			return [`ASSISTANT CALLS ${block.modelName}: ${cutMiddle(args, most.arguments)}`];
		}
	}
};

const messageText = (message: Message, most: Lengths): string => {
	switch (message.role) {
		case 'user': {
			const attached = joined(message.attachments ?? [], most.result);
			return `USER: ${cutMiddle(message.text, most.text)}${attached === '' ? '' : `\n${attached}`}`;
		}
		case 'assistant':
			return message.blocks.flatMap(block => blockText(block, most)).join('\n');
		case 'tool':
			return `RESULT (${message.outcome}): ${joined(message.content, most.result)}`;
	}
};

/**
 * A conversation as plain text of at most about so many tokens. What came first stays, because it says what all of it
 * is about; of the rest the newest does.
 */
export const renderTranscript = (messages: readonly Message[], maxTokens: number): string => {
	const parts = messages.map((message, index) =>
		messageText(message, index < messages.length - recentMessages ? lengths.older : lengths.recent),
	);
	const [first = '', ...rest] = parts;
	const opening = cutMiddle(first, Math.max(400, maxTokens));
	let left = maxTokens - estimateText(opening);
	let from = rest.length;
	while (from > 0) {
		left -= estimateText(rest[from - 1] ?? '') + 1;
		if (left < 0) {
			break;
		}
		from -= 1;
	}
	// The newest stays, however long it is.
	const newest = rest.length > 0 && from === rest.length ? [cutMiddle(rest.at(-1) ?? '', maxTokens)] : [];
	const leftOut = from - newest.length;
	return [opening, ...(leftOut > 0 ? [`[${leftOut} messages left out]`] : []), ...newest, ...rest.slice(from)]
		.filter(part => part !== '')
		.join('\n\n');
};
