import type {DifferenceRun, PartChange} from '../../domain/definition-change.ts';
import {breakLines} from '../markdown/break-lines.ts';
import {lineRuns} from '../text/line-runs.ts';
import {reveal} from '../text/reveal.ts';
import type {Style, Styles} from '../theme/styles.ts';

/** What hides text from a reader without being text: lines and lines of nothing. */
const manyEmptyLines = /\n(?:[ \t]*\n){3,}/g;

const countEmptyLines = (text: string): string =>
	text.replace(manyEmptyLines, found => `\n(${found.split('\n').length - 2} empty lines)\n`);

/** A change of nothing but blanks can be seen, too. */
const showBlanks = (text: string): string =>
	text.trim() === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '⏎\n') : text;

const paints = ({
	strike,
	bad,
	good,
	strong,
	hasColour,
}: Styles): Readonly<Record<DifferenceRun['type'], Style>> => ({
	same: text => text,
	removed: hasColour ? text => bad(strike(text)) : strike,
	added: hasColour ? good : strong,
});

/** Where colours cannot be told apart, signs say what went and what came. */
const signs: Readonly<Record<DifferenceRun['type'], readonly [string, string]>> = {
	same: ['', ''],
	removed: ['[-', '-]'],
	added: ['{+', '+}'],
};

type Placed = {readonly type: DifferenceRun['type']; readonly start: number; readonly end: number};

/**
 * A text beside its earlier form, word by word. Invisible characters are written out: they are how a definition
 * tells a model what no user sees.
 */
export const differenceLines = (
	difference: readonly DifferenceRun[],
	width: number,
	styles: Styles,
): readonly string[] => {
	let text = '';
	const placed = difference.map(({type, text: written}): Placed => {
		const start = text.length;
		const [open, close] = styles.hasColour ? signs.same : signs[type];
		const shown = countEmptyLines(reveal(written));
		text += `${open}${type === 'same' ? shown : showBlanks(shown)}${close}`;
		return {type, start, end: text.length};
	});
	const paint = paints(styles);
	let first = 0;
	return breakLines(text, width).map(({start, end}) => {
		while ((placed[first]?.end ?? Number.POSITIVE_INFINITY) <= start) {
			first++;
		}
		let line = '';
		for (let index = first; index < placed.length; index++) {
			const run = placed[index];
			if (run === undefined || run.start >= end) {
				break;
			}
			const piece = text.slice(Math.max(start, run.start), Math.min(end, run.end));
			line += piece === '' ? '' : paint[run.type](piece);
		}
		return line;
	});
};

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

/** A text beside its earlier form, line by line, as it is read where punctuation matters. */
export const lineDifference = (
	difference: readonly DifferenceRun[],
	width: number,
	styles: Styles,
): readonly string[] => {
	const {bad, good, strong, hasColour} = styles;
	const paint: Readonly<Record<DifferenceRun['type'], Style>> = {
		same: styles.dim,
		removed: hasColour ? bad : text => text,
		added: hasColour ? good : strong,
	};
	return differenceRows(difference).flatMap(({type, text}) =>
		breakLines(text, width - 2).map(({start, end}) =>
			paint[type](`${differenceMarks[type]}${text.slice(start, end)}`.trimEnd()),
		),
	);
};

/** Written in JSON, or a line for each entry. */
const structured: ReadonlySet<PartChange['part']> = new Set(['parameters', 'result', 'annotations']);

/** One part of a definition: what it is, and below it what is different. */
export const partLines = (
	{part, difference}: PartChange,
	width: number,
	styles: Styles,
): readonly string[] => {
	const show = structured.has(part) ? lineDifference : differenceLines;
	return [styles.dim(`${part}:`), ...show(difference, width - 2, styles).map(line => `  ${line}`)];
};
