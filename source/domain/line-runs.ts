import type {DifferenceRun} from './definition-change.ts';

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

/** The lines that both begin with, and end with, as counts. */
const commonEnds = (before: readonly string[], after: readonly string[]) => {
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before[start] === after[start]) {
		start++;
	}
	let end = 0;
	while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
		end++;
	}
	return {start, end};
};

/**
 * A difference by whole lines: one in which anything is different is removed as it was and added as it is. Words between
 * punctuation cannot be read.
 */
export const lineRuns = (difference: readonly DifferenceRun[]): readonly DifferenceRun[] => {
	const runs: DifferenceRun[] = [];
	const add = (type: DifferenceRun['type'], lines: readonly string[]): void => {
		const last = runs.at(-1);
		if (lines.length === 0) {
			return;
		}
		const text = lines.join('\n');
		if (last?.type === type) {
			runs[runs.length - 1] = {type, text: `${last.text}\n${text}`};
		} else {
			runs.push({type, text});
		}
	};
	const settle = (before: string, after: string): void => {
		if (before === after) {
			add('same', [before]);
			return;
		}
		const [old, fresh] = [linesOf(before), linesOf(after)];
		const {start, end} = commonEnds(old, fresh);
		add('same', old.slice(0, start));
		add('removed', old.slice(start, old.length - end));
		add('added', fresh.slice(start, fresh.length - end));
		add('same', old.slice(old.length - end));
	};
	// A line is settled where both forms end it together.
	let before = '';
	let after = '';
	for (const {type, text} of difference) {
		if (type !== 'same') {
			before += type === 'removed' ? text : '';
			after += type === 'added' ? text : '';
			continue;
		}
		const first = text.indexOf('\n');
		if (first === -1) {
			before += text;
			after += text;
			continue;
		}
		settle(before + text.slice(0, first), after + text.slice(0, first));
		const last = text.lastIndexOf('\n');
		if (last > first) {
			add('same', text.slice(first + 1, last).split('\n'));
		}
		before = text.slice(last + 1);
		after = before;
	}
	if (before !== '' || after !== '') {
		settle(before, after);
	}
	return runs;
};
