import type {JsonObject} from '../../domain/json.ts';
import {reveal} from '../text/reveal.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Style, Styles} from '../theme/styles.ts';

/** Under which names tools take a text and what comes in its place. */
const pairs = [
	['oldText', 'newText'],
	['old_text', 'new_text'],
	['old_string', 'new_string'],
	['oldString', 'newString'],
	['old_str', 'new_str'],
	['search', 'replace'],
] as const;

type TextEdit = {
	readonly before: {readonly key: string; readonly text: string};
	readonly after: {readonly key: string; readonly text: string};
};

/** A text and what comes in its place, where an object has both. */
export const findEdit = (value: JsonObject): TextEdit | undefined => {
	for (const [oldKey, newKey] of pairs) {
		const [before, after] = [value[oldKey], value[newKey]];
		if (typeof before === 'string' && typeof after === 'string') {
			return {before: {key: oldKey, text: before}, after: {key: newKey, text: after}};
		}
	}
	return undefined;
};

const countCommon = (one: readonly string[], other: readonly string[]): number => {
	const most = Math.min(one.length, other.length);
	const different = one.slice(0, most).findIndex((line, index) => line !== other[index]);
	return different === -1 ? most : different;
};

/** Every line of both texts: what both have in common at their start and end stands there once. */
export const editLines = ({before, after}: TextEdit, width: number, styles: Styles): readonly string[] => {
	const [old, fresh] = [reveal(before.text).split('\n'), reveal(after.text).split('\n')];
	const start = countCommon(old, fresh);
	const end = countCommon(old.slice(start).reverse(), fresh.slice(start).reverse());
	const marked = (lines: readonly string[], mark: string, style: Style): readonly string[] =>
		lines.flatMap(line =>
			wrapText(line, width - 2).map((piece, index) => style(`${index === 0 ? mark : ' '} ${piece}`)),
		);
	return [
		...marked(old.slice(0, start), ' ', styles.dim),
		...marked(old.slice(start, old.length - end), '-', styles.removed),
		...marked(fresh.slice(start, fresh.length - end), '+', styles.added),
		...marked(old.slice(old.length - end), ' ', styles.dim),
	];
};
