import type {Ask} from '../../domain/approval.ts';
import type {JsonObject} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInFull} from '../text/show-json.ts';
import {cutPair, cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';

type ApprovalContext = {
	readonly width: number;
	/** The most lines this may take. */
	readonly height: number;
	readonly styles: Styles;
	readonly count: number;
	/** The draft has the keyboard: no key can answer now. */
	readonly isDraftFocused: boolean;
};

type ApprovalLayout = {
	readonly lines: readonly string[];
	readonly maxScroll: number;
	/** What the window must become before the question can be read; undefined when it fits. */
	readonly lacks: 'taller' | 'wider' | undefined;
};

/** The answers in the order in which they are highlighted. Deny comes first because it is the default. */
export const approvalChoices = [
	{choice: 'deny', key: 'n', label: 'deny'},
	{choice: 'once', key: 'y', label: 'once'},
	{choice: 'session', key: 's', label: 'this session'},
	{choice: 'reason', key: 'r', label: 'deny with a reason'},
	{choice: 'stop', key: 'esc', label: 'deny and stop'},
] as const;

export type ApprovalChoice = (typeof approvalChoices)[number]['choice'];

/** A missing hint counts as the worst case, so silence never looks harmless. */
const badges = ({annotations}: Ask): readonly {readonly text: string; readonly tone: 'good' | 'warn'}[] => {
	if (annotations.readOnlyHint === true) {
		return [{text: 'says read-only', tone: 'good'}, ...openWorld(annotations.openWorldHint)];
	}
	return [
		...(annotations.destructiveHint === false ? [] : [{text: 'may destroy', tone: 'warn'} as const]),
		...openWorld(annotations.openWorldHint),
	];
};

const openWorld = (hint: boolean | undefined): readonly {readonly text: string; readonly tone: 'warn'}[] =>
	hint === false ? [] : [{text: 'open world', tone: 'warn'}];

const layOutArguments = (args: JsonObject, width: number, styles: Styles): readonly string[] => {
	const entries = showInFull(args);
	if (entries.length === 0) {
		return [styles.dim('no arguments')];
	}
	return entries.flatMap(({key, lines}) => {
		const wrapped = lines.flatMap(line => wrapText(line, width - 4));
		const [first = '', ...rest] = wrapped;
		const isShort = rest.length === 0 && cellsOf(key) + cellsOf(first) + 2 <= width - 4;
		return isShort
			? [`${styles.dim(`${key}:`)} ${first}`]
			: [...wrapText(`${key}:`, width - 2).map(styles.dim), ...wrapped.map(line => `  ${line}`)];
	});
};

/** Arguments never change, and there may be megabytes of them: every frame after the first only looks. */
const argumentLines = rememberLast(layOutArguments);

const choicesLine = (view: AskView, {styles, width}: ApprovalContext): readonly string[] => {
	const parts = approvalChoices.map(({choice, key, label}) => ({
		plain: `${key} ${label}`,
		styled: view.highlight === choice ? styles.inverse(`${key} ${label}`) : `${styles.strong(key)} ${label}`,
	}));
	const lines: string[] = [];
	let current = '';
	let cells = 0;
	for (const {plain, styled} of parts) {
		const needed = plain.length + (cells === 0 ? 0 : 3);
		if (cells + needed > width - 2 && cells > 0) {
			lines.push(current);
			current = styled;
			cells = plain.length;
		} else {
			current += cells === 0 ? styled : ` ${styles.dim('·')} ${styled}`;
			cells += needed;
		}
	}
	return [...lines, current];
};

/** One line, and one that says where in the whole it is. */
const leastRoom = 2;
/** The cells for the names of server and tool below which neither says anything. */
const leastNames = 8;

const lengthOf = (parts: readonly (readonly string[])[]): number =>
	parts.reduce((sum, part) => sum + part.length, 0);

/** Part of what the parts would be when joined, without joining them. */
const sliceAcross = (
	parts: readonly (readonly string[])[],
	start: number,
	end: number,
): readonly string[] => {
	let offset = 0;
	return parts.flatMap(part => {
		const from = offset;
		offset += part.length;
		return part.slice(Math.max(0, start - from), Math.max(0, end - from));
	});
};

/** Shows the part of the arguments that fits, and says what is above and below it. */
const windowed = (
	parts: readonly (readonly string[])[],
	room: number,
	scroll: number,
	{styles, width}: ApprovalContext,
): readonly string[] => {
	const count = lengthOf(parts);
	if (count <= room) {
		return parts.flat();
	}
	const visible = Math.max(1, room - 1);
	const start = Math.min(Math.max(0, scroll), count - visible);
	const shown = sliceAcross(parts, start, start + visible);
	const label = `lines ${start + 1}-${start + shown.length} of ${count}, ↑ ↓ scroll`;
	return [...shown, styles.dim(cutToWidth(label, width - 2))];
};

/** Who wants what on one line. Names that do not fit come back in full above the arguments. */
const titleLines = (
	ask: Ask,
	{styles, count, width}: ApprovalContext,
): {readonly title: string; readonly names: readonly string[]; readonly isReadable: boolean} => {
	const server = sanitiseLine(ask.server);
	const tool = sanitiseLine(ask.tool);
	const wants = ' wants to run ';
	const queue = count > 1 ? `  1 of ${count}` : '';
	const namesWidth = width - 2 - wants.length - queue.length;
	const [first, second] = cutPair(server, tool, namesWidth);
	return {
		isReadable: namesWidth >= leastNames,
		title: `${first}${wants}${styles.strong(second)}${styles.dim(queue)}`,
		names: first === server && second === tool ? [] : wrapText(`${server}: ${tool}`, width - 2),
	};
};

const keyLines = (view: AskView, context: ApprovalContext): readonly string[] => {
	const {styles, width, isDraftFocused} = context;
	if (view.reason !== undefined) {
		return wrapText('reason for the model, enter sends it, esc goes back', width - 2).map(styles.dim);
	}
	return isDraftFocused
		? wrapText('your draft has the keyboard: tab answers this instead', width - 2).map(styles.warn)
		: choicesLine(view, context);
};

/**
 * The question about one call: who wants what, every argument, why it asks, the keys. In a low window
 * all but the first and the last of these move into the part that scrolls.
 */
export const approvalLines = (ask: Ask, view: AskView, context: ApprovalContext): ApprovalLayout => {
	const {styles, width, height} = context;
	const {title, names, isReadable} = titleLines(ask, context);
	const keys = keyLines(view, context);
	const marks = badges(ask).map(({text, tone}) => styles[tone](text));
	const badgeLine = marks.length === 0 ? [] : [marks.join(styles.dim(' · '))];
	const why = wrapText(`asks because of ${sanitiseLine(ask.rule)}`, width - 2).map(styles.dim);
	const most = height - 1 - keys.length;
	const hasBadges = most - badgeLine.length >= leastRoom;
	const hasWhy = hasBadges && most - badgeLine.length - why.length >= leastRoom;
	const above = hasBadges ? badgeLine : [];
	const below = hasWhy ? why : [];
	const body = [
		hasBadges ? [] : badgeLine,
		names,
		argumentLines(ask.arguments, width, styles),
		hasWhy ? [] : why,
	];
	const bodyLength = lengthOf(body);
	const room = Math.max(leastRoom, most - above.length - below.length);
	const lines = [title, ...above, ...windowed(body, room, view.scroll, context), ...below, ...keys];
	return {
		lines: lines.map(line => `${styles.warn('┃')} ${line}`),
		maxScroll: bodyLength <= room ? 0 : bodyLength - (room - 1),
		lacks: isReadable ? (lines.length <= height ? undefined : 'taller') : 'wider',
	};
};
