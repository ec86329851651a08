import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (character: string): string => {
	const code = (character.codePointAt(0) ?? 0).toString(16);
	return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/**
 * Sanitised, but with nothing gone: where something would be removed, it is written as an escape instead.
 * Else a call could carry what the user was never shown.
 */
const reveal = (text: string): string => {
	const safe = sanitise(text);
	const isWhole = safe === text.replaceAll('\t', '    ').replaceAll('\r\n', '\n');
	return isWhole ? safe : sanitise(text.replace(invisible, escaped));
};

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
