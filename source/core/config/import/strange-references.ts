import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

/** The same with every text in it changed. */
export const mapTexts = (value: JsonValue, change: (text: string) => string): JsonValue => {
	if (typeof value === 'string') {
		return change(value);
	}
	if (Array.isArray(value)) {
		return value.map((item: JsonValue) => mapTexts(item, change));
	}
	return isJsonObject(value)
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
		: value;
};

/** The user's own words for things that only their own configuration may name, or that only the other client knows. */
const strange = /\$\{(keychain|command|config|file|exec|shell|secret):|(?<!\$)\{file:/i;

/** A reference inside of another, which is not its default: what is filled in there could make any word of it. */
const nested = /\$\{(?!(?:env:)?\w+:-)[^{}]*\{/;

const findIn = (entry: JsonObject, pattern: RegExp): string | undefined => {
	let found: string | undefined;
	mapTexts(entry, text => {
		found ??= pattern.exec(text)?.[0];
		return text;
	});
	return found;
};

/** Why an entry of somebody else may not be written into the user's configuration, as the end of a sentence. */
export const whyStrange = (entry: JsonObject): string | undefined => {
	const found = findIn(entry, strange);
	if (found !== undefined) {
		return `it names ${found}…}, which is not taken over from elsewhere. Add it yourself with a variable`;
	}
	return findIn(entry, nested) === undefined
		? undefined
		: 'it has a reference inside of a reference, which is not taken over from elsewhere. Add it yourself with plain variables';
};

/** Gemini and Crush fill in `$NAME`. Only names in capitals, and not in the middle of a word: passwords have dollars, too. */
const bareReference = /(?<![\w$\\])\$([A-Z_][A-Z0-9_]*)(?![\w(])/g;

const withBraces = (text: string): string =>
	text.replaceAll(bareReference, (_, name: string) => `\${${name}}`);

/** Keys whose texts no shell reads. */
const plainKeys = ['env', 'environment', 'headers', 'url', 'httpUrl'];

/** The entry with `${NAME}` where it has `$NAME`; a script for a shell keeps its own. */
export const withBareReferences = (entry: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(entry).map(([key, value]) => {
			if (plainKeys.includes(key)) return [key, mapTexts(value, withBraces)];
			const isWholeWord = (word: JsonValue): boolean =>
				typeof word === 'string' && /^\$[A-Z_][A-Z0-9_]*$/.test(word);
			return key === 'args' && Array.isArray(value)
				? [key, value.map(word => (isWholeWord(word) ? mapTexts(word, withBraces) : word))]
				: [key, value];
		}),
	);
