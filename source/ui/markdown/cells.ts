import {cellsOf, graphemesOf} from '../text/graphemes.ts';

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
