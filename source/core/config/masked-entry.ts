import {entryAliases} from '../../domain/entry-keys.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {looksSecret, mask, maskArguments, maskUrl, maskValue} from '../../support/mask-secrets.ts';
import {soundsSecret} from '../../support/secret-names.ts';
import {entryKeys} from './entry-schema.ts';
import {hasReference, showReferences} from './expand-variables.ts';
import {canonicalKey} from './read-object.ts';

/** A reference says where a secret is, and may be seen; its default may not. */
const maskNamed = (name: string, value: string): string => {
	if (hasReference(value)) {
		return showReferences(value);
	}
	return soundsSecret(name) || looksSecret(value) ? mask : value;
};

const maskDeep = (name: string, value: JsonValue): JsonValue => {
	if (typeof value === 'string') {
		return maskNamed(name, value);
	}
	if (Array.isArray(value)) {
		return value.map((item: JsonValue) => maskDeep(name, item));
	}
	return isJsonObject(value)
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskDeep(key, item)]))
		: value;
};

const isText = (value: JsonValue): value is string => typeof value === 'string';

const maskMember = (key: string, value: JsonValue): JsonValue => {
	switch (canonicalKey(key, entryKeys, entryAliases)) {
		case 'url':
			return isText(value) ? maskUrl(showReferences(value)) : value;
		case 'command':
		case 'args':
			return Array.isArray(value) && value.every(isText)
				? [...maskArguments(value.map(showReferences))]
				: maskDeep('', value);
		case 'env':
			return isJsonObject(value)
				? Object.fromEntries(
						Object.entries(value).map(([name, item]) => [
							name,
							isText(item) ? maskValue(name, showReferences(item)) : item,
						]),
					)
				: value;
		case 'auth':
			// "Bearer <token>" is a way to write it; `none` and `oauth` are others.
			return isText(value) && !/^\w+$/.test(value) && !hasReference(value) ? mask : maskDeep('', value);
		default:
			return maskDeep('', value);
	}
};

/** An entry as it may be shown: its secrets are dots, and its references name where their values are. */
export const maskEntry = (entry: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(entry).map(([key, value]) => [
			key,
			isText(value) && soundsSecret(key) && canonicalKey(key, entryKeys, entryAliases) === undefined
				? mask
				: maskMember(key, value),
		]),
	);
