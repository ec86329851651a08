import type {Assistant} from '../../domain/assistant.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {
	assistantAliases,
	assistantSchema,
	readAssistantEntry,
	toolChoiceAliases,
	toolChoiceSchema,
} from './assistant-entry.ts';
import {type Aliases, canonicalKey} from './read-object.ts';

/** JSON has no texts of several lines, but an assistant may have an array of them. */
const asText = (text: string): JsonValue => (text.includes('\n') ? text.split('\n') : text);

const spellingIn = (entry: JsonObject, key: string, known: readonly string[], aliases: Aliases): string =>
	Object.keys(entry).find(written => canonicalKey(written, known, aliases) === key) ?? key;

const withMember = (entry: JsonObject, key: string, value: JsonValue | undefined): JsonObject =>
	value === undefined
		? Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key))
		: {...entry, [key]: value};

/** Nothing where nothing is said: an empty list of what is left out says no more than none. */
const unlessEmpty = (items: readonly string[]): readonly string[] | undefined =>
	items.length === 0 ? undefined : items;

const entryKeys = Object.keys(assistantSchema.shape);
const choiceKeys = Object.keys(toolChoiceSchema.shape);

/** Whether the entry says it under `tools`. */
const innerPlace = (
	entry: JsonObject,
	inner: string,
): {readonly outer: string; readonly inner: string} | undefined => {
	const outer = spellingIn(entry, 'tools', entryKeys, assistantAliases);
	const tools = entry[outer];
	if (!isJsonObject(tools)) return undefined;
	const written = spellingIn(tools, inner, choiceKeys, toolChoiceAliases);
	return Object.hasOwn(tools, written) ? {outer, inner: written} : undefined;
};

const putChoice = (
	entry: JsonObject,
	key: 'includeTools' | 'excludeTools',
	value: readonly string[] | undefined,
): JsonObject => {
	const place = innerPlace(entry, key === 'includeTools' ? 'include' : 'exclude');
	if (place === undefined) {
		return withMember(entry, spellingIn(entry, key, entryKeys, assistantAliases), value);
	}
	const tools = entry[place.outer];
	const left = isJsonObject(tools) ? withMember(tools, place.inner, value) : {};
	return withMember(entry, place.outer, Object.keys(left).length === 0 ? undefined : left);
};

/**
 * An entry of `assistants` that says what the assistant is to be. What is the same already stays as it is written, and
 * so does everything that is not known here.
 */
export const writeAssistant = (written: JsonObject, next: Assistant): JsonObject => {
	const read = readAssistantEntry(next.name, written, '');
	const before: Partial<Assistant> = read.type === 'assistant' ? read.assistant : {};
	const plain: readonly (readonly [keyof Assistant, JsonValue | undefined])[] = [
		['description', next.description],
		['model', next.model],
		['instructions', next.instructions === undefined ? undefined : asText(next.instructions)],
		['temperature', next.temperature],
		['maxTokens', next.maxTokens],
		['servers', next.servers],
		['toolApproval', next.toolApproval],
		['trustedTools', unlessEmpty(next.trustedTools)],
		['askOnUntrustedContent', next.askOnUntrustedContent],
	];
	const isSame = (key: keyof Assistant): boolean =>
		JSON.stringify(before[key] ?? null) === JSON.stringify(next[key] ?? null);
	const entry = plain
		.filter(([key]) => !isSame(key))
		.reduce(
			(result, [key, value]) =>
				withMember(result, spellingIn(result, key, entryKeys, assistantAliases), value),
			written,
		);
	const included = isSame('includeTools') ? entry : putChoice(entry, 'includeTools', next.includeTools);
	return JSON.stringify(before.excludeTools ?? []) === JSON.stringify(next.excludeTools)
		? included
		: putChoice(included, 'excludeTools', unlessEmpty(next.excludeTools));
};
