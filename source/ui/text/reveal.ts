import {sanitise} from '../../support/sanitise.ts';

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (character: string): string => {
	const code = (character.codePointAt(0) ?? 0).toString(16);
	return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/**
 * Sanitised, but with nothing gone: where something would be removed, it is written as an escape instead.
 * Else a call could carry what the user was never shown.
 */
export const reveal = (text: string): string => {
	const safe = sanitise(text);
	const isWhole = safe === text.replaceAll('\t', '    ').replaceAll('\r\n', '\n');
	return isWhole ? safe : sanitise(text.replace(invisible, escaped));
};

/** By UTF-16 units, as JSON has it. */
const escapedUnits = (text: string): string =>
	Array.from({length: text.length}, (_, index) => {
		const code = text.charCodeAt(index).toString(16);
		return `\\u${code.padStart(4, '0')}`;
	}).join('');

/** JSON that can be shown as it is and still says the same: what is unsafe to show is written as an escape. */
export const revealJson = (json: string): string => {
	if (sanitise(json) === json) {
		return json;
	}
	const visible = json.replace(invisible, escapedUnits);
	return sanitise(visible) === visible ? visible : json.replace(/[^\n\x20-\x7e]/gu, escapedUnits);
};
