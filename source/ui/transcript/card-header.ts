import {assertNever} from '../../domain/assert-never.ts';
import type {JsonObject} from '../../domain/json.ts';
import {type CallProgress, callDuration, type ToolCall} from '../../domain/tool-call.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes, formatDuration} from '../text/format.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInline} from '../text/show-json.ts';
import {cutPair, cutStyled, cutToWidth} from '../text/wrap-text.ts';
import type {Style} from '../theme/styles.ts';
import type {CardContext} from './card-context.ts';
import {sizeOfResult} from './describe-content.ts';

/** More than any window shows on a line. */
export const inlineLength = 4000;
/** What arguments need to be worth their place. */
const leastArguments = 8;
const leastBesideTitle = 24;
/** Below this a bar would take the room that names need. */
const narrow = 60;

/** A call whose arguments are megabytes is drawn with every frame while it runs. */
const inlineArguments = rememberLast((args: JsonObject) => showInline(args).slice(0, inlineLength));

/** The tool is done, and the user has its result before the model does. */
export const isHeld = (call: ToolCall): boolean => call.status === 'running' && call.heldSince !== undefined;

const icon = (call: ToolCall, {styles, spinner}: CardContext): string => {
	switch (call.status) {
		case 'pending':
			return styles.dim('○');
		case 'awaiting-approval':
			return styles.warn('?');
		case 'running':
			return isHeld(call) ? styles.warn('?') : styles.accent(spinner);
		case 'succeeded':
			return styles.good('✔');
		case 'failed':
			return styles.bad('✘');
		case 'denied':
			return styles.warn('⊘');
		case 'cancelled':
			return styles.warn('■');
		default:
			return assertNever(call);
	}
};

const sizeOf = (call: ToolCall): string | undefined => {
	if (call.status !== 'succeeded') {
		return undefined;
	}
	const size = formatBytes(sizeOfResult(call.result));
	const {stored} = call.result;
	return stored === undefined ? size : `${formatBytes(stored.characters)}, the model sees ${size}`;
};

const statusWord = (call: ToolCall): string | undefined => {
	switch (call.status) {
		case 'awaiting-approval':
			return 'waits for you';
		case 'denied':
			return 'denied';
		case 'cancelled':
			return call.outcomeUnknown ? 'interrupted, outcome unknown' : 'not run';
		case 'running':
			return isHeld(call) ? 'waits for your review' : undefined;
		case 'pending':
		case 'succeeded':
		case 'failed':
			return undefined;
		default:
			return assertNever(call);
	}
};

const barOf = (share: number, cells: number): string =>
	`${'█'.repeat(Math.round(share * cells))}${'░'.repeat(cells - Math.round(share * cells))} ${Math.round(share * 100)} %`.trimStart();

/** A bar where the end is known, else how far it is. */
export const progressBar = ({progress, total}: CallProgress, cells: number): string =>
	total === undefined || total <= 0
		? `progress ${progress}`
		: barOf(Math.min(1, Math.max(0, progress / total)), cells);

type Fact = {readonly text: string; readonly style: Style};

const factsOf = (call: ToolCall, {styles, now, isCrowded, width}: CardContext): readonly Fact[] => {
	// When a call was cut off by a crash, nobody knows how long it ran.
	const duration = call.status === 'cancelled' ? undefined : callDuration(call, now);
	const isUnknown = call.status === 'cancelled' && call.outcomeUnknown;
	const progress = isCrowded === true && call.status === 'running' ? call.progress : undefined;
	const fact = (text: string | undefined, style = styles.dim): readonly Fact[] =>
		text === undefined ? [] : [{text, style}];
	return [
		...fact(statusWord(call), isUnknown ? styles.warn : styles.dim),
		...fact(progress && progressBar(progress, width < narrow ? 0 : 8)),
		...fact(duration === undefined ? undefined : formatDuration(duration)),
		...fact(sizeOf(call)),
	];
};

/** The letters that count when a title is compared with a name. */
const gist = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/\b(?:a|an|the|tool)\b/g, '')
		.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How the server calls its tool for people, where that says more than the name. */
const titleOf = ({title, tool}: ToolCall): string =>
	title === undefined || gist(title) === gist(tool) ? '' : sanitiseLine(title.slice(0, 200));

/**
 * One line: icon, server, tool, arguments cut to what fits, then status, duration and size. Where names
 * and facts do not fit side by side, the facts get a line of their own, and so do arguments that find no room.
 */
export const cardHeader = (call: ToolCall, context: CardContext): readonly string[] => {
	const {styles, width, isCrowded} = context;
	const facts = factsOf(call, context);
	const separator = styles.dim(' · ');
	const tail = facts.map(({text, style}) => style(text)).join(separator);
	const tailCells = facts.reduce((sum, {text}) => sum + cellsOf(text) + 3, 0);
	const name = sanitiseLine(call.tool);
	const server = call.server === '' ? '' : `${sanitiseLine(call.server)} `;
	const room = width - 2 - cellsOf(server) - cellsOf(name) - tailCells;
	const behind = tail === '' ? '' : `${separator}${tail}`;
	const all = inlineArguments(call.arguments, 0, styles);
	const apart =
		all === '' || isCrowded === true || width < narrow ? [] : [`  ${styles.dim(cutToWidth(all, width - 2))}`];
	if (room < 0) {
		const beside = isCrowded === true ? Math.max(12, width - 2 - tailCells) : width - 2;
		const [shortServer, shortName] = cutPair(server, name, beside);
		const names = `${icon(call, context)} ${styles.dim(shortServer)}${styles.strong(shortName)}`;
		return isCrowded === true
			? [cutStyled(`${names}${behind}`, width)]
			: [names, ...(tail === '' ? [] : [`  ${cutStyled(tail, width - 2)}`]), ...apart];
	}
	const title = titleOf(call);
	const besideTitle = room - cellsOf(title) - 3;
	const hasTitle = title !== '' && besideTitle >= leastBesideTitle;
	const left = hasTitle ? besideTitle : room;
	const args = left > leastArguments ? cutToWidth(all, left - 2) : '';
	return [
		`${icon(call, context)} ${styles.dim(server)}${styles.strong(name)}${
			hasTitle ? `${separator}${title}` : ''
		}${args === '' ? '' : `  ${styles.dim(args)}`}${behind}`,
		...(args === '' ? apart : []),
	];
};
