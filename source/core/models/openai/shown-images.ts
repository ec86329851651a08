import type {Message} from '../../../domain/message.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {type WirePart, wireParts} from '../wire/content-parts.ts';
import type {Quirks, SentImage} from './server-quirks.ts';

export type ShownImages = {
	/** Content as what the model gets of it. */
	readonly partsOf: (content: readonly ToolContent[]) => readonly WirePart[];
	readonly images: readonly SentImage[];
};

const contentOf = (message: Message): readonly ToolContent[] => {
	if (message.role === 'assistant') return [];
	return message.role === 'tool' ? message.content : (message.attachments ?? []);
};

const mayBeImage = (piece: ToolContent): boolean => piece.type === 'image' || piece.type === 'resource';

const isBlank = (piece: ToolContent): boolean => piece.type === 'text' && piece.text.trim() === '';

/** Which images of a conversation the model gets to see: the newest, and none that the server would not take. */
export const showImages = (
	messages: readonly Message[],
	{seesImages, isBlindForNow, mostImages}: Quirks,
	isLeftOut: (piece: object) => boolean,
): ShownImages => {
	const shown = new Map<ToolContent, readonly WirePart[]>();
	const images: {readonly piece: ToolContent; readonly message: number}[] = [];
	for (const [place, message] of seesImages && !isBlindForNow ? messages.entries() : []) {
		for (const piece of contentOf(message)) {
			if (!mayBeImage(piece) || isLeftOut(piece)) continue;
			const parts = wireParts([piece], {seesImages: true});
			shown.set(piece, parts);
			if (parts.some(part => part.type === 'image')) images.push({piece, message: place});
		}
	}
	const first = Math.max(0, images.length - mostImages);
	for (const {piece} of images.slice(0, first)) shown.delete(piece);
	return {
		images: images.slice(first),
		partsOf: content => {
			const pieces = content.filter(piece => !isBlank(piece));
			return pieces.length === 0
				? wireParts([], {seesImages: false})
				: pieces.flatMap(piece => shown.get(piece) ?? wireParts([piece], {seesImages: false}));
		},
	};
};
