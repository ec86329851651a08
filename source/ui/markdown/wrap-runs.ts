import {cellsOf} from '../text/graphemes.ts';
import {breakLines, type Span} from './break-lines.ts';
import type {Mark, MarkdownStyle} from './markdown-style.ts';

/** A stretch of text under the same marks, the outermost first. */
export type Run = {readonly text: string; readonly marks: readonly Mark[]};

export type StyledLine = {readonly text: string; readonly cells: number};

const paint = (text: string, marks: readonly Mark[], style: MarkdownStyle): string =>
	text === '' ? '' : marks.reduceRight((painted, mark) => style[mark](painted), text);

type PlacedRun = Span & {readonly marks: readonly Mark[]};

const placeRuns = (runs: readonly Run[]): readonly PlacedRun[] => {
	let end = 0;
	return runs.map(({text, marks}) => {
		const start = end;
		end += text.length;
		return {start, end, marks};
	});
};

/** Wraps the runs as the one text they are, and puts the marks back on each line. */
export const wrapRuns = (runs: readonly Run[], width: number, style: MarkdownStyle): StyledLine[] => {
	const plain = runs.map(({text}) => text).join('');
	const placed = placeRuns(runs);
	let first = 0;
	return breakLines(plain, width).map(({start, end}) => {
		let text = '';
		while ((placed[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first++;
		for (let index = first; index < placed.length; index++) {
			const run = placed[index];
			if (run === undefined || run.start >= end) break;
			text += paint(plain.slice(Math.max(start, run.start), Math.min(end, run.end)), run.marks, style);
		}
		return {text, cells: cellsOf(plain.slice(start, end))};
	});
};
