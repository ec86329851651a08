import type {JsonObject, JsonValue} from './json.ts';

/** Other names of the keys of an entry. `environment` is opencode's, `httpUrl` Gemini's, `baseUrl` mcporter's. */
export const entryAliases: Readonly<Record<string, string>> = {
	transport: 'type',
	transportType: 'type',
	authentication: 'auth',
	environment: 'env',
	httpUrl: 'url',
	serverUrl: 'url',
	baseUrl: 'url',
	enabledTools: 'includeTools',
	disabledTools: 'excludeTools',
};

/** `env_file` is `envFile`, `transport` is `type`. */
export const entryKey = (key: string, aliases: Readonly<Record<string, string>> = entryAliases): string => {
	const camel = key.replaceAll(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
	return Object.hasOwn(aliases, camel) ? (aliases[camel] ?? camel) : camel;
};

/** How an object spells a key. */
const spellingIn = (object: JsonObject, key: string, aliases?: Readonly<Record<string, string>>): string =>
	Object.keys(object).find(each => entryKey(each, aliases) === key) ?? key;

export const memberOf = (
	object: JsonObject,
	key: string,
	aliases?: Readonly<Record<string, string>>,
): JsonValue | undefined => {
	const spelled = spellingIn(object, key, aliases);
	return Object.hasOwn(object, spelled) ? object[spelled] : undefined;
};

/** The object with another value of one member, in its place and as it is spelled there; without it for no value. */
export const withMember = (
	object: JsonObject,
	key: string,
	value: JsonValue | undefined,
	aliases?: Readonly<Record<string, string>>,
): JsonObject => {
	const spelled = spellingIn(object, key, aliases);
	return value === undefined
		? Object.fromEntries(Object.entries(object).filter(([each]) => each !== spelled))
		: {...object, [spelled]: value};
};
