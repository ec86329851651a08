import type {SavedCall, ToolTry} from '../../domain/tool-desk.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {formatDuration, formatMoment} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';
import {showInline} from '../text/show-json.ts';

const marks = {
	succeeded: {icon: '✔', tone: 'good'},
	failed: {icon: '✘', tone: 'bad'},
	cancelled: {icon: '■', tone: 'warn'},
} as const;

/** What is enough to know it by. */
const shownArguments = 300;

export const argumentsLine = (args: ToolTry['arguments']): string =>
	Object.keys(args).length === 0 ? 'no arguments' : showInline(args).slice(0, shownArguments);

const tryLines = ({at, arguments: args, outcome, duration, note}: ToolTry): readonly Line[] => [
	{
		label: `${marks[outcome].icon} `,
		labelTone: marks[outcome].tone,
		text: `${formatMoment(at)}  ${formatDuration(duration)}`,
	},
	{label: '  ', text: argumentsLine(args), tone: 'dim'},
	...(note === undefined ? [] : [{label: '  ', text: sanitiseLine(reveal(note)), tone: 'bad' as const}]),
];

const savedLines = ({name, arguments: args}: SavedCall): readonly Line[] => [
	{label: '  ', text: sanitiseLine(reveal(name)), tone: 'accent'},
	{label: '    ', text: argumentsLine(args), tone: 'dim'},
];

/** What the user has saved and tried of a tool. */
export const triesLines = (saved: readonly SavedCall[], tries: readonly ToolTry[]): readonly Line[] => [
	{text: 'Saved', tone: 'strong'},
	...(saved.length === 0
		? [{label: '  ', text: 'nothing; s saves a call after it was tried', tone: 'dim' as const}]
		: saved.flatMap(savedLines)),
	{text: ''},
	{text: 'Tried', tone: 'strong'},
	...(tries.length === 0
		? [{label: '  ', text: 'not yet; enter tries it', tone: 'dim' as const}]
		: tries.flatMap(tryLines)),
];
