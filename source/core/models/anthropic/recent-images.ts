import {assertNever} from '../../../domain/assert-never.ts';
import type {Message} from '../../../domain/message.ts';
import type {ToolContent} from '../../../domain/tool.ts';

/** A request may have 32 MB and a hundred images; the rest of it needs room, too. */
const mostCharacters = 20 * 1024 * 1024;
const mostImages = 90;

const dataOf = (content: ToolContent): string | undefined => {
	if (content.type === 'image') return content.data;
	return content.type === 'resource' && content.mimeType?.toLowerCase().startsWith('image/') === true
		? content.blob
		: undefined;
};

export const contentOf = (message: Message): readonly ToolContent[] => {
	switch (message.role) {
		case 'user':
			return message.attachments ?? [];
		case 'tool':
			return message.content;
		case 'assistant':
			return [];
		default:
			return assertNever(message);
	}
};

/** The images in a message, as pieces of its content. */
export const imagesIn = (message: Message): readonly ToolContent[] =>
	contentOf(message).filter(piece => dataOf(piece) !== undefined);

/** The first message whose images still fit into a request; those before it are described. */
export const firstWithImages = (messages: readonly Message[]): number => {
	let characters = 0;
	let images = 0;
	for (let index = messages.length - 1; index >= 0; index -= 1) {
		const message = messages[index];
		for (const piece of message === undefined ? [] : imagesIn(message)) {
			characters += dataOf(piece)?.length ?? 0;
			images += 1;
		}
		if (characters > mostCharacters || images > mostImages) return index + 1;
	}
	return 0;
};
