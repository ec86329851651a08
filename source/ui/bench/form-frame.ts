import type {FormField} from '../../domain/form-field.ts';
import type {JsonObject} from '../../domain/json.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {hasOptions} from '../form/field-entry.ts';
import {formRows} from '../form/form-rows.ts';
import {currentEntry, type FormView, isReview} from '../form/form-view.ts';
import {formPlaceholder} from '../form/show-answer.ts';
import {argumentLines} from '../frame/argument-lines.ts';
import {composerLines} from '../frame/composer-lines.ts';
import type {TextBuffer} from '../input/text-buffer.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {dotted} from '../text/dotted.ts';
import {readJsonObject} from '../text/read-json.ts';
import {reveal} from '../text/reveal.ts';
import {cutStyled, cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';

export type FormPicture = {
	readonly title: string;
	readonly note: string;
	readonly about: readonly string[];
	readonly body:
		| {readonly type: 'form'; readonly form: FormView; readonly content: JsonObject}
		| {readonly type: 'text'; readonly text: TextBuffer; readonly hasForm: boolean};
	/** What the field may be completed to. */
	readonly suggestions: readonly string[];
	readonly problem: string | undefined;
	readonly isChecking: boolean;
	/** How far what is looked at in the end is scrolled. */
	readonly scroll: number;
	/** What enter does in the end, such as "run it". */
	readonly action: string;
	readonly warningAbout: (field: FormField) => string | undefined;
};

const mostTyped = 6;

const keysOf = ({body, action, isChecking}: FormPicture): string => {
	if (isChecking) {
		return 'esc stop checking';
	}
	if (body.type === 'text') {
		return `enter ${action} · ctrl+j new line${body.hasForm ? ' · ctrl+t as a form' : ''} · ctrl+g $EDITOR · esc back`;
	}
	return isReview(body.form)
		? `enter ${action} · shift+tab back · ctrl+t as JSON · ctrl+g $EDITOR · esc leave`
		: 'enter next · tab / shift+tab field · ctrl+s done · ctrl+t as JSON · ctrl+g $EDITOR · esc leave';
};

const statusLines = (picture: FormPicture, width: number, styles: Styles): readonly string[] => {
	const {problem, isChecking, body} = picture;
	if (isChecking) {
		return [styles.accent(cutToWidth('checking whether that is taken …', width))];
	}
	if (problem !== undefined) {
		return wrapText(`✘ ${sanitiseLine(reveal(problem))}`, width)
			.slice(0, 4)
			.map(styles.bad);
	}
	const reading = body.type === 'text' ? readJsonObject(body.text.text) : undefined;
	if (reading?.type === 'wrong') {
		const {line, column, message} = reading.problem;
		return wrapText(`✘ line ${line}, column ${column}: ${sanitiseLine(message)}`, width).map(styles.bad);
	}
	return reading === undefined ? [] : [styles.dim('valid JSON')];
};

const windowOn = (
	lines: readonly string[],
	{from, to}: {readonly from: number; readonly to: number},
	height: number,
): readonly string[] => {
	const top = Math.max(
		0,
		Math.min(from, Math.max(to - height + 1, from - Math.floor(height / 3)), lines.length - height),
	);
	return lines.slice(top, top + height);
};

/** The whole window: what it is about, the fields, what is being typed, what is wrong, keys. */
export const drawForm = (
	picture: FormPicture,
	{columns: width, rows}: WindowSize,
	styles: Styles,
): FullPicture => {
	const {body, suggestions, warningAbout} = picture;
	const [title, gap, note] = bothEnds(picture.title, picture.note, width);
	const about = picture.about.flatMap(line => wrapText(sanitise(line), width)).slice(0, 3);
	const head = [
		`${styles.strong(title)}${gap}${styles.dim(note)}`,
		...about.map(styles.dim),
		styles.dim('─'.repeat(width)),
	];
	const status = statusLines(picture, width, styles);
	const keys = styles.dim(cutToWidth(keysOf(picture), width));

	if (body.type === 'text') {
		const height = Math.max(1, rows - head.length - status.length - 1);
		const text = composerLines(body.text, {width, height, styles, placeholder: 'empty'});
		const fill = Array.from({length: Math.max(0, height - text.lines.length)}, () => '');
		return {
			lines: [...head, ...text.lines, ...fill, ...status, keys]
				.map(line => cutStyled(line, width))
				.slice(0, rows),
			cursor: {x: Math.min(width - 1, text.cursor.x), y: Math.min(rows - 1, head.length + text.cursor.y)},
		};
	}
	const {form, content} = body;
	const entry = currentEntry(form);
	const offered =
		suggestions.length === 0
			? []
			: [styles.dim(cutToWidth(`tab: ${suggestions.map(sanitiseLine).join(' · ')}`, width))];
	const isTyped = entry !== undefined && !hasOptions(entry);
	const isHidden = entry !== undefined && warningAbout(entry.field) !== undefined;
	const typed = composerLines(
		isTyped ? (isHidden ? dotted(entry.text) : entry.text) : {text: '', cursor: 0},
		{
			width,
			height: mostTyped,
			styles,
			placeholder: cutToWidth(formPlaceholder(form, `enter: ${picture.action}`), Math.max(1, width - 3)),
		},
	);
	const height = Math.max(1, rows - head.length - status.length - offered.length - typed.lines.length - 2);
	const shown = isReview(form)
		? {lines: argumentLines(content, width, styles).slice(picture.scroll), focus: {from: 0, to: 0}}
		: formRows(form, {width, styles, warningAbout});
	const lines = windowOn(shown.lines, shown.focus, height);
	const fill = Array.from({length: Math.max(0, height - lines.length)}, () => '');
	const above = [...head, ...lines, ...fill, ...status, ...offered, styles.dim('─'.repeat(width))];
	return {
		lines: [...above, ...typed.lines, keys].map(line => cutStyled(line, width)).slice(-rows),
		cursor: {x: Math.min(width - 1, typed.cursor.x), y: Math.min(rows - 1, above.length + typed.cursor.y)},
	};
};
