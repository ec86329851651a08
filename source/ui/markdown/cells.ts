import stringWidth from 'string-width';

let segmenter: Intl.Segmenter | undefined;

const isAscii = (text: string): boolean => /^[\x20-\x7E]*$/.test(text);

/** How many cells a text takes. Most text is ASCII, and for that no table has to be asked. */
export const cellsOf = (text: string): number => (isAscii(text) ? text.length : stringWidth(text));

const graphemesOf = (text: string): Iterable<{readonly segment: string}> => {
	segmenter ??= new Intl.Segmenter();
	return segmenter.segment(text);
};

/**
 * Cuts a text into parts that fit into the width, never inside of what a person sees as one character. One
 * that is wider than the width makes a part of its own.
 */
export const cutToParts = (text: string, width: number): readonly string[] => {
	const parts: string[] = [];
	if (isAscii(text)) {
		for (let start = 0; start < text.length; start += width) parts.push(text.slice(start, start + width));
		return parts;
	}
	let part = '';
	let cells = 0;
	for (const {segment} of graphemesOf(text)) {
		const segmentCells = cellsOf(segment);
		if (cells + segmentCells > width && part !== '') {
			parts.push(part);
			part = '';
			cells = 0;
		}
		part += segment;
		cells += segmentCells;
	}
	return part === '' ? parts : [...parts, part];
};
