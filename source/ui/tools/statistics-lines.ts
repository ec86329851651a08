import {percentile, type ToolStatistics} from '../../domain/tool-statistics.ts';
import {groupDigits} from '../../support/group-digits.ts';
import type {Line} from '../pager/line.ts';
import {formatBytes, formatDuration, formatMoment} from '../text/format.ts';

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const shownBars = 40;

/** How long the last calls took beside each other, the newest at the right. */
const sparkline = (durations: readonly number[]): string => {
	const shown = durations.slice(-shownBars);
	const longest = Math.max(1, ...shown);
	return shown
		.map(duration => bars[Math.min(bars.length - 1, Math.floor((duration / longest) * bars.length))])
		.join('');
};

const fact = (name: string, text: string): Line => ({
	label: `${name}  `.padStart(14),
	labelTone: 'dim',
	text,
});

const durationFacts = (durations: readonly number[]): readonly Line[] => {
	const middle = percentile(durations, 50);
	const high = percentile(durations, 95);
	if (middle === undefined || high === undefined) {
		return [];
	}
	// Of one call there is nothing to compare.
	if (durations.length === 1) {
		return [fact('took', formatDuration(middle))];
	}
	const measured = groupDigits(durations.length);
	return [
		fact('p50', `${formatDuration(middle)}, half of the last ${measured} calls took no longer`),
		fact('p95', formatDuration(high)),
		...(durations.length < 3 ? [] : [fact('lately', sparkline(durations))]),
	];
};

/** How often and how a tool was used, over all sessions. */
export const statisticsLines = (statistics: ToolStatistics | undefined): readonly Line[] => {
	if (statistics === undefined || statistics.calls === 0) {
		return [
			{text: 'It has not been called yet.', tone: 'dim'},
			{text: ''},
			{text: 'Calls of the model and yours are counted, over all sessions. What was said is not kept here.'},
		];
	}
	const {calls, errors, cancelled, lastUsed, bytes, durations} = statistics;
	const share = Math.round((errors / calls) * 100);
	return [
		fact('calls', groupDigits(calls)),
		{
			...fact('errors', errors === 0 ? 'none' : `${groupDigits(errors)} (${share}%)`),
			...(errors === 0 ? {} : {tone: 'bad'}),
		},
		...(cancelled === 0 ? [] : [fact('broken off', groupDigits(cancelled))]),
		...durationFacts(durations),
		fact('last used', formatMoment(lastUsed)),
		fact('results', `${formatBytes(bytes)} in all, ${formatBytes(Math.round(bytes / calls))} a call`),
	];
};
