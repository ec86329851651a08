import {percentile, type ToolUses} from '../../domain/tool-statistics.ts';
import type {TimeSpan, TurnTimes} from '../../domain/turn-times.ts';
import type {AppState} from '../../state/app-state.ts';
import {allTurns} from '../../state/turn-times.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {sentence, spokenDuration} from '../lines/spoken-words.ts';
import {formatBytes} from '../text/format.ts';
import {sessionFacts} from './session-stats-lines.ts';
import {byCalls} from './tool-table.ts';
import {turnEnd} from './waterfall.ts';

const toldTools = 20;

/** Calls often take less than a tenth of a second. */
const spokenTime = (milliseconds: number): string =>
	milliseconds < 1000 ? countOf(Math.round(milliseconds), 'millisecond') : spokenDuration(milliseconds);

const toolSentence = ({server, tool, calls, errors, durations, bytes}: ToolUses): string => {
	const middle = percentile(durations, 50);
	const high = percentile(durations, 95);
	const times =
		middle === undefined || high === undefined
			? ''
			: `, half took no longer than ${spokenTime(middle)}, 95 of 100 no longer than ${spokenTime(high)}`;
	return sanitiseLine(
		`${server} ${tool}: ${countOf(calls, 'call')}, ${countOf(errors, 'error')}${times}, ${formatBytes(bytes)}.`,
	);
};

/** What a session took and how tools were used, a sentence each. */
export const spokenStats = (state: AppState, uses: readonly ToolUses[], now: number): readonly string[] => {
	const told = byCalls(uses).slice(0, toldTools);
	const more = uses.length - told.length;
	return [
		...sessionFacts(state, now).map(([name, text]) => sentence(`${name}: ${text}`)),
		told.length === 0 ? 'No tool has been called yet.' : 'Tools, over all sessions:',
		...told.map(toolSentence),
		...(more > 0 ? [`And ${countOf(more, 'more tool')}.`] : []),
		'/stats turn tells what took the time in the last turn.',
	];
};

const spanSentence = (span: TimeSpan, step: number, until: number): string => {
	const time = spokenTime((span.until ?? until) - span.from);
	const name = sanitiseLine(span.name);
	const ends = {cut: ', cut', failed: ', failed', denied: ', denied', unknown: ', outcome unknown'} as const;
	const end = span.end === undefined ? '' : ends[span.end];
	switch (span.kind) {
		case 'model': {
			const first =
				span.heardAt === undefined ? '' : `, its first word after ${spokenTime(span.heardAt - span.from)}`;
			return `Step ${step}, ${name}: ${time}${first}${end}.`;
		}
		case 'retry':
			return sentence(`Waited ${time} before the next try, because: ${name}`);
		case 'question':
			return `Waited ${time} for you, about ${name}.`;
		case 'tool':
			return `Tool ${name}: ${time}${end}.`;
		case 'summary':
			return `Summary of the conversation: ${time}.`;
	}
};

/** What took the time in the last turn, a sentence each. */
export const spokenTurn = (state: AppState, now: number): readonly string[] => {
	const turn: TurnTimes | undefined = allTurns(state.times).at(-1);
	if (turn === undefined) {
		return ['There was no turn in this session yet.'];
	}
	const until = turnEnd(turn, now);
	let step = 0;
	return [
		`The last turn took ${spokenTime(until - turn.from)}${turn.until === undefined ? ' so far' : ''}.`,
		...turn.spans.map(span => {
			step += span.kind === 'model' ? 1 : 0;
			return spanSentence(span, step, until);
		}),
	];
};
