import {memberOf, withMember} from '../../domain/entry-keys.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {plainTransportName, transportNames} from '../../domain/transport-names.ts';
import {quoteCommand, splitCommandLine} from '../../support/shell-words.ts';

export const transports = ['stdio', 'http', 'sse', 'ws'] as const;

export type Transport = (typeof transports)[number];

const isPresent = (entry: JsonObject, key: string): boolean => memberOf(entry, key) !== undefined;

const inferred = (entry: JsonObject): Transport => {
	const url = memberOf(entry, 'url');
	if (typeof url !== 'string' || isPresent(entry, 'command') || isPresent(entry, 'server')) {
		return 'stdio';
	}
	return /^\s*wss?:/i.test(url) ? 'ws' : 'http';
};

/** How an entry says that its server is reached; without a word about it, by what it has. */
export const transportOf = (entry: JsonObject): Transport => {
	const type = memberOf(entry, 'type');
	const plain = typeof type === 'string' ? plainTransportName(type) : '';
	return transports.find(name => name === transportNames[plain]) ?? inferred(entry);
};

/** Keys that say something only about one kind of server. */
const localKeys = ['command', 'server', 'args', 'env', 'envFile', 'cwd', 'encoding'];
const remoteKeys = ['url', 'headers', 'auth', 'oauth', 'sseReadTimeout', 'terminateOnClose', 'allowInsecure'];

const without = (entry: JsonObject, keys: readonly string[]): JsonObject =>
	keys.reduce((rest, key) => withMember(rest, key, undefined), entry);

/** The entry for a server that is started, or for one that is reached: what cannot count any more goes. */
export const withFamily = (entry: JsonObject, transport: Transport): JsonObject => {
	const isLocal = transport === 'stdio';
	return (transportOf(entry) === 'stdio') === isLocal
		? entry
		: without(entry, isLocal ? remoteKeys : localKeys);
};

/** A type is said where it does not follow from the rest, or was said before. */
export const withType = (entry: JsonObject, transport: Transport): JsonObject =>
	transportOf(entry) === transport ? entry : withMember(entry, 'type', transport);

const textsOf = (value: JsonValue | undefined): readonly string[] =>
	(Array.isArray(value) ? value : [value]).flatMap((word: JsonValue | undefined) =>
		typeof word === 'string' || typeof word === 'number' ? [String(word)] : [],
	);

/** The command and its arguments, as one would type them. */
export const commandOf = (entry: JsonObject): string | undefined => {
	const server = memberOf(entry, 'server');
	const args = textsOf(memberOf(entry, 'args'));
	const words =
		typeof server === 'string'
			? ['npx', '-y', server, ...args]
			: [...textsOf(memberOf(entry, 'command')), ...args];
	return words.length === 0 ? undefined : quoteCommand(words);
};

/** Why a command line cannot be taken, as half a sentence. */
export const whyNoCommand = (line: string): string | undefined => {
	if (splitCommandLine(line) !== undefined) {
		return undefined;
	}
	const isOpen = splitCommandLine(line.replaceAll(/[|&;<>()`]/g, '')) === undefined;
	return isOpen ? 'a quote is not closed' : "pipes, redirections and other commands need a shell: sh -c '…'";
};

export const withCommand = (entry: JsonObject, line: string | undefined): JsonObject => {
	const [command, ...args] = splitCommandLine(line ?? '') ?? [];
	const bare = withMember(entry, 'server', undefined);
	const hadArgs = memberOf(entry, 'args') !== undefined;
	return withMember(
		withMember(bare, 'command', command),
		'args',
		args.length > 0 || (hadArgs && command !== undefined) ? args : undefined,
	);
};

/** A duration in seconds, however it is written: what is large are milliseconds, but for the spelling of agent files. */
export const secondsOf = (entry: JsonObject, key: 'timeout' | 'requestTimeout'): JsonValue | undefined => {
	const value = memberOf(entry, key);
	const isSeconds = key === 'requestTimeout' && Object.hasOwn(entry, 'request_timeout');
	return typeof value === 'number' && value > 300 && !isSeconds ? value / 1000 : value;
};

export const isEnabled = (entry: JsonObject): boolean =>
	memberOf(entry, 'disabled') !== true && memberOf(entry, 'enabled') !== false;

export const withEnabled = (entry: JsonObject, enabled: boolean): JsonObject => {
	if (memberOf(entry, 'enabled') !== undefined) {
		return withMember(withMember(entry, 'enabled', enabled), 'disabled', undefined);
	}
	return withMember(entry, 'disabled', enabled ? undefined : true);
};

/** The members of `env` or `headers`. */
export const pairsOf = (
	entry: JsonObject,
	key: 'env' | 'headers',
): readonly (readonly [string, JsonValue])[] => {
	const section = memberOf(entry, key);
	return isJsonObject(section) ? Object.entries(section) : [];
};

export const withPair = (
	entry: JsonObject,
	key: 'env' | 'headers',
	name: string,
	value: JsonValue | undefined,
): JsonObject => {
	const section = memberOf(entry, key);
	const before = isJsonObject(section) ? section : {};
	const after =
		value === undefined
			? Object.fromEntries(Object.entries(before).filter(([each]) => each !== name))
			: {...before, [name]: value};
	return withMember(entry, key, Object.keys(after).length === 0 ? undefined : after);
};
