import type {DifferenceRun, PartChange} from '../../domain/definition-change.ts';
import {lineRuns} from '../../domain/line-runs.ts';
import {breakLines} from '../markdown/break-lines.ts';
import {reveal} from '../text/reveal.ts';
import type {Style, Styles} from '../theme/styles.ts';

/** What hides text from a reader without being text: lines and lines of nothing. */
const manyEmptyLines = /\n(?:[ \t]*\n){3,}/g;

const countEmptyLines = (text: string): string =>
	text.replace(manyEmptyLines, found => `\n(${found.split('\n').length - 2} empty lines)\n`);

/** A change of nothing but blanks at the end can be seen, too. */
const showBlanks = (line: string): string => line.replace(/[ \t]+$/, blanks => '␣'.repeat(blanks.length));

/** As many characters for each, so that the lines of all begin in one column. */
export const differenceMarks: Readonly<Record<DifferenceRun['type'], string>> = {
	same: '  ',
	removed: '- ',
	added: '+ ',
};

export type DifferenceLine = {readonly type: DifferenceRun['type']; readonly text: string};

/** What was and what is, line by line, with invisible characters written out. */
export const differenceRows = (difference: readonly DifferenceRun[]): readonly DifferenceLine[] =>
	lineRuns(difference).flatMap(({type, text}) =>
		countEmptyLines(reveal(text))
			.split('\n')
			.map(line => ({type, text: type === 'same' ? line : showBlanks(line)})),
	);

type Range = readonly [start: number, end: number];

/** The words in which two lines differ, in each of them. Cut at spaces, so that no character is cut. */
const changedWords = (old: string, fresh: string): readonly [Range, Range] => {
	const most = Math.min(old.length, fresh.length);
	let same = 0;
	while (same < most && old[same] === fresh[same]) same++;
	const start = Math.max(0, old.lastIndexOf(' ', same - 1));
	let tail = 0;
	while (tail < most - start && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
	const ends = (text: string): Range => {
		const space = text.indexOf(' ', text.length - tail);
		return [start, space === -1 ? text.length : space];
	};
	return [ends(old), ends(fresh)];
};

/** Where one line stands in place of another. */
const changedRanges = (rows: readonly DifferenceLine[]): ReadonlyMap<DifferenceLine, Range> => {
	const ranges = new Map<DifferenceLine, Range>();
	for (const [index, row] of rows.entries()) {
		const next = rows[index + 1];
		if (row.type !== 'removed' || next?.type !== 'added') continue;
		if (rows[index - 1]?.type === 'removed' || rows[index + 2]?.type === 'added') continue;
		const [before, after] = changedWords(row.text, next.text);
		ranges.set(row, before).set(next, after);
	}
	return ranges;
};

/** A text beside its earlier form, line by line: signs say what went and what came, with colours or without. */
export const lineDifference = (
	difference: readonly DifferenceRun[],
	width: number,
	styles: Styles,
): readonly string[] => {
	const {bad, good, strong, hasColour} = styles;
	const paint: Readonly<Record<DifferenceRun['type'], Style>> = {
		same: styles.dim,
		removed: hasColour ? bad : text => text,
		added: hasColour ? good : text => text,
	};
	const rows = differenceRows(difference);
	const ranges = changedRanges(rows);
	return rows.flatMap(row => {
		const {type, text} = row;
		const [from, to] = ranges.get(row) ?? [text.length, text.length];
		return breakLines(text, width - 2).map(({start, end}) => {
			const piece = (first: number, last: number): string =>
				text.slice(Math.max(start, first), Math.max(start, Math.min(end, last)));
			const mark = end === start ? differenceMarks[type].trimEnd() : differenceMarks[type];
			const before = `${mark}${piece(start, from)}`;
			return [before, strong(piece(from, to)), piece(to, end)].map(paint[type]).join('');
		});
	});
};

/** One part of a definition: what it is, and below it what is different. */
export const partLines = (
	{part, difference}: PartChange,
	width: number,
	styles: Styles,
): readonly string[] => [
	styles.dim(`${part}:`),
	...lineDifference(difference, width - 2, styles).map(line => `  ${line}`),
];
