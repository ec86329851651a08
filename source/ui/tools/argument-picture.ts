import type {JsonObject} from '../../domain/json.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {readArguments} from '../asks/editor-view.ts';
import {hasOptions} from '../form/field-entry.ts';
import {formRows} from '../form/form-rows.ts';
import {currentEntry, type FormView} from '../form/form-view.ts';
import {formPlaceholder} from '../form/show-answer.ts';
import {argumentLines} from '../frame/argument-lines.ts';
import {composerLines} from '../frame/composer-lines.ts';
import {reviewBindings} from '../input/bench/tools.ts';
import {argumentsLabels} from '../input/form-bindings.ts';
import type {TextBuffer} from '../input/text-buffer.ts';
import {editorLabels} from '../input/trust-bindings.ts';
import {hintLine} from '../pager/viewer-lines.ts';
import {cellsOf} from '../text/graphemes.ts';
import {reveal} from '../text/reveal.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';
import {layerPicture} from './layer-frame.ts';

/** What the arguments of a try are, on their way to being sent. */
export type ArgumentView =
	| {readonly type: 'form'; readonly form: FormView; readonly scroll: number}
	| {readonly type: 'text'; readonly text: TextBuffer}
	| {
			readonly type: 'review';
			readonly args: JsonObject;
			readonly scroll: number;
			readonly isChecking: boolean;
			/** What speaks against it, a sentence each. */
			readonly doubts: readonly string[];
	  };

type PictureContext = {
	readonly tool: ToolDefinition;
	/** Why it was not taken, as a sentence. */
	readonly problem: string | undefined;
	/** Why nothing can be run just now. */
	readonly notNow: string | undefined;
	readonly styles: Styles;
};

const mostTyped = 6;

const safe = (text: string): string => sanitiseLine(reveal(text));

type Label = {readonly key: string; readonly label: string; readonly short?: string};

/** Shorter words where there is little room; then the last ones are left out, but never the way out. */
const keysText = (labels: readonly Label[], width: number): string => {
	const join = (shown: readonly Label[], isShort: boolean): string =>
		shown.map(({key, label, short = label}) => `${key} ${isShort ? short : label}`).join(' · ');
	const whole = join(labels, false);
	if (cellsOf(whole) <= width) {
		return whole;
	}
	const wayOut = labels.slice(-1);
	let shown = labels;
	while (shown.length > 1 && cellsOf(join(shown, true)) > width) {
		shown = [...shown.slice(0, -2), ...wayOut];
	}
	return cutToWidth(join(shown, true), width);
};

const withEnter = (labels: readonly Label[], word: string): readonly Label[] =>
	labels.map(label => (label.key === 'enter' ? {key: 'enter', label: word} : label));

/** The lines around those that have to be seen. */
const windowed = (
	lines: readonly string[],
	height: number,
	focus: {readonly from: number; readonly to: number},
	scroll: number,
): readonly string[] => {
	const last = Math.max(0, lines.length - height);
	const wanted = Math.min(focus.from, Math.max(0, focus.to - height + 1)) + scroll;
	const start = Math.max(0, Math.min(last, lines.length <= height ? 0 : wanted));
	return lines.slice(start, start + height);
};

const problemLines = (problem: string | undefined, width: number, styles: Styles): readonly string[] =>
	problem === undefined
		? []
		: wrapText(`✘ ${safe(problem)}`, width)
				.slice(0, mostTyped)
				.map(styles.bad);

/** It stays as long as it is true, whatever is typed. */
const noteLines = ({notNow, styles}: PictureContext, width: number): readonly string[] =>
	notNow === undefined ? [] : wrapText(`▲ ${safe(notNow)}`, width).map(styles.warn);

const drawForm = (
	{form, scroll}: ArgumentView & {readonly type: 'form'},
	context: PictureContext,
	size: WindowSize,
) => {
	const {problem, styles} = context;
	const width = size.columns;
	const entry = currentEntry(form);
	const rows = formRows(form, {width, styles, warningAbout: () => undefined});
	const isTyped = entry !== undefined && !hasOptions(entry);
	const composer =
		entry === undefined
			? undefined
			: composerLines(entry.text, {
					width,
					height: Math.max(1, Math.min(mostTyped, size.rows - 8)),
					styles,
					placeholder: cutToWidth(formPlaceholder(form, ''), width - 3),
				});
	return {
		note: 'form, * is needed',
		body: (height: number) => windowed(rows.lines, height, rows.focus, scroll),
		...(composer === undefined
			? {}
			: {typed: {lines: composer.lines, ...(isTyped ? {cursor: composer.cursor} : {})}}),
		status: [...noteLines(context, width), ...problemLines(problem, width, styles)],
		hints: keysText(argumentsLabels(false), width),
	};
};

const drawText = (
	{text}: ArgumentView & {readonly type: 'text'},
	context: PictureContext,
	{columns: width, rows}: WindowSize,
) => {
	const {problem, styles} = context;
	const reading = readArguments(text);
	const fault =
		problem ??
		(reading.type === 'wrong'
			? `line ${reading.problem.line}, column ${reading.problem.column}: ${reading.problem.message}`
			: undefined);
	const status = [
		...noteLines(context, width),
		...(fault === undefined ? [styles.dim('valid JSON')] : problemLines(fault, width, styles)),
	];
	const composer = composerLines(text, {
		width,
		height: Math.max(1, rows - 4 - status.length),
		styles,
		placeholder: 'an object, such as {"path": "README.md"}',
		bar: '  ',
	});
	return {
		note: 'JSON',
		body: () => [],
		typed: composer,
		status,
		hints: keysText(withEnter(editorLabels('arguments', true), 'done'), width),
	};
};

const drawReview = (
	view: ArgumentView & {readonly type: 'review'},
	context: PictureContext,
	{columns: width}: WindowSize,
) => {
	const {problem, notNow, styles} = context;
	const {args, scroll, isChecking, doubts} = view;
	const lines = [
		...doubts.flatMap(doubt => wrapText(`▲ ${safe(doubt)}`, width).map(styles.warn)),
		...(doubts.length === 0 ? [] : ['']),
		styles.dim('This is sent:'),
		...argumentLines(args, width, styles).map(line => `  ${line}`),
	];
	const isOffered = doubts.length === 0 && notNow === undefined;
	const usual = hintLine([reviewBindings.filter(({intent}) => isOffered || intent !== 'run')], width);
	return {
		note: 'a last look',
		body: (height: number) => windowed(lines, height, {from: 0, to: 0}, scroll),
		status: isChecking
			? [styles.accent('checking whether the tool takes these …')]
			: [...noteLines(context, width), ...problemLines(problem, width, styles)],
		hints:
			doubts.length === 0 || notNow !== undefined
				? usual
				: cutToWidth(`y run it nevertheless · ${usual}`, width),
	};
};

/** The arguments of a try while they are filled in, and at the end exactly what will be sent. */
export const argumentPicture = (
	view: ArgumentView,
	context: PictureContext,
	size: WindowSize,
): FullPicture => {
	const title = `Try ${safe(context.tool.server)} ${safe(context.tool.tool)}`;
	const parts =
		view.type === 'form'
			? drawForm(view, context, size)
			: view.type === 'text'
				? drawText(view, context, size)
				: drawReview(view, context, size);
	return layerPicture({title, ...parts}, size, context.styles);
};
