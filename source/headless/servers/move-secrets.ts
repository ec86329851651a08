import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {Secret} from '../../domain/secret.ts';
import type {KeepSecret} from './server-run.ts';

type MoveOptions = {
	readonly from: string;
	readonly to: string;
	/** Resolves with nothing where it is not there or cannot be read. */
	readonly findSecret: (name: string, signal: AbortSignal) => Promise<Secret | undefined>;
	readonly keepSecret: KeepSecret;
};

type SecretsMoved = {
	/** The entry with the new names of its secrets. */
	readonly entry: JsonObject;
	/** Brings back what the keychain had before. */
	readonly undo: () => Promise<void>;
};

const reference = /\$\{keychain:([^{}]+)\}/g;

const textsOf = (value: JsonValue): readonly string[] => {
	if (typeof value === 'string') {
		return [value];
	}
	const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
	return inner.flatMap(textsOf);
};

const mapTexts = (value: JsonValue, change: (text: string) => string): JsonValue => {
	if (typeof value === 'string') {
		return change(value);
	}
	if (Array.isArray(value)) {
		return value.map((item: JsonValue) => mapTexts(item, change));
	}
	return isJsonObject(value) ? mapMembers(value, change) : value;
};

const mapMembers = (object: JsonObject, change: (text: string) => string): JsonObject =>
	Object.fromEntries(Object.entries(object).map(([key, item]) => [key, mapTexts(item, change)]));

/**
 * Gives the secrets that are called after a server the server's new name: another server of the old name would write
 * over them. What cannot be moved stays where it is, and is still found there.
 */
export const moveSecrets = async (
	entry: JsonObject,
	{from, to, findSecret, keepSecret}: MoveOptions,
	signal: AbortSignal,
): Promise<SecretsMoved> => {
	const named = textsOf(entry).flatMap(text => [...text.matchAll(reference)].map(([, name = '']) => name));
	const own = [...new Set(named)].filter(name => name.startsWith(`${from}/`));
	const moved = new Map<string, string>();
	const undone: (() => Promise<void>)[] = [];
	for (const name of own) {
		const next = `${to}/${name.slice(from.length + 1)}`.replaceAll(/[{}]/g, '_');
		const secret = await findSecret(name, signal);
		const kept = secret === undefined ? undefined : await keepSecret(next, secret, signal);
		if (kept?.type === 'kept') {
			moved.set(name, next);
			undone.push(kept.undo);
		}
	}
	return {
		entry: mapMembers(entry, text =>
			text.replaceAll(reference, (whole, name: string) => {
				const next = moved.get(name);
				return next === undefined ? whole : `\${keychain:${next}}`;
			}),
		),
		undo: async () => {
			for (const step of undone.toReversed()) {
				await step();
			}
		},
	};
};
