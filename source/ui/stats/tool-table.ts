import {percentile, type ToolUses} from '../../domain/tool-statistics.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {emptyLine, type Line} from '../pager/line.ts';
import {formatBytes, formatDuration} from '../text/format.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth} from '../text/wrap-text.ts';

/** Those that were called most first. */
export const byCalls = (uses: readonly ToolUses[]): readonly ToolUses[] =>
	uses.toSorted(
		(one, other) =>
			other.calls - one.calls ||
			other.lastUsed - one.lastUsed ||
			(`${one.server} ${one.tool}` < `${other.server} ${other.tool}` ? -1 : 1),
	);

const columns: readonly {readonly name: string; readonly of: (uses: ToolUses) => string}[] = [
	{name: 'calls', of: ({calls}) => groupDigits(calls)},
	{name: 'errors', of: ({errors}) => (errors === 0 ? '-' : groupDigits(errors))},
	{name: 'p50', of: ({durations}) => timeOf(percentile(durations, 50))},
	{name: 'p95', of: ({durations}) => timeOf(percentile(durations, 95))},
	{name: 'bytes', of: ({bytes}) => formatBytes(bytes)},
];

const timeOf = (time: number | undefined): string => (time === undefined ? '-' : formatDuration(time));

const leastName = 12;
const gap = 2;

const sumsOf = (uses: readonly ToolUses[]): string => {
	const sum = (of: (each: ToolUses) => number): number => uses.reduce((total, each) => total + of(each), 0);
	const calls = sum(each => each.calls);
	const tools = uses.length === 1 ? '1 tool' : `${groupDigits(uses.length)} tools`;
	return `${tools}, ${groupDigits(calls)} ${calls === 1 ? 'call' : 'calls'}, ${groupDigits(sum(each => each.errors))} with an error, ${formatBytes(sum(each => each.bytes))} returned`;
};

/** How tools were used over all sessions, as a table that fits the window. */
export const toolTableLines = (uses: readonly ToolUses[], width: number): readonly Line[] => {
	if (uses.length === 0) {
		return [
			{text: 'No tool has been called yet.', tone: 'dim'},
			emptyLine,
			{text: 'Calls of the model and yours are counted, over all sessions. What was said is not kept here.'},
		];
	}
	const sorted = byCalls(uses);
	const cells = columns.map(column => sorted.map(column.of));
	const widths = columns.map(({name}, index) => Math.max(name.length, ...(cells[index] ?? []).map(cellsOf)));
	const numbers = widths.reduce((sum, each) => sum + each + gap, 0);
	const names = sorted.map(({server, tool}) => sanitiseLine(`${server} ${tool}`));
	const nameWidth = Math.max(leastName, Math.min(Math.max(...names.map(cellsOf)), width - numbers));
	const row = (name: string, values: readonly string[]): string => {
		const shown = cutToWidth(name, nameWidth);
		return (
			shown +
			' '.repeat(Math.max(0, nameWidth - cellsOf(shown))) +
			values.map((value, index) => value.padStart((widths[index] ?? 0) + gap)).join('')
		);
	};
	return [
		{
			text: row(
				'tool',
				columns.map(({name}) => name),
			),
			tone: 'heading',
			isCut: true,
		},
		...sorted.map(
			(each, index): Line => ({
				text: row(
					names[index] ?? '',
					cells.map(column => column[index] ?? ''),
				),
				...(each.errors > 0 ? {tone: 'warn'} : {}),
				isCut: true,
			}),
		),
		emptyLine,
		{text: sumsOf(uses), tone: 'dim'},
		{
			text: 'Over all sessions. p50: half of the last 100 calls took no longer; p95: 95 of 100 took no longer.',
			tone: 'dim',
		},
	];
};
