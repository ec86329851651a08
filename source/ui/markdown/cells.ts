import stringWidth from 'string-width';

let segmenter: Intl.Segmenter | undefined;

const isAscii = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);

/** How many cells a text takes. Most text is ASCII, and for that no table has to be asked. */
export const cellsOf = (text: string): number => (isAscii(text) ? text.length : stringWidth(text));

function* graphemesOf(text: string): Generator<string, void> {
	if (isAscii(text)) {
		yield* text;
		return;
	}
	segmenter ??= new Intl.Segmenter();
	for (const {segment} of segmenter.segment(text)) yield segment;
}

/**
 * Cuts a text into parts that fit into the width, never inside of what a person sees as one character. One
 * that is wider than the width makes a part of its own. Spaces at a cut go to the next part, where they can
 * be seen.
 */
export const cutToParts = (text: string, width: number): readonly string[] => {
	const parts: string[] = [];
	let part = '';
	let cells = 0;
	const endPart = (): void => {
		const solid = part.trimEnd();
		// A part of nothing but spaces stays, or there would be no end.
		parts.push(solid === '' ? part : solid);
		part = solid === '' ? '' : part.slice(solid.length);
		cells = cellsOf(part);
	};
	for (const grapheme of graphemesOf(text)) {
		const graphemeCells = cellsOf(grapheme);
		while (cells + graphemeCells > width && part !== '') endPart();
		part += grapheme;
		cells += graphemeCells;
	}
	if (part !== '') parts.push(part);
	return parts;
};
