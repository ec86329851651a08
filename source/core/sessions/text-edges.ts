const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Whether a cut at this place would part the two halves of a character. */
export const partsCharacter = (text: string, place: number): boolean =>
	place > 0 && isHigh(text.charCodeAt(place - 1)) && isLow(text.charCodeAt(place));
