import type {CodeRun, Highlight} from './highlighter.ts';
import type {CodeMark} from './markdown-style.ts';

/** Finds the runs of the lines of one block, one after the other. */
export type CodePainter = {
	readonly next: (line: string) => readonly CodeRun[];
	/** As the next line would be painted if it were this. */
	readonly peek: (line: string) => readonly CodeRun[];
};

/** Longer lines are data, and some grammars take time that grows with the square of a line. */
const longestLine = 1000;
/** What a line is highlighted together with, at most. */
const longestContext = 2000;

const isDiffName = (language: string): boolean => /^(?:diff|patch|udiff)$/i.test(language);

const startsDiff = (line: string): boolean =>
	/^(?:diff --git |Index: |--- \S|@@ -\d+(?:,\d+)? \+\d+)/.test(line);

const diffMark = (line: string): CodeMark => {
	if (/^(?:\+\+\+|---|diff |index |Index: |@@)/.test(line)) {
		return 'place';
	}
	if (line.startsWith('+')) {
		return 'added';
	}
	return line.startsWith('-') ? 'removed' : 'plain';
};

const diffRuns = (line: string): readonly CodeRun[] => [{text: line, mark: diffMark(line)}];

/** The runs of the last line of what was highlighted. */
const runsFrom = (runs: readonly CodeRun[], start: number): readonly CodeRun[] => {
	let end = 0;
	return runs.flatMap(({text, mark}) => {
		const from = Math.max(0, start - end);
		end += text.length;
		const rest = text.slice(from).replace(/\n$/, '');
		return rest === '' ? [] : [{text: rest, mark}];
	});
};

/**
 * A line is highlighted with the lines before it only as far as it goes on with something that they began. Of a long
 * comment those are its first lines, so that a line costs the same wherever it is.
 */
export const createCodePainter = (language: string, highlight: Highlight): CodePainter => {
	let context = '';
	let isDiff: boolean | undefined = isDiffName(language) ? true : undefined;

	const paint = (line: string): {readonly runs: readonly CodeRun[]; readonly context: string} => {
		const plain = [{text: line, mark: 'code' as const}];
		const found = line.length > longestLine ? undefined : highlight(language, `${context}${line}\n`);
		if (found === undefined) {
			return {runs: plain, context};
		}
		const grown = `${context}${line}\n`;
		const kept = grown.length > longestContext ? context : grown;
		return {runs: runsFrom(found.runs, context.length), context: found.isOpen ? kept : ''};
	};

	/** A block that does not say what it is may begin like a difference. */
	const isDiffAt = (line: string): boolean => isDiff ?? (language === '' && startsDiff(line));

	return {
		next(line) {
			if (line.trim() !== '') {
				isDiff = isDiffAt(line);
			}
			if (isDiff === true) {
				return diffRuns(line);
			}
			const painted = paint(line);
			context = painted.context;
			return painted.runs;
		},
		peek: line => (isDiffAt(line) ? diffRuns(line) : paint(line).runs),
	};
};
