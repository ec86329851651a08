import {expectation, type FormField, kindName} from '../../domain/form-field.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import type {TextBuffer} from '../input/text-buffer.ts';
import {cellsOf, graphemesOf} from '../text/graphemes.ts';
import {lineWindow} from '../text/line-window.ts';
import {reveal} from '../text/reveal.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {type FieldEntry, hasOptions, optionsOf, problemOf, readEntry} from './field-entry.ts';
import type {FormView} from './form-view.ts';
import {showAnswer} from './show-answer.ts';

type FormRowsContext = {
	readonly width: number;
	readonly styles: Styles;
	/** What is said about a field that seems to ask for a secret; its answer is not shown then. */
	readonly warningAbout: (field: FormField) => string | undefined;
	/** A form of the program itself: nobody has to be told kinds, and what is typed stands in its row. */
	readonly own?: {
		/** What is shown for a value that is not being typed, where it is not the value itself. */
		readonly shownFor: (entry: FieldEntry, width: number) => string | undefined;
		/** Stands below the row, with its style. */
		readonly noteOf: (entry: FieldEntry) => readonly string[];
	};
};

type FormRows = {
	readonly lines: readonly string[];
	/** What has the keyboard is in these lines. */
	readonly focus: {readonly from: number; readonly to: number};
	/** Where one types, in the program's own forms. */
	readonly cursor?: {readonly line: number; readonly column: number};
};

/** Of one length, so that it tells nothing. */
export const mask = '••••••••';

const indent = '    ';
/** Where there is less room, kinds are only told of the field that has the keyboard. */
const roomForKinds = 56;

/** Names are what a tool gets; titles are what a person is asked. */
const nameOf = ({name, title, isLiteral}: FormField): string =>
	sanitiseLine(reveal(isLiteral === true ? name : title));

const required = ' *';

type Columns = {readonly name: number; readonly kind: number};

const columnsOf = ({entries}: FormView, {width, own}: FormRowsContext): Columns => {
	const names = entries.map(({field}) => cellsOf(nameOf(field)) + (field.isRequired ? cellsOf(required) : 0));
	return {
		name: Math.min(Math.max(...names, 4), Math.max(12, Math.floor(width * 0.4))),
		kind:
			width < roomForKinds || own !== undefined
				? 0
				: Math.max(...entries.map(({field}) => kindName(field).length)),
	};
};

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - cellsOf(text)));

/** Its first line, and how many more there are. */
const onOneLine = (text: string, width: number): string => {
	const [first = '', ...rest] = text.split('\n');
	const more = rest.length === 0 ? '' : `  … ${rest.length + 1} lines`;
	return `${cutToWidth(sanitiseLine(reveal(first)), Math.max(1, width - more.length))}${more}`;
};

const absence = ({field}: FieldEntry, styles: Styles): string => {
	if (field.isRequired) {
		return styles.warn('needed');
	}
	if (field.assumed !== undefined) {
		return styles.dim(`left out: ${sanitiseLine(reveal(showAnswer(field, field.assumed)))}`);
	}
	return styles.dim(field.isLiteral === true ? 'left out' : 'no answer');
};

const valueText = (
	entry: FieldEntry,
	width: number,
	{styles, warningAbout, own}: FormRowsContext,
): string => {
	const {field, text} = entry;
	const shown = own?.shownFor(entry, width);
	if (shown !== undefined) {
		return shown;
	}
	const reading = readEntry(entry);
	if (reading.type === 'wrong' && text.text !== '') {
		return styles.bad(onOneLine(`✘ ${warningAbout(field) === undefined ? text.text : mask}`, width));
	}
	if (reading.type === 'wrong' || reading.value === undefined) {
		return absence(entry, styles);
	}
	return warningAbout(field) === undefined ? onOneLine(showAnswer(field, reading.value), width) : mask;
};

/** What is typed, with every character on the one line; of a secret only how long it is. */
const typedBuffer = ({field, text: {text, cursor}}: FieldEntry): TextBuffer => {
	const isHidden = field.isSecret === true && !text.startsWith('${');
	const show = (part: string): string =>
		isHidden ? '•'.repeat(graphemesOf(part).length) : part.replaceAll('\n', '⏎').replaceAll('\t', ' ');
	return {
		text: show(text.slice(0, cursor)) + show(text.slice(cursor)),
		cursor: show(text.slice(0, cursor)).length,
	};
};

type DrawnRow = {readonly text: string; readonly cursor?: number};

