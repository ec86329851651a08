import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {reveal} from '../text/reveal.ts';
import {showInFull} from '../text/show-json.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {editLines, findEdit} from './edit-lines.ts';

/** A value that does not fit beside its key goes below it. */
export const layOutEntry = (
	key: string,
	lines: readonly string[],
	width: number,
	styles: Styles,
): readonly string[] => {
	const wrapped = lines.flatMap(line => wrapText(line, width - 4));
	const [first = '', ...rest] = wrapped;
	const isShort = rest.length === 0 && cellsOf(key) + cellsOf(first) + 2 <= width - 4;
	return isShort
		? [`${styles.dim(`${key}:`)} ${first}`]
		: [...wrapText(`${key}:`, width - 2).map(styles.dim), ...wrapped.map(line => `  ${line}`)];
};

const isEditList = (value: JsonValue): value is readonly JsonObject[] =>
	Array.isArray(value) &&
	value.length > 0 &&
	value.every((item: JsonValue) => isJsonObject(item) && findEdit(item) !== undefined);

const indented = (lines: readonly string[]): readonly string[] => lines.map(line => `  ${line}`);

/** Keys and values in full. A text and what comes in its place are shown as one, with what is removed and added. */
const objectLines = (args: JsonObject, width: number, styles: Styles): readonly string[] => {
	const edit = findEdit(args);
	return Object.entries(args).flatMap(([key, value]) => {
		if (edit !== undefined && key === edit.before.key) {
			const label = `${key} → ${edit.after.key}:`;
			return [...wrapText(label, width - 2).map(styles.dim), ...indented(editLines(edit, width - 4, styles))];
		}
		if (edit !== undefined && key === edit.after.key) {
			return [];
		}
		if (isEditList(value)) {
			const label = `${sanitiseLine(reveal(key))}: ${value.length === 1 ? 'one change' : `${value.length} changes`}`;
			return [
				...wrapText(label, width - 2).map(styles.dim),
				...value.flatMap(item => indented(objectLines(item, width - 2, styles))),
			];
		}
		return showInFull({[key]: value}, width - 4).flatMap(entry =>
			layOutEntry(entry.key, entry.lines, width, styles),
		);
	});
};

const layOutArguments = (args: JsonObject, width: number, styles: Styles): readonly string[] =>
	Object.keys(args).length === 0 ? [styles.dim('no arguments')] : objectLines(args, width, styles);

/** Arguments never change, and there may be megabytes of them: every frame after the first only looks. */
export const argumentLines = rememberLast(layOutArguments);
