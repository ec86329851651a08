import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {cellsOf} from './graphemes.ts';
import {reveal} from './reveal.ts';

/** `path: "a.txt", limit: 3` */
export const showInline = (args: JsonObject): string =>
	Object.entries(args)
		.map(([key, value]) => `${sanitiseLine(key)}: ${sanitiseLine(JSON.stringify(value))}`)
		.join(', ');

/** `["a", {"b": 1}]`: JSON on one line, with the spaces that a reader wants. */
const onOneLine = (value: JsonValue): string => {
	if (Array.isArray(value)) {
		return `[${value.map(onOneLine).join(', ')}]`;
	}
	return isJsonObject(value)
		? `{${Object.entries(value)
				.map(([key, part]) => `${JSON.stringify(key)}: ${onOneLine(part)}`)
				.join(', ')}}`
		: JSON.stringify(value);
};

/** What has parts is broken into lines where it is too long for one. */
const jsonLines = (value: JsonValue, width: number): readonly string[] => {
	const indented = JSON.stringify(value, null, 2);
	const short = indented.length > width * 3 ? undefined : reveal(onOneLine(value));
	return short !== undefined && cellsOf(short) <= width ? [short] : reveal(indented).split('\n');
};

const isMultiline = (value: JsonValue): value is string => typeof value === 'string' && value.includes('\n');

/**
 * Arguments in full, a block of lines per key, for lines of a width. A text of several lines is shown as it is, everything
 * else as JSON, so that a space at the end or an empty text can be seen.
 */
export const showInFull = (
	args: JsonObject,
	width = 0,
): readonly {readonly key: string; readonly lines: readonly string[]}[] =>
	Object.entries(args).map(([key, value]) => ({
		key: sanitiseLine(reveal(key)),
		lines: isMultiline(value) ? reveal(value).split('\n') : jsonLines(value, width),
	}));
