import type {Refusal} from './read-refusal.ts';
import type {Quirks, Sent} from './server-quirks.ts';

const statuses = [400, 404, 413, 415, 422, 500, 501];

const aboutImages = /image|vision|multi-?modal|mmproj|must be a (valid )?string|content.{0,20}(list|array)/i;
/** `tools[0].function.parameters` and its like, whatever the tool is called. */
const aboutTools = /^tools?\b|invalid schema for function/i;

const aboutCount =
	/too many images|(at most|up to|maximum|no more than|limit\w*|exceed\w*)[^.]{0,60}\bimage/i;
const counts = [
	/(?:at most|up to|no more than|maximum(?: of| is)?|only|limit(?:ed)?(?: of| is| to)?)\D{0,20}(\d+)\W{0,3}image/i,
	/images?[^.]{0,80}?(?:at most|up to|no more than|maximum(?: of| is)?|limit(?: of| is)?|>)\D{0,20}(\d+)/i,
];
/** Sizes are counted, too. */
const aboutSize = /\b(\d+ ?[KMG]i?B\b|bytes|pixels?|megapixels?|dimensions?)/i;

const aboutBlindness =
	/(not|n't) (currently |yet )?(support|accept|take|have|allow)\w*[^.]{0,40}(image|vision|multi-?modal)|(image|vision|multi-?modal)[^.]{0,40}(not|n't) (currently )?(supported|enabled|available|allowed|permitted|accepted)|unknown variant|no endpoints found|not a (multi-?modal|vision)|only supported by|must be a (valid )?string|content.{0,20}(list|array)|mmproj|text.only|only (supports?|accepts?|takes?) text/i;
const aboutOneImage =
	/(unsupported|invalid|corrupt\w*) image|image\W{0,2}\b(format|type|media|mime|size|data|file)|(this|the|your|provided|uploaded) image\b/i;

const readCount = (text: string): number | undefined => {
	for (const pattern of counts) {
		const count = pattern.exec(text)?.[1];
		if (count !== undefined) return Number(count);
	}
	return undefined;
};

/** Which images to leave out from now on: a new one is to blame rather than those that were taken before. */
const withoutNewest = ({images}: Sent, quirks: Quirks, isAccepted: (piece: object) => boolean): Quirks => {
	const fresh = images.filter(({piece}) => !isAccepted(piece));
	const newest = fresh.at(-1)?.message;
	if (newest === undefined) return {...quirks, isBlindForNow: true};
	const isSecondTry = quirks.leftOut.size > 0;
	const chosen = fresh.filter(({message}) => isSecondTry || message === newest);
	return {...quirks, leftOut: new Set([...quirks.leftOut, ...chosen.map(({piece}) => piece)])};
};

/** What a complaint about images comes to: that there are too many, that one is bad, or that the model is blind. */
export const learnAboutImages = (
	{status, param, text}: Refusal,
	sent: Sent,
	quirks: Quirks,
	isAccepted: (piece: object) => boolean,
): Quirks | undefined => {
	const sentImages = sent.images.length;
	if (sentImages === 0 || !statuses.includes(status) || !aboutImages.test(text)) return undefined;
	if (aboutTools.test(param) || aboutTools.test(text)) return undefined;
	if (aboutCount.test(text) && !aboutSize.test(text)) {
		const most = Math.min(readCount(text) ?? Math.floor(sentImages / 2), sentImages - 1);
		return most === 0 && readCount(text) === 0
			? {...quirks, seesImages: false}
			: {...quirks, mostImages: Math.max(1, most), ...(most === 0 ? {isBlindForNow: true} : {})};
	}
	return aboutBlindness.test(text) && !aboutOneImage.test(text)
		? {...quirks, seesImages: false}
		: withoutNewest(sent, quirks, isAccepted);
};
