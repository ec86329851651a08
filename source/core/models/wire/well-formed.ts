import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

const loneSurrogate = /\p{Cs}/u;
const loneSurrogates = /\p{Cs}/gu;

/** Half a character has no form in UTF-8, and providers refuse a whole request over one. */
export const wellFormedText = (text: string): string =>
	loneSurrogate.test(text) ? text.replace(loneSurrogates, '\uFFFD') : text;

/** The same for every text and key in an object. */
export const wellFormedObject = (object: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(object).map(([key, member]) => [wellFormedText(key), wellFormedJson(member)]),
	);

const wellFormedJson = (value: JsonValue): JsonValue => {
	if (typeof value === 'string') return wellFormedText(value);
	if (Array.isArray(value)) return value.map(wellFormedJson);
	return isJsonObject(value) ? wellFormedObject(value) : value;
};
