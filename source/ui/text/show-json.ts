import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {reveal} from './reveal.ts';

/** `path: "a.txt", limit: 3` */
export const showInline = (args: JsonObject): string =>
	Object.entries(args)
		.map(([key, value]) => `${sanitiseLine(key)}: ${sanitiseLine(JSON.stringify(value))}`)
		.join(', ');

const isMultiline = (value: JsonValue): value is string => typeof value === 'string' && value.includes('\n');

/**
 * Arguments in full, a block of lines per key. A text of several lines is shown as it is, everything
 * else as JSON, so that a space at the end or an empty text can be seen.
 */
export const showInFull = (
	args: JsonObject,
): readonly {readonly key: string; readonly lines: readonly string[]}[] =>
	Object.entries(args).map(([key, value]) => ({
		key: sanitiseLine(reveal(key)),
		lines: isMultiline(value)
			? reveal(value).split('\n')
			: reveal(JSON.stringify(value, null, isJsonObject(value) || Array.isArray(value) ? 2 : 0)).split('\n'),
	}));
