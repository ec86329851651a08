import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {looksSecret} from '../../support/mask-secrets.ts';
import {soundsSecret} from '../../support/secret-names.ts';

/** A value of an entry that should not lie in a file as it is. */
export type SecretPlace = {
	/** Keys that lead to it. */
	readonly path: readonly string[];
	/** `Bearer `, which is no secret. */
	readonly prefix: string;
	readonly value: string;
};

/** opencode writes `{env:VAR}`, without the dollar. */
const isReference = (value: string): boolean => /(?<!\$)\$\{[^{}]+\}|(?<!\$\$)\{env:\w+/.test(value);

/** `TOKEN_LIMIT=4000`, `NO_AUTH=true`: settings whose names only sound so. */
const isSetting = (value: string): boolean => /^(\d{1,6}|true|false|yes|no|on|off|none)?$/i.test(value);

const place = (path: readonly string[], value: string): SecretPlace => {
	const prefix = /^\s*(?:Bearer|Basic|Token)\s+/i.exec(value)?.[0] ?? '';
	return {path, prefix, value: value.slice(prefix.length)};
};

const plain = (key: string): string => key.toLowerCase().replaceAll(/[_-]/g, '');

const namedSections = ['env', 'environment', 'headers', 'config'];
const authSections = ['auth', 'authentication', 'oauth'];
const authSecrets = [
	'token',
	'bearertoken',
	'accesstoken',
	'key',
	'apikey',
	'password',
	'clientsecret',
	'privatekey',
	'assertion',
];

const isSecret = (section: string, key: string, value: string): boolean => {
	if (isReference(value) || value.trim() === '') {
		return false;
	}
	return authSections.includes(section)
		? authSecrets.includes(plain(key))
		: looksSecret(value) || (soundsSecret(key) && !isSetting(value));
};

const secretsIn = (key: string, section: JsonValue): readonly SecretPlace[] => {
	const name = plain(key);
	if (typeof section === 'string') {
		const isBearer = authSections.includes(name) && /^\s*bearer\s+\S/i.test(section);
		return isBearer && !isReference(section) ? [place([key], section)] : [];
	}
	if (!isJsonObject(section) || ![...namedSections, ...authSections].includes(name)) {
		return [];
	}
	return Object.entries(section).flatMap(([inner, value]) =>
		typeof value === 'string' && isSecret(name, inner, value) ? [place([key, inner], value)] : [],
	);
};

/** The secrets among the headers, the variables and the credentials of an entry. */
export const findSecrets = (entry: JsonObject): readonly SecretPlace[] =>
	Object.entries(entry).flatMap(([key, section]) => secretsIn(key, section));

const addressHoldsSecret = (address: string): boolean => {
	if (!URL.canParse(address)) {
		return false;
	}
	const {password, pathname, searchParams} = new URL(address);
	return (
		password !== '' ||
		pathname.split('/').some(looksSecret) ||
		[...searchParams].some(([name, value]) => (soundsSecret(name) && !isSetting(value)) || looksSecret(value))
	);
};

const argumentHoldsSecret = (argument: string, before: string): boolean => {
	if (isReference(argument)) {
		return false;
	}
	const [, name = '', value = argument] = /^([^=\s:/]+)(?:=|:\s*)(?!\/\/)(.+)$/s.exec(argument) ?? [];
	const isNamed = name !== '' && soundsSecret(name) && !isSetting(value) && !/[\\/]/.test(value);
	const isValue =
		/^--?[^=\s]+$/.test(before) && soundsSecret(before) && !/^-|[\\/]|^[a-z]{1,12}$/i.test(argument);
	return isNamed || (isValue && !isSetting(argument)) || looksSecret(value) || addressHoldsSecret(argument);
};

const addressKeys = ['url', 'httpurl', 'serverurl'];

/** What else of an entry holds a secret: the part that has to be written in another way. */
export const findSecretText = (entry: JsonObject): 'url' | 'args' | undefined => {
	const addresses = Object.entries(entry).flatMap(([key, value]) =>
		addressKeys.includes(plain(key)) && typeof value === 'string' && !isReference(value) ? [value] : [],
	);
	if (addresses.some(addressHoldsSecret)) {
		return 'url';
	}
	const words = [entry.command, entry.args].flat().filter(word => typeof word === 'string');
	return words.some((word, index) => argumentHoldsSecret(word, words[index - 1] ?? '')) ? 'args' : undefined;
};
