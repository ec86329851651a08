import {cellsOf, graphemesOf} from '../text/graphemes.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {PickItem} from './pick-view.ts';

/** What stands before every entry. */
const markCells = 2;
/** Less of what is said about an entry cannot be read. */
const leastDetail = 8;
/** Less room has none for a hint. */
const roomForHint = 40;
/** Wider names leave too little room for what is said about them. */
const widestLabel = 44;

const labelOf = ({mark, label}: PickItem): string => (mark ?? '') + label;

type Letter = {readonly text: string; readonly isMarked: boolean};

const lettersOf = (item: PickItem): readonly Letter[] => {
	const shift = item.mark?.length ?? 0;
	const marked = new Set(item.marks.map(place => place + shift));
	let place = 0;
	// A letter is never cut into pieces for its style.
	return graphemesOf(labelOf(item)).map(text => {
		const start = place;
		place += text.length;
		return {
			text,
			isMarked: Array.from({length: text.length}, (_, index) => start + index).some(index =>
				marked.has(index),
			),
		};
	});
};

/** As many letters from the start as fit. */
const fitting = (letters: readonly Letter[], width: number): readonly Letter[] => {
	let cells = 0;
	const end = letters.findIndex(({text}) => {
		cells += cellsOf(text);
		return cells > width;
	});
	return end === -1 ? letters : letters.slice(0, end);
};

/** Names that are too long differ at their end more often than in their middle. */
const shortened = (letters: readonly Letter[], width: number): readonly Letter[] => {
	if (fitting(letters, width).length === letters.length) {
		return letters;
	}
	const head = fitting(letters, Math.floor((width - 1) / 3));
	const used = head.reduce((sum, {text}) => sum + cellsOf(text), 1);
	const tail = fitting(letters.toReversed(), width - used).toReversed();
	return [...head, {text: '…', isMarked: false}, ...tail];
};

const styled = (letters: readonly Letter[], styles: Styles): string => {
	let line = '';
	let strong = '';
	for (const {text, isMarked} of letters) {
		line += isMarked ? '' : styles.strong(strong) + text;
		strong = isMarked ? strong + text : '';
	}
	return line + styles.strong(strong);
};

const columnOf = (items: readonly PickItem[], width: number): number => {
	const hasDetails = items.some(({detail}) => detail !== '');
	const most = hasDetails ? Math.min(widestLabel, Math.floor((width - markCells) * 0.6)) : width - markCells;
	return Math.min(most, Math.max(0, ...items.map(item => cellsOf(labelOf(item)))));
};

type ListRoom = {readonly width: number; readonly rows: number; readonly styles: Styles};

/** The entries around the highlighted one, their names in a column. */
export const listLines = (
	items: readonly PickItem[],
	highlight: number,
	{width, rows, styles}: ListRoom,
): readonly string[] => {
	const top = Math.max(0, Math.min(highlight - Math.floor(rows / 2), items.length - rows));
	const shown = items.slice(top, top + rows);
	const column = columnOf(shown, width);
	return shown.map((item, index) => {
		const letters = shortened(lettersOf(item), column);
		const cells = letters.reduce((sum, letter) => sum + cellsOf(letter.text), 0);
		const text = styled(letters, styles);
		const room = width - markCells - column - 2;
		const isHighlighted = top + index === highlight;
		const gap = ' '.repeat(Math.max(0, column - cells));
		const said = [...(room < roomForHint ? [] : [item.hint ?? '']), item.detail].filter(part => part !== '');
		const isSaid = said.length > 0 && room >= leastDetail;
		const detail = isSaid ? `  ${styles.dim(cutToWidth(said.join(' · '), room))}` : '';
		return isHighlighted
			? `${styles.accent('›')} ${styles.inverse(text)}${detail === '' ? '' : gap + detail}`
			: `  ${text}${detail === '' ? '' : gap + detail}`;
	});
};
