import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {createSecret} from '../../domain/secret.ts';
import type {ConfigScope} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {findSecrets, findSecretText, type SecretPlace} from './find-secrets.ts';
import type {KeepSecret} from './server-run.ts';

export type SecretsKept =
	| {
			readonly type: 'kept';
			/** The entry with references in place of its secrets. */
			readonly entry: JsonObject;
			/** What was done, a sentence each. */
			readonly notes: readonly string[];
			/** Brings back what the keychain had before. */
			readonly undo: () => Promise<void>;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

export type KeepOptions = {
	readonly keepSecret: KeepSecret;
	readonly scope: ConfigScope;
	/** The user wants secrets in the file as they are. */
	readonly isPlainText: boolean;
	/** The entry that is changed: secrets that its file has already, and that stay as they are, were the user's choice. */
	readonly before?: JsonObject;
};

const plainTextHint = 'To write it into the file all the same, add --plain-text.';

const describe = ({path}: SecretPlace): string => sanitiseLine(path.join('.'));

const variableFor = (text: string): string =>
	text
		.toUpperCase()
		.replaceAll(/[^A-Z0-9]+/g, '_')
		.replace(/^_|_$/g, '');

/** The slash keeps `a` with `b-c` apart from `a-b` with `c`. Braces would end the reference. */
const secretName = (server: string, {path}: SecretPlace, all: readonly SecretPlace[]): string => {
	const last = path.at(-1);
	const isShared = all.filter(other => other.path.at(-1) === last).length > 1;
	return `${server}/${isShared ? path.join('.') : last}`.replaceAll(/[{}]/g, '_');
};

const replaceAt = (entry: JsonObject, path: readonly string[], text: string): JsonObject => {
	const [key = '', ...rest] = path;
	const inner = entry[key];
	return {...entry, [key]: rest.length > 0 && isJsonObject(inner) ? replaceAt(inner, rest, text) : text};
};

const refuse = (code: string, message: string, hint: string): SecretsKept => ({
	type: 'refused',
	failure: {code, message, hint},
});

const inTextHint = (server: string, variable: string): string => {
	const name = /^[\w.-]+$/.test(server) ? `${server}/key` : 'my-key';
	return `Keep it with mcp-tui keys set ${name} and write \${keychain:${name}} in its place, or set a variable and write \${${variable}}, in single quotes. ${plainTextHint}`;
};

const refuseText = (server: string, where: 'url' | 'args'): SecretsKept => {
	switch (where) {
		case 'url':
			return refuse(
				'secret-in-url',
				`The URL of server "${server}" holds what looks like a secret. Nothing was written.`,
				inTextHint(server, 'MY_KEY'),
			);
		case 'args':
			return refuse(
				'secret-in-arguments',
				`An argument of server "${server}" looks like a secret. Nothing was written.`,
				inTextHint(server, 'MY_TOKEN'),
			);
		default:
			return assertNever(where);
	}
};

const valueAt = (entry: JsonObject, [key = '', ...rest]: readonly string[]): JsonValue | undefined => {
	const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
	return rest.length > 0 && isJsonObject(value) ? valueAt(value, rest) : value;
};

const isSameAt = (path: readonly string[], entry: JsonObject, before: JsonObject): boolean =>
	valueAt(before, path) === valueAt(entry, path);

/** What an entry says anew. */
const withoutSame = (entry: JsonObject, before: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(entry).filter(
			([key, value]) => JSON.stringify(value) !== JSON.stringify(valueAt(before, [key])),
		),
	);

/** Moves the secrets of an entry into the keychain. Where that cannot be, nothing is to be written. */
export const keepSecrets = async (
	server: string,
	entry: JsonObject,
	{keepSecret, scope, isPlainText, before = {}}: KeepOptions,
	signal: AbortSignal,
): Promise<SecretsKept> => {
	const undone: (() => Promise<void>)[] = [];
	const undo = async (): Promise<void> => {
		for (const step of undone.splice(0).reverse()) {
			await step();
		}
	};
	const places = findSecrets(entry).filter(({path}) => !isSameAt(path, entry, before));
	const text = findSecretText(withoutSame(entry, before));
	if (isPlainText) {
		const found = [...places.map(describe), ...(text === undefined ? [] : [text])];
		const notes = found.map(what => `${what} is in the file as plain text.`);
		return {type: 'kept', entry, notes, undo};
	}
	if (text !== undefined) {
		return refuseText(server, text);
	}
	const notes: string[] = [];
	let kept = entry;
	for (const place of places) {
		const example = `\${${variableFor(`${server} ${place.path.at(-1) ?? ''}`)}}`;
		const hint = `Set a variable and write ${place.prefix}${example} in its place, in single quotes. ${plainTextHint}`;
		if (scope === 'project') {
			const message = `${describe(place)} of server "${server}" looks like a secret, and the file of a project is for everybody. Nothing was written.`;
			return refuse('secret-in-project', message, hint);
		}
		const name = secretName(server, place, places);
		const outcome = await keepSecret(name, createSecret(place.value), signal);
		if (outcome.type === 'refused') {
			await undo();
			const {code, message, hint: remedy} = outcome.failure;
			return refuse(
				code,
				`${describe(place)} of server "${server}" looks like a secret, and nothing was written. ${message}`,
				remedy === undefined ? hint : `${remedy} Or ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`,
			);
		}
		undone.push(outcome.undo);
		kept = replaceAt(kept, place.path, `${place.prefix}\${keychain:${name}}`);
		const where = outcome.place ?? 'the keychain';
		notes.push(`${describe(place)} is kept in ${where}; the file only says \${keychain:${name}}.`);
	}
	return {type: 'kept', entry: kept, notes, undo};
};
