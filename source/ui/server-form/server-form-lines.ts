import type {DraftTested} from '../../domain/server-admin.ts';
import {maskUrl, showCommand} from '../../support/mask-secrets.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {splitCommandLine} from '../../support/shell-words.ts';
import {type FieldEntry, readEntry} from '../form/field-entry.ts';
import {formRows, mask} from '../form/form-rows.ts';
import {serverFormBindings} from '../input/bench/server-form.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {reveal} from '../text/reveal.ts';
import {cutStyled, cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';
import type {Complaints} from './complaints.ts';
import {keptKeys, type ServerForm, viewOf, whyNot} from './server-form.ts';
import {testedLines} from './tested-lines.ts';

export type ServerFormScene = {
	readonly title: string;
	readonly form: ServerForm;
	readonly complaints: Complaints;
	/** What is going on, which can be stopped. */
	readonly busy?: string;
	readonly tested?: {readonly outcome: DraftTested; readonly isOld: boolean; readonly top: number};
	readonly message?: {readonly text: string; readonly tone: 'good' | 'bad' | 'warn' | 'dim'};
};

const placeholders: Readonly<Record<string, string>> = {
	paste: 'npx -y some-server, https://example.com/mcp or {"mcpServers": …}',
	'env+': 'NAME=value',
	'headers+': 'Name: value',
	timeout: '30 s',
	requestTimeout: '60 s',
};

const safe = (text: string): string => sanitiseLine(reveal(text));

/** Whose values are taken is no secret, and has to be seen before they are sent anywhere. */
const referencesIn = (text: string): string =>
	[...text.matchAll(/\$?\{env:\w+|\$\{\w+/g)].map(([start]) => `${start}}`).join(' and ');

const secretText = ({original, isChanged, text}: FieldEntry, styles: Styles): string | undefined => {
	if (text.text.startsWith('${')) {
		return undefined;
	}
	if (isChanged) {
		return text.text === '' ? undefined : mask;
	}
	const isKept = typeof original === 'string' && original.includes('${keychain:');
	if (original === undefined || isKept) {
		return isKept ? styles.dim('kept in the keychain') : undefined;
	}
	const references = typeof original === 'string' ? referencesIn(original) : '';
	return references === '' ? mask : `${mask} with ${references}`;
};

/** Addresses and commands may hold what is nobody's business while they are not being typed. */
const maskedText = ({field, text: {text}}: FieldEntry): string | undefined => {
	if (field.name === 'url' && URL.canParse(text)) {
		return safe(maskUrl(text));
	}
	const [command, ...args] = field.name === 'command' ? (splitCommandLine(text) ?? []) : [];
	return command === undefined ? undefined : safe(showCommand(command, args));
};

const shownFor =
	(styles: Styles) =>
	(entry: FieldEntry, width: number): string | undefined => {
		const {field} = entry;
		const shown = field.isSecret === true ? secretText(entry, styles) : maskedText(entry);
		if (shown !== undefined) {
			return cutStyled(shown, width);
		}
		const reading = readEntry(entry);
		const isEmpty = entry.text.text === '' && reading.type === 'read' && reading.value === undefined;
		const empty = placeholders[field.name] ?? (field.assumed === undefined ? '–' : String(field.assumed));
		return isEmpty ? styles.dim(cutToWidth(empty, width)) : undefined;
	};

const notesFor =
	({byField}: Complaints, width: number, styles: Styles) =>
	(entry: FieldEntry): readonly string[] => {
		const own = whyNot(entry);
		const complaint = byField.get(entry.field.name);
		const isTouched = entry.isTried === true || entry.text.text !== '' || entry.picked.length > 0;
		if (own !== undefined) {
			return wrapText(`✘ ${own}`, width).map(styles.bad);
		}
		const isMistyped = entry.text.text !== '' && readEntry(entry).type === 'wrong';
		if (complaint === undefined || !isTouched || isMistyped) {
			return [];
		}
		const isBad = complaint.kind === 'malformed';
		return wrapText(`${isBad ? '✘' : '!'} ${safe(complaint.message)}`, width).map(
			isBad ? styles.bad : styles.warn,
		);
	};

const otherLines = (
	{form, complaints}: ServerFormScene,
	width: number,
	styles: Styles,
): readonly string[] => {
	const kept = keptKeys(form);
	return [
		...(kept.length === 0
			? []
			: ['', ...wrapText(`Kept as they are: ${kept.map(safe).join(', ')}`, width - 2).map(styles.dim)]),
		...complaints.others.flatMap(line => wrapText(`! ${safe(line)}`, width - 2).map(styles.warn)),
	].map(line => (line === '' ? '' : `  ${line}`));
};

const hintLine = (isBusy: boolean): string =>
	isBusy
		? 'esc stop'
		: serverFormBindings
				.flatMap(({keys, hint}) => (hint === undefined ? [] : [`${keys[0] ?? ''} ${hint}`]))
				.join(' · ');

/** Rows for what is said: why something was refused, and what to do about it. */
const mostSaid = 5;

type Panel = {readonly lines: readonly string[]; readonly rest: number};

/** What the test found gets up to half of the window, and is scrolled. */
const panelOf = ({tested}: ServerFormScene, width: number, most: number, styles: Styles): Panel => {
	if (tested === undefined) {
		return {lines: [], rest: 0};
	}
	const all = testedLines(tested.outcome, width, styles);
	const height = Math.min(all.length, Math.max(1, most - 1));
	const top = Math.max(0, Math.min(tested.top, all.length - height));
	const title = tested.isOld ? ' test, before your last change ' : ' test ';
	const more =
		all.length > height ? ` ${top + 1}-${top + height} of ${all.length}, page-up and page-down ` : '';
	const line = '─'.repeat(Math.max(0, width - title.length - more.length - 4));
	return {
		lines: [styles.dim(cutToWidth(`──${title}${line}${more}──`, width)), ...all.slice(top, top + height)],
		rest: all.length - height,
	};
};

/** The whole window of the form. */
export const drawServerForm = (
	scene: ServerFormScene,
	{columns, rows}: WindowSize,
	styles: Styles,
): FullPicture & {readonly rest: number} => {
	const width = Math.max(20, columns);
	const {lines, focus, cursor} = formRows(viewOf(scene.form), {
		width,
		styles,
		warningAbout: () => undefined,
		own: {
			shownFor: shownFor(styles),
			noteOf: notesFor(scene.complaints, width - 6, styles),
		},
	});
	const all = [...lines, ...otherLines(scene, width, styles)];
	const said = wrapText(scene.busy ?? scene.message?.text ?? '', width).slice(0, mostSaid);
	const last = said.length === 0 ? [''] : said;
	const space = Math.max(3, rows - 3 - last.length);
	const panel = panelOf(scene, width, Math.floor(space / 2), styles);
	const height = Math.max(1, space - panel.lines.length);
	const top = Math.max(0, Math.min(focus.to + 2 - height, focus.from, all.length - height));
	const body = all.slice(top, top + height);
	const tone = scene.message === undefined ? styles.dim : styles[scene.message.tone];
	const [title, gap, note] = bothEnds(
		scene.title,
		all.length > height ? `${top + 1}-${top + body.length} of ${all.length}` : '',
		width,
	);
	return {
		lines: [
			`${styles.strong(title)}${gap}${styles.dim(note)}`,
			styles.dim('─'.repeat(width)),
			...body.map(line => cutStyled(line, width)),
			...Array.from({length: height - body.length}, () => ''),
			...panel.lines.map(line => cutStyled(line, width)),
			...last.map(scene.busy === undefined ? tone : styles.accent),
			styles.dim(cutToWidth(hintLine(scene.busy !== undefined), width)),
		].slice(0, rows),
		rest: panel.rest,
		...(cursor === undefined || cursor.line < top || cursor.line >= top + height
			? {}
			: {cursor: {x: Math.min(width - 1, cursor.column), y: 2 + cursor.line - top}}),
	};
};
