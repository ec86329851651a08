import {cellsOf} from './graphemes.ts';
import {wrapText} from './wrap-text.ts';

/** The cells that a second column needs to be read. */
const leastColumn = 20;

/** What comes before the second column, which starts after two spaces or more and not in the right half. */
const firstColumn = (line: string, width: number): string => {
	const gap = / {2,}(?=\S)/.exec(line.slice(0, Math.floor(width / 2) + 1));
	return gap === null ? '' : line.slice(0, gap.index + gap[0].length);
};

/** Wraps texts in two columns so that the second stays one. A line without columns is wrapped like any text. */
export const wrapColumns = (text: string, width: number): readonly string[] =>
	text.split('\n').flatMap(line => {
		const head = firstColumn(line, width);
		const indent = cellsOf(head);
		if (indent === 0 || width - indent < leastColumn) {
			return wrapText(line, width);
		}
		return wrapText(line.slice(head.length), width - indent).map(
			(part, index) => `${index === 0 ? head : ' '.repeat(indent)}${part}`,
		);
	});
