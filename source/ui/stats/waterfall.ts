import {
	type SpanKind,
	spanKinds,
	type TimeSpan,
	type TurnTimes,
	timeCovered,
} from '../../domain/turn-times.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {emptyLine, type Line, type Tone} from '../pager/line.ts';
import {formatDuration, formatMoment} from '../text/format.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth} from '../text/wrap-text.ts';

const marks: Readonly<Record<SpanKind, string>> = {
	model: '█',
	retry: '─',
	question: '▒',
	tool: '▓',
	summary: '█',
};
/** The model was asked and has not said a word yet. */
const silent = '░';

const tones: Readonly<Record<SpanKind, Tone>> = {
	model: 'accent',
	retry: 'warn',
	question: 'warn',
	tool: 'good',
	summary: 'accent',
};

const kindWords: Readonly<Record<SpanKind, string>> = {
	model: 'model',
	retry: 'retry',
	question: 'you',
	tool: 'tool',
	summary: 'summary',
};

const kindCells = 8;
const durationCells = 9;
/** A shorter bar says nothing. */
const leastBar = 12;
/** Longer names leave too little room for the bars. */
const nameShare = 0.3;
/** A shorter name is nobody's; rather than that there is no bar. */
const leastName = 8;
const gapCells = 2;

export const turnEnd = ({until, from}: TurnTimes, now: number): number => Math.max(from, until ?? now);

/** How it ended stays readable, however long the name is. */
const nameOf = ({name, end}: TimeSpan, cells: number): string => {
	const fate = end === undefined ? '' : ` (${end})`;
	return cutToWidth(sanitiseLine(name), Math.max(4, cells - fate.length)) + fate;
};

/** Where a moment is in so many cells. */
const cellOf = (moment: number, from: number, total: number, cells: number): number =>
	Math.min(cells, Math.max(0, Math.round(((moment - from) / total) * cells)));

/** Never less than a cell: what took no time happened all the same. */
const bar = (span: TimeSpan, from: number, until: number, cells: number): string => {
	const total = Math.max(1, until - from);
	const start = Math.min(cells - 1, cellOf(span.from, from, total, cells));
	const end = Math.max(start + 1, cellOf(span.until ?? until, from, total, cells));
	const first = span.heardAt === undefined ? end : cellOf(span.heardAt, from, total, cells);
	const heard = span.kind === 'model' ? Math.min(end, Math.max(start, first)) : start;
	return ' '.repeat(start) + silent.repeat(heard - start) + marks[span.kind].repeat(end - heard);
};

/** What each took together, and what is left over. */
const shareWords = (turn: TurnTimes, now: number): string => {
	const until = turnEnd(turn, now);
	const total = until - turn.from;
	const parts = spanKinds.flatMap(kind => {
		const spans = turn.spans.filter(span => span.kind === kind);
		return spans.length === 0 ? [] : [`${kindWords[kind]} ${formatDuration(timeCovered(spans, until))}`];
	});
	const rest = Math.max(0, total - timeCovered(turn.spans, until));
	return [...parts, ...(rest < 1 ? [] : [`the rest ${formatDuration(rest)}`])].join(' · ');
};

const headLines = (turn: TurnTimes, now: number): readonly Line[] => {
	const total = formatDuration(turnEnd(turn, now) - turn.from);
	const ends = {interrupted: ', interrupted', failed: ', failed', unknown: ', its end is not known'} as const;
	const fate = turn.until === undefined ? ' so far' : turn.end === undefined ? '' : ends[turn.end];
	return [
		{text: sanitiseLine(turn.text) || '(no words)', tone: 'strong', isCut: true},
		{text: `${formatMoment(turn.from)} · ${total}${fate}`, tone: 'dim'},
		{text: shareWords(turn, now)},
		emptyLine,
	];
};

type Layout = {
	readonly kind: number;
	readonly name: number;
	readonly duration: number;
	/** 0 where there is no room for a bar. */
	readonly bar: number;
};

const durationOf = (span: TimeSpan, until: number): string =>
	formatDuration((span.until ?? until) - span.from);

/** What stands before the bars has at most half of the window: it is first set closer, then it stands alone. */
const layOut = ({spans}: TurnTimes, width: number, until: number): Layout => {
	const before = Math.floor(width / 2) - gapCells;
	const roomy = {kind: kindCells, duration: durationCells};
	const tight = {
		kind: Math.max(0, ...spans.map(({kind}) => kindWords[kind].length)) + 1,
		duration: Math.max(0, ...spans.map(span => durationOf(span, until).length)) + 1,
	};
	const share = Math.floor((width - kindCells - durationCells) * nameShare);
	for (const {kind, duration, most} of [
		{...roomy, most: share},
		{...tight, most: width},
	]) {
		const name = Math.min(most, before - kind - duration);
		const bar = width - kind - name - duration - gapCells - 1;
		if (name >= leastName && bar >= leastBar) {
			return {kind, name, duration, bar};
		}
	}
	const longest = Math.max(0, ...spans.map(span => cellsOf(nameOf(span, width))));
	const name = Math.max(1, Math.min(longest, width - tight.kind - tight.duration));
	return {...tight, name, bar: 0};
};

const spanLine = (span: TimeSpan, turn: TurnTimes, until: number, layout: Layout): Line => {
	const name = cutToWidth(nameOf(span, layout.name), layout.name);
	const words = [
		kindWords[span.kind].padEnd(layout.kind),
		name + ' '.repeat(Math.max(0, layout.name - cellsOf(name))),
		durationOf(span, until).padStart(layout.duration),
	].join('');
	const isBad = span.end === 'failed' || span.end === 'unknown';
	return layout.bar === 0
		? {text: words, ...(isBad ? {tone: 'bad'} : {}), isCut: true}
		: {
				label: words + ' '.repeat(gapCells),
				...(isBad ? {labelTone: 'bad'} : {}),
				text: bar(span, turn.from, until, layout.bar),
				tone: tones[span.kind],
				isCut: true,
			};
};

const legend =
	'model: ░ before its first word, █ after it · you: ▒ · tool: ▓ · retry: ─ a wait before the next try';

/** Who took the time in a turn, from top to bottom as it began, each under the moments in which it lasted. */
export const waterfallLines = (turn: TurnTimes, width: number, now: number): readonly Line[] => {
	const until = turnEnd(turn, now);
	const layout = layOut(turn, width, until);
	return [
		...headLines(turn, now),
		...turn.spans.map(span => spanLine(span, turn, until, layout)),
		emptyLine,
		...(layout.bar === 0 ? [] : [{text: legend, tone: 'dim'} as const]),
		{
			text: 'The rest: servers that start, and our own work. Of an earlier run, a wait before another try is part of the one before it.',
			tone: 'dim',
		},
	];
};

export const noTurn: readonly Line[] = [{text: 'There was no turn in this session yet.', tone: 'dim'}];
