import {assertNever} from '../../../domain/assert-never.ts';
import type {Message} from '../../../domain/message.ts';
import type {ToolContent} from '../../../domain/tool.ts';

/** A request may have 32 MB and a hundred images; the rest of it needs room, too. */
const mostCharacters = 20 * 1024 * 1024;
const mostImages = 90;

/** The base64 of a piece of content that is an image. */
export const imageDataOf = (content: ToolContent): string | undefined => {
	if (content.type === 'image') return content.data;
	return content.type === 'resource' && content.mimeType?.toLowerCase().startsWith('image/') === true
		? content.blob
		: undefined;
};

const contentOf = (message: Message): readonly ToolContent[] => {
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
	contentOf(message).filter(piece => imageDataOf(piece) !== undefined);

/** Where the newest images begin that are no more than a share of the limit. */
const newestWithin = (sizes: readonly number[], most: number, share: number): number => {
	let characters = 0;
	for (let index = sizes.length - 1; index >= 0; index -= 1) {
		characters += sizes[index] ?? 0;
		if (characters > mostCharacters * share || sizes.length - index > most * share) return index + 1;
	}
	return 0;
};

/**
 * For every message, how many of its first images do not fit into a request any more, and are described.
 *
 * Every image that goes changes the conversation from there on, and what the provider has in its cache of it is lost.
 * So when the limit is reached half of them go at once, and then none until it is reached again. It is worked out from
 * the first message on, because only then is the answer the same when more messages follow.
 */
export const imagesLeftOut = (
	messages: readonly Message[],
	limit: number = mostImages,
): readonly number[] => {
	const most = Math.min(limit, mostImages);
	const sizes: number[] = [];
	const startOf: number[] = [];
	let firstShown = 0;
	let firstNew = 0;
	const leaveOut = () => {
		if (newestWithin(sizes, most, 1) > firstShown) {
			// What the model has just asked for is shown as far as it fits at all.
			const asManyNew = Math.max(newestWithin(sizes, most, 1), firstNew);
			firstShown = Math.max(firstShown, Math.min(newestWithin(sizes, most, 0.5), asManyNew));
		}
		firstNew = sizes.length;
	};
	for (const message of messages) {
		if (message.role === 'assistant') leaveOut();
		startOf.push(sizes.length);
		for (const piece of imagesIn(message)) sizes.push(imageDataOf(piece)?.length ?? 0);
	}
	leaveOut();
	return messages.map((_, index) => {
		const start = startOf[index] ?? 0;
		const end = startOf[index + 1] ?? sizes.length;
		return Math.min(Math.max(firstShown - start, 0), end - start);
	});
};
