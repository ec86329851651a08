import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ModelRequest} from '../../../domain/model.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {imageDataOf, imagesIn} from './recent-images.ts';
import type {RequestBody} from './request-body.ts';

/** What a refusal teaches about images. */
export type ImageLesson =
	/** The model sees none at all. */
	| {readonly type: 'blind'}
	| {readonly type: 'fewer'; readonly most: number}
	/** These are to be left out; others may be shown. */
	| {readonly type: 'hide'; readonly images: readonly ToolContent[]};

type Refused = {
	readonly request: ModelRequest;
	readonly body: RequestBody;
	readonly isHidden: (image: object) => boolean;
	/** Pointing out one image at a time has not helped so far. */
	readonly isInVain: boolean;
};

/** `messages.3.content.1.tool_result.content.0.image`, `messages[3].content[1]` */
const places =
	/messages[.[](\d+)\]?\.content[.[](\d+)\]?(?:\.tool_result)?(?:\.content[.[](\d+)\]?)?[\w.[\]]*/;

const wireImagesIn = (value: JsonValue | undefined): readonly JsonObject[] => {
	if (Array.isArray(value)) return value.flatMap(wireImagesIn);
	if (!isJsonObject(value)) return [];
	return value.type === 'image' ? [value] : wireImagesIn(value.content);
};

const sentImages = ({messages}: RequestBody): readonly JsonObject[] =>
	messages.flatMap(({content}) => content.flatMap(wireImagesIn));

/** The images at the place that a refusal names. */
const imagesAtPlace = (refusal: string, {messages}: RequestBody): readonly JsonObject[] => {
	const [message, block, inner] = (places.exec(refusal) ?? []).slice(1).map(Number);
	if (message === undefined || block === undefined) return [];
	const found = messages[message]?.content[block];
	const parts = found?.content;
	const part = inner !== undefined && Array.isArray(parts) ? parts[inner] : undefined;
	return wireImagesIn(part ?? found);
};

const dataIn = ({source}: JsonObject): JsonValue | undefined =>
	isJsonObject(source) ? source.data : undefined;

const isSame = (piece: ToolContent, wire: JsonObject): boolean =>
	imageDataOf(piece)?.replace(/\s+/g, '') === dataIn(wire);

/** Images of which nobody can say which is the bad one: of those from before the last answer, none was. */
const suspects = (
	{messages}: ModelRequest,
	isHidden: Refused['isHidden'],
): readonly ToolContent[] | undefined => {
	const lastAnswer = messages.findLastIndex(({role}) => role === 'assistant');
	const latest = messages
		.slice(lastAnswer + 1)
		.flatMap(imagesIn)
		.filter(image => !isHidden(image));
	return latest.length > 0 ? latest : undefined;
};

const toHide = (refusal: string, {request, body, isHidden, isInVain}: Refused): readonly ToolContent[] => {
	const shown = request.messages.flatMap(imagesIn).filter(image => !isHidden(image));
	if (isInVain) return shown;
	const pointedAt = imagesAtPlace(refusal, body);
	const named = shown.filter(piece => pointedAt.some(wire => isSame(piece, wire)));
	return named.length > 0 ? named : (suspects(request, isHidden) ?? shown);
};

/** With more than this, every single one may only be small. */
const manyImages = 20;

/** The most images that a refusal allows; undefined where it is not about their number. */
const allowedNumber = (refusal: string, sent: number): number | undefined => {
	if (/many-images? requests?/i.test(refusal)) return sent > manyImages ? manyImages : undefined;
	const isAboutNumber =
		/too many\b[^.]{0,30}\bimages?\b|(?:at most|maximum(?: number)? of|up to|more than|limit of) \d* ?images?\b|number of images|\d+ images?\b[^.]{0,20}\b(?:allowed|maximum|per)/i;
	if (!isAboutNumber.test(refusal)) return undefined;
	const stated = /(?:>|at most|maximum(?: number)? of|up to|more than|limit of) ?(\d+)/i.exec(refusal)?.[1];
	const most = stated === undefined ? Number.NaN : Number(stated);
	if (most < sent) return most;
	return sent > 1 ? Math.floor(sent / 2) : undefined;
};

const isBlindness =
	/(?:not|n't|no|cannot|unable to)\b[^.]{0,30}\b(?:support|accept|take|allow|handle|process|permit|see|read|view)\w*[^.]{0,30}\b(?:images?\b(?!\/)|vision|multi-?modal)|\b(?:images?|vision|multi-?modal)\b(?!\/)[^.]{0,40}\b(?:not|n't|un)\W?(?:supported|accepted|allowed|available|permitted|enabled)|\b(?:not|no|lacks?|without)\b[^.]{0,20}\b(?:vision|multi-?modal)|text.only|unknown variant|tag 'image'/i;

/** Words that make a complaint one about some images, and not about all of them. */
const isAboutOne =
	/(?:could not|couldn't|unable to|failed to) process|exceed|dimension|pixel|resolution|larg|\bsize|image type|media.?type|corrupt|decod|format|animated/i;

/** What a refusal teaches about images; undefined where it is about something else. */
export const learnAboutImages = (refusal: string, refused: Refused): ImageLesson | undefined => {
	const sent = sentImages(refused.body).length;
	if (sent === 0 || !/\bimages?\b|vision|multi-?modal/i.test(refusal)) return undefined;
	const most = allowedNumber(refusal, sent);
	if (most !== undefined) return most > 0 ? {type: 'fewer', most} : {type: 'blind'};
	const words = refusal.replace(places, '');
	if (!isAboutOne.test(words) && isBlindness.test(words)) return {type: 'blind'};
	const images = toHide(refusal, refused);
	return images.length > 0 ? {type: 'hide', images} : undefined;
};
