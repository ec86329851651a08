import {assertNever} from '../../domain/assert-never.ts';
import type {AssistantProblem} from '../../domain/assistant-admin.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {toneStyle} from '../pager/line.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rowsAround, showTabs} from '../text/layout-rows.ts';
import {lineWindow} from '../text/line-window.ts';
import {reveal} from '../text/reveal.ts';
import {cutStyled, cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {type EditorDraft, toolUse} from './editor-draft.ts';
import {type EditorRow, problemOf} from './editor-rows.ts';
import {modeWords, noModeWords} from './mode-words.ts';
import {serverWords} from './server-words.ts';

export type RowContext = {
	readonly draft: EditorDraft;
	readonly statuses: ReadonlyMap<string, ServerStatus>;
	/** Every server there is. */
	readonly servers: readonly string[];
	readonly problems: readonly AssistantProblem[];
	/** Models that begin like what is typed. */
	readonly models: readonly string[];
	readonly width: number;
	/** The most rows of a text of several lines. */
	readonly longRows: number;
	readonly styles: Styles;
};

/** What a row looks like, and where in it the cursor is. */
export type DrawnRow = {
	readonly lines: readonly string[];
	readonly cursor?: {readonly x: number; readonly y: number};
};

const labelWidth = 14;
const safe = (text: string): string => sanitiseLine(reveal(text));

const lead = (isFocused: boolean, {styles}: RowContext): string => (isFocused ? styles.accent('› ') : '  ');

const problemLines = (row: EditorRow, {problems, width, styles}: RowContext): readonly string[] => {
	const problem = problemOf(row, problems);
	return problem === undefined
		? []
		: wrapText(`✘ ${safe(problem)}`, Math.max(10, width - labelWidth - 2)).map(
				line => `${' '.repeat(labelWidth + 2)}${styles.bad(line)}`,
			);
};

const emptyWords: Readonly<Record<string, string>> = {
	description: 'what it is for',
	model: 'the one in use',
	instructions: 'what it is told; ctrl+g opens $EDITOR',
	trustedTools: 'none; they run unasked where the approval is trusted-only',
	includeTools: 'every tool of its servers',
	excludeTools: 'none',
};

const fieldLines = (row: EditorRow & {type: 'field'}, isFocused: boolean, context: RowContext): DrawnRow => {
	const {draft, width, styles, models} = context;
	const buffer = draft[row.field];
	const room = Math.max(4, width - labelWidth - 2);
	const label = isFocused ? styles.strong(row.label.padEnd(labelWidth)) : row.label.padEnd(labelWidth);
	const indent = ' '.repeat(labelWidth + 2);
	const head = `${lead(isFocused, context)}${label}`;
	const empty = buffer.text === '' ? styles.dim(cutToWidth(emptyWords[row.field] ?? '', room - 1)) : '';
	if (row.isLong === true) {
		const {rows, index} = rowsAround(buffer, {width: room, show: showTabs, reach: context.longRows});
		const most = isFocused ? context.longRows : Math.min(3, context.longRows);
		const first = Math.max(0, Math.min(rows.length - most, index - Math.floor(most / 2)));
		const shown = rows.slice(first, first + most);
		const at = rows[index];
		const before = at === undefined ? '' : at.text.slice(0, buffer.cursor - at.start);
		return {
			lines: [
				...shown.map(
					(each, place) => `${place === 0 ? head : indent}${sanitise(showTabs(each.text))}${empty}`,
				),
				...problemLines(row, context),
			],
			...(isFocused ? {cursor: {x: labelWidth + 2 + cellsOf(showTabs(before)), y: index - first}} : {}),
		};
	}
	const {text, cursor} = lineWindow(isFocused ? buffer : {...buffer, cursor: 0}, room);
	const hints =
		isFocused && row.field === 'model' && models.length > 0
			? [`${indent}${styles.dim(cutToWidth(`tab: ${models.map(safe).join('  ')}`, room))}`]
			: [];
	return {
		lines: [`${head}${text}${empty}`, ...hints, ...problemLines(row, context)],
		...(isFocused ? {cursor: {x: labelWidth + 2 + cursor, y: 0}} : {}),
	};
};

const box = (isChosen: boolean): string => (isChosen ? '[x]' : '[ ]');

const serverLine = (
	{name}: EditorRow & {type: 'server'},
	{draft, statuses, servers, styles}: RowContext,
): string => {
	const isAll = draft.servers === undefined;
	if (name === undefined) {
		return `${box(isAll)} all servers  ${styles.dim('also those that you add later')}`;
	}
	const {mark, tone, text} = serverWords(name, statuses, servers);
	const isChosen = isAll || draft.servers.includes(name);
	return `${box(isChosen)} ${safe(name).padEnd(20)} ${toneStyle(tone, styles)(mark)} ${styles.dim(text)}`;
};

const modeLine = ({mode}: EditorRow & {type: 'mode'}, {draft, styles}: RowContext): string => {
	const sign = draft.toolApproval === mode ? '(•)' : '( )';
	const words = mode === undefined ? noModeWords : modeWords[mode];
	return `${sign} ${(mode ?? 'not set').padEnd(12)}  ${styles.dim(words)}`;
};

const toolLine = ({ref}: EditorRow & {type: 'tool'}, {draft, styles}: RowContext): string => {
	const {isUsed, isTrusted, usedBy, trustedBy} = toolUse(draft, ref);
	const notes = [
		...(isTrusted
			? [styles.good(trustedBy === undefined ? 'trusted' : `trusted by ${safe(trustedBy)}`)]
			: []),
		...(isUsed ? [] : [styles.warn(usedBy === undefined ? 'not used' : `not used: ${safe(usedBy)}`)]),
	];
	return `${box(isUsed)} ${safe(`${ref.server} ${ref.tool}`).padEnd(32)} ${notes.join(styles.dim(' · '))}`;
};

/** One row of the editor. */
const drawRow = (row: EditorRow, isFocused: boolean, context: RowContext): DrawnRow => {
	const {styles, width} = context;
	const one = (text: string): DrawnRow => ({
		lines: [cutStyled(`${lead(isFocused, context)}${text.trimEnd()}`, width)],
		...(isFocused ? {cursor: {x: 2, y: 0}} : {}),
	});
	switch (row.type) {
		case 'heading': {
			const note = row.note === undefined ? '' : `  ${styles.dim(row.note)}`;
			return {lines: ['', cutStyled(`${styles.heading(row.text)}${note}`, width)]};
		}
		case 'note':
			return {lines: [cutStyled(`  ${styles.dim(safe(row.text))}`, width)]};
		case 'field':
			return fieldLines(row, isFocused, context);
		case 'server':
			return one(serverLine(row, context));
		case 'mode':
			return one(modeLine(row, context));
		case 'tool':
			return one(toolLine(row, context));
		default:
			return assertNever(row);
	}
};

/** The rows around the one with the keyboard that fit; nothing else is laid out. */
export const drawRows = (
	rows: readonly EditorRow[],
	focus: number,
	height: number,
	context: RowContext,
): DrawnRow => {
	const chosen = rows[focus];
	if (chosen === undefined) {
		return {lines: []};
	}
	const drawn = drawRow(chosen, true, context);
	let above: readonly string[] = [];
	let below: readonly string[] = [];
	let first = focus - 1;
	let last = focus + 1;
	const room = (): number => height - drawn.lines.length - above.length - below.length;
	const addAbove = (): void => {
		const row = rows[first];
		if (row !== undefined && room() > 0) above = [...drawRow(row, false, context).lines, ...above];
		first -= 1;
	};
	const addBelow = (): void => {
		const row = rows[last];
		if (row !== undefined && room() > 0) below = [...below, ...drawRow(row, false, context).lines];
		last += 1;
	};
	while (room() > 0 && (first >= 0 || last < rows.length)) {
		addAbove();
		addBelow();
	}
	const lines = [...above, ...drawn.lines, ...below];
	// What is too much stands at the end that grew last.
	const cut = Math.max(0, Math.min(lines.length - height, above.length));
	const {cursor} = drawn;
	// Where one types stays in sight, however much is said above it.
	const typed = above.length + (cursor?.y ?? 0);
	const top = Math.max(first < 0 ? 0 : cut, typed - height + 1);
	return {
		lines: lines.slice(top, top + height),
		...(cursor === undefined ? {} : {cursor: {x: cursor.x, y: typed - top}}),
	};
};
