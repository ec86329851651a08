import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {findInexactNumber} from '../../../support/exact-number.ts';
import {deepestJson} from '../../../support/json-depth.ts';

/** Told from the text alone: JSON.parse bears any depth, and whoever gets its result may not. */
const isTooDeep = (text: string): boolean => {
	let depth = 0;
	let isInString = false;
	for (let index = 0; index < text.length; index += 1) {
		const character = text[index];
		if (isInString) {
			if (character === '\\') index += 1;
			else if (character === '"') isInString = false;
		} else if (character === '"') isInString = true;
		else if (character === '{' || character === '[') {
			depth += 1;
			if (depth > deepestJson) return true;
		} else if (character === '}' || character === ']') depth -= 1;
	}
	return false;
};

/** The object that a text is the JSON of; undefined where it is none. */
export const parseObject = (text: string): JsonObject | undefined => {
	if (isTooDeep(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		// The text itself says best what is wrong with it.
		return undefined;
	}
};

/**
 * The arguments of a call as a model wrote them. What is not the JSON of an object is never repaired, and a number that
 * would be sent as another one is not sent.
 */
export const readArguments = (text: string): {readonly arguments: JsonObject; readonly invalid?: string} => {
	// Some servers write `null` where there are none.
	if (/^\s*(?:null\s*)?$/.test(text)) return {arguments: {}};
	const value = parseObject(text);
	return value === undefined || findInexactNumber(text) !== undefined
		? {arguments: {}, invalid: text}
		: {arguments: value};
};