const rowOf = (
	entry: FieldEntry,
	isCurrent: boolean,
	columns: Columns,
	context: FormRowsContext,
): DrawnRow => {
	const {styles, width} = context;
	const {field} = entry;
	const star = field.isRequired ? required : '';
	const name = cutToWidth(nameOf(field), columns.name - star.length);
	const fill = ' '.repeat(Math.max(0, columns.name - cellsOf(name) - star.length));
	const kind = columns.kind === 0 ? '' : `  ${styles.dim(padded(kindName(field), columns.kind))}`;
	const used = 2 + columns.name + (columns.kind === 0 ? 0 : columns.kind + 2) + 2;
	const room = Math.max(1, width - used);
	const isTyped = isCurrent && context.own !== undefined && !hasOptions(entry);
	const typed = isTyped ? lineWindow(typedBuffer(entry), room) : undefined;
	// Where nothing is typed yet, what is there stays to be seen.
	const isEmpty = typed !== undefined && entry.text.text === '';
	const value = typed === undefined || isEmpty ? valueText(entry, room, context) : typed.text;
	const text = [
		isCurrent ? styles.accent('› ') : '  ',
		isCurrent ? styles.strong(name) : name,
		styles.warn(star),
		fill,
		kind,
		`  ${value}`,
	].join('');
	return typed === undefined ? {text} : {text, cursor: used + typed.cursor};
};

const optionLines = (entry: FieldEntry, {styles, width}: FormRowsContext): readonly string[] =>
	optionsOf(entry).map(({label, value}, index) => {
		const isPicked = value === undefined ? entry.picked.length === 0 : entry.picked.includes(value);
		const box = entry.field.kind.type === 'choices' ? (isPicked ? '[x] ' : '[ ] ') : isPicked ? '● ' : '○ ';
		const number = index < 9 ? `${index + 1} ` : '  ';
		const text = cutToWidth(`${box}${number}${sanitiseLine(reveal(label))}`, width - indent.length - 2);
		return index === entry.cursor ? `  ${styles.accent('›')} ${styles.inverse(text)}` : `${indent}${text}`;
	});

const factsAbout = ({field, isJson}: FieldEntry, isOwn: boolean): string =>
	[
		isOwn ? '' : field.isRequired ? 'required' : 'optional',
		expectation(field),
		isJson && field.kind.type !== 'json' ? 'written as JSON here' : '',
		field.assumed === undefined || field.isRequired
			? ''
			: `${sanitiseLine(reveal(showAnswer(field, field.assumed)))} if left out`,
	]
		.filter(part => part !== '')
		.join(', ');

/** Everything there is to know about the field that has the keyboard. */
const detailLines = (
	entry: FieldEntry,
	{width, styles, warningAbout, own}: FormRowsContext,
): readonly string[] => {
	const {field} = entry;
	const facts = factsAbout(entry, own !== undefined);
	const wrap = (text: string): readonly string[] => wrapText(text, width - indent.length);
	const warning = warningAbout(field);
	// What the program says about its own fields says more.
	const problem = (own?.noteOf(entry) ?? []).length > 0 ? undefined : problemOf(entry);
	return [
		...(field.isLiteral === true && field.title !== field.name ? wrap(sanitiseLine(field.title)) : []),
		...(field.description === ''
			? []
			: wrap(sanitise(field.description)).map(own === undefined ? line => line : styles.dim)),
		...(facts === '' ? [] : wrap(facts).map(styles.dim)),
		...(warning === undefined ? [] : wrap(warning).map(styles.warn)),
		...(problem === undefined ? [] : wrap(`✘ ${sanitiseLine(reveal(problem))}`).map(styles.bad)),
	].map(line => `${indent}${line}`);
};

/** So many options are seen before one comes to them. */
const optionsAhead = 4;

/** A row for every field, and below the one that has the keyboard what it is about. */
export const formRows = (form: FormView, context: FormRowsContext): FormRows => {
	const columns = columnsOf(form, context);
	const lines: string[] = [];
	let focus = {from: 0, to: 0};
	let cursor: FormRows['cursor'];
	for (const [index, entry] of form.entries.entries()) {
		const isCurrent = index === form.index;
		const from = lines.length;
		const row = rowOf(entry, isCurrent, columns, context);
		lines.push(row.text, ...(context.own?.noteOf(entry) ?? []).map(line => `${indent}${line}`));
		if (isCurrent) {
			cursor = row.cursor === undefined ? undefined : {line: from, column: row.cursor};
			lines.push(...detailLines(entry, context));
			const options = optionLines(entry, context);
			const place = lines.length + entry.cursor;
			const last = lines.length + options.length - 1;
			focus =
				options.length === 0
					? {from, to: lines.length - 1}
					: {from: place - Math.min(2, entry.cursor), to: Math.min(last, place + optionsAhead)};
			lines.push(...options);
		}
	}
	return {lines, focus, ...(cursor === undefined ? {} : {cursor})};
};
