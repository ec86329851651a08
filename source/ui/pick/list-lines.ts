import {cellsOf, graphemesOf} from '../text/graphemes.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {PickItem} from './pick-view.ts';

/** What stands before every entry. */
const markCells = 2;
/** Between a name and what is said about it. */
const gapCells = 2;
/** Less of what is said about an entry cannot be read. */
const leastDetail = 8;
/** Less room has none for a hint. */
const roomForHint = 40;
/** Wider names leave too little room for what is said about them. */
const widestLabel = 44;
/** Less of a name is not known again. */
const leastLabel = 8;
/** Rather than to cut names shorter, the hint is left out. */
const labelBesideHint = 20;

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

const saidOf = ({hint = '', detail}: PickItem, hasHint: boolean): string =>
	[...(hasHint ? [hint] : []), detail].filter(part => part !== '').join(' · ');

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(cellsOf));

type Columns = {readonly label: number; readonly hasHint: boolean};

/** What is said about the entries has the room that it needs, the names have the rest. */
const detailColumns = (items: readonly PickItem[], width: number): Columns => {
	const room = width - markCells - gapCells;
	const longest = widest(items.map(labelOf));
	const rest = (hasHint: boolean): number => room - widest(items.map(item => saidOf(item, hasHint)));
	const hasHint = rest(true) >= Math.min(longest, labelBesideHint);
	return {label: Math.min(longest, Math.max(leastLabel, rest(hasHint))), hasHint};
};

const columnsOf = (items: readonly PickItem[], width: number): Columns => {
	if (items.some(({keepsDetail}) => keepsDetail === true)) {
		return detailColumns(items, width);
	}
	const hasDetails = items.some(({detail}) => detail !== '');
	const most = hasDetails ? Math.min(widestLabel, Math.floor((width - markCells) * 0.6)) : width - markCells;
	const label = Math.min(most, widest(items.map(labelOf)));
	return {label, hasHint: width - markCells - label - gapCells >= roomForHint};
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
	const {label: column, hasHint} = columnsOf(shown, width);
	return shown.map((item, index) => {
		const letters = shortened(lettersOf(item), column);
		const cells = letters.reduce((sum, letter) => sum + cellsOf(letter.text), 0);
		const text = styled(letters, styles);
		const room = width - markCells - column - gapCells;
		const isHighlighted = top + index === highlight;
		const gap = ' '.repeat(Math.max(0, column - cells));
		const said = saidOf(item, hasHint);
		const isSaid = said !== '' && room >= leastDetail;
		const detail = isSaid ? ' '.repeat(gapCells) + styles.dim(cutToWidth(said, room)) : '';
		return isHighlighted
			? `${styles.accent('›')} ${styles.inverse(text)}${detail === '' ? '' : gap + detail}`
			: `  ${text}${detail === '' ? '' : gap + detail}`;
	});
};
