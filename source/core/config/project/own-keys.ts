import {entryAliases} from '../../../domain/entry-keys.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {Place} from '../complaint.ts';
import {entryKeys} from '../entry-schema.ts';
import {variablesIn} from '../expand-variables.ts';
import {canonicalKey} from '../read-object.ts';

/** Where most people keep the keys of the providers of models. */
const commonKeys: readonly string[] = [
	'ANTHROPIC_API_KEY',
	'ANTHROPIC_AUTH_TOKEN',
	'OPENAI_API_KEY',
	'OPENROUTER_API_KEY',
	'GROQ_API_KEY',
	'GEMINI_API_KEY',
	'GOOGLE_API_KEY',
	'MISTRAL_API_KEY',
	'DEEPSEEK_API_KEY',
	'XAI_API_KEY',
];

/** Whether a variable is there for this program: the key of a provider, or a setting of ours such as a passphrase. */
export type IsOwnKey = (variable: string) => boolean;

/** Windows takes names of variables in any case. */
export const createIsOwnKey = (providerKeys: readonly string[] = []): IsOwnKey => {
	const keys = new Set([...commonKeys, ...providerKeys].map(name => name.toUpperCase()));
	return variable => keys.has(variable.toUpperCase()) || /^MCP_TUI_/i.test(variable);
};

export type NamedKey = {readonly path: Place; readonly variable: string};

const namedIn = (value: unknown, path: Place, isOwnKey: IsOwnKey): readonly NamedKey[] => {
	if (typeof value === 'string') {
		return variablesIn(value)
			.filter(isOwnKey)
			.map(variable => ({path, variable}));
	}
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => namedIn(item, [...path, index], isOwnKey));
	}
	return isJsonObject(value)
		? Object.entries(value).flatMap(([key, item]) => namedIn(item, [...path, key], isOwnKey))
		: [];
};

/** Where an entry names such a variable. What is not filled in cannot take anything. */
export const findOwnKeys = (entry: unknown, isOwnKey: IsOwnKey): readonly NamedKey[] =>
	isJsonObject(entry)
		? Object.entries(entry).flatMap(([key, value]) =>
				canonicalKey(key, entryKeys, entryAliases) === undefined ? [] : namedIn(value, [key], isOwnKey),
			)
		: [];
