import {callDuration} from '../../domain/tool-call.ts';
import {type SpanKind, spanKinds, timeCovered} from '../../domain/turn-times.ts';
import type {AppState} from '../../state/app-state.ts';
import {countOf} from '../../support/count-of.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {emptyLine, type Line} from '../pager/line.ts';
import {formatCost, formatDuration} from '../text/format.ts';

/** What a session amounts to so far, each with its name. */
export type StatFact = readonly [string, string];

const callFacts = ({calls}: AppState): readonly StatFact[] => {
	const all = [...calls.values()];
	const count = (fits: (call: (typeof all)[number]) => boolean, words: string): readonly string[] => {
		const found = all.filter(fits).length;
		return found === 0 ? [] : [`${groupDigits(found)} ${words}`];
	};
	const parts = [
		...count(call => call.status === 'failed', 'failed'),
		...count(call => call.status === 'denied', 'denied'),
		...count(call => call.status === 'cancelled' && call.outcomeUnknown, 'with an unknown outcome'),
	];
	const slowest = all.reduce<{readonly name: string; readonly time: number} | undefined>((most, call) => {
		const time = callDuration(call, 0) ?? 0;
		return call.status !== 'running' && time > (most?.time ?? 0)
			? {name: `${call.server} ${call.tool}`, time}
			: most;
	}, undefined);
	return [
		['Tool calls', [groupDigits(all.length), ...parts].join(', ')],
		...(slowest === undefined
			? []
			: [['Slowest', `${sanitiseLine(slowest.name)}, ${formatDuration(slowest.time)}`] as const]),
	];
};

const usageFacts = ({usage, hasUnpriced}: AppState): readonly StatFact[] => {
	const {inputTokens, outputTokens, cachedTokens = 0, cost} = usage;
	const cached = cachedTokens === 0 ? '' : ` (${groupDigits(cachedTokens)} from the cache)`;
	return [
		['Tokens', `${groupDigits(inputTokens)} in${cached}, ${groupDigits(outputTokens)} out`],
		[
			'Cost',
			cost === undefined
				? 'not known'
				: `${formatCost(cost)}${hasUnpriced ? ', and more whose price is not known' : ''}`,
		],
	];
};

const timeNames: Readonly<Record<SpanKind, string>> = {
	model: 'the model',
	retry: 'waits before another try',
	question: 'your answers',
	tool: 'tools',
	summary: 'summaries',
};

const timeFacts = ({times: {turns, open, sums}}: AppState, now: number): readonly StatFact[] => {
	const all = [...turns, ...(open === undefined ? [] : [open])];
	const total = all.reduce((sum, {from, until = now}) => sum + Math.max(0, until - from), 0);
	const running = (kind: SpanKind): number =>
		open === undefined
			? 0
			: timeCovered(
					open.spans.filter(span => span.kind === kind),
					now,
				);
	const parts = spanKinds.flatMap(kind => {
		const time = sums[kind] + running(kind);
		return time < 1 ? [] : [`${formatDuration(time)} for ${timeNames[kind]}`];
	});
	return [
		['Time', `${formatDuration(total)} in ${countOf(all.length, 'turn')}`],
		...(parts.length === 0 ? [] : [['Of which', parts.join(', ')] as const]),
	];
};

export const sessionFacts = (state: AppState, now: number): readonly StatFact[] => {
	const {items, takenBack, times} = state;
	let messages = 0;
	let back = 0;
	for (const [index, item] of items.slice(0).entries()) {
		if (item.type === 'user') {
			messages += 1;
			back += takenBack.some(({from, to}) => from <= index && index < to) ? 1 : 0;
		}
	}
	return [
		['Messages', `${groupDigits(messages)}${back === 0 ? '' : `, ${groupDigits(back)} of them taken back`}`],
		['Steps', groupDigits(times.steps)],
		...callFacts(state),
		...usageFacts(state),
		...timeFacts(state, now),
	];
};

const labelWidth = 12;

export const sessionStatsLines = (state: AppState, now: number): readonly Line[] => [
	{text: 'This session', tone: 'heading'},
	...sessionFacts(state, now).map(
		([name, text]): Line => ({label: name.padEnd(labelWidth), labelTone: 'dim', text}),
	),
	emptyLine,
	{text: 'What ran at the same time counts once.', tone: 'dim'},
];
