import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {attachedPassword, looksSecret} from '../../support/mask-secrets.ts';
import {holdsPlaceholder, isPlaceholder} from '../../support/placeholders.ts';
import {namesSecret, namesSecretParameter, soundsSecret} from '../../support/secret-names.ts';

/** A part of a text of an entry that should not lie in a file as it is. */
export type SecretPlace = {
	/** Keys that lead to the text; a number as a text for an item of an array. */
	readonly path: readonly string[];
	/** What the secret is called: a variable, a header, an option. */
	readonly label: string;
	/** Where in the text it begins. */
	readonly start: number;
	readonly value: string;
	/** No secret, but what the reader of a documentation is to put one in the place of. */
	readonly isPlaceholder: boolean;
};

type Part = Pick<SecretPlace, 'label' | 'start' | 'value'>;

/** opencode writes `{env:VAR}`, without the dollar. */
const isReference = (value: string): boolean => /(?<!\$)\$\{[^{}]+\}|(?<!\$\$)\{env:\w+/.test(value);

/** `TOKEN_LIMIT=4000`, `NO_AUTH=true`, `AUTH=oauth`: settings whose names only sound so. */
const isSetting = (value: string): boolean =>
	/^(\d{1,6}|true|false|yes|no|on|off|none|oauth2?|basic|bearer|jwt|auto|enabled|disabled|required|optional)?$/i.test(
		value,
	);

/** A word of a dictionary is a secret only under a name that can mean nothing else. */
const isPlainWord = (value: string): boolean => /^[a-z]{1,20}$/i.test(value);

const isNamedSecret = (name: string, value: string): boolean =>
	soundsSecret(name) && !isSetting(value) && (namesSecret(name) || !isPlainWord(value));

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

const authKind = /^\s*(?:Bearer|Basic|Token)\s+/i;

/** A whole text but for `Bearer `, which is no secret. */
const whole = (label: string, text: string, start = 0): Part => {
	const prefix = authKind.exec(text)?.[0] ?? '';
	return {label, start: start + prefix.length, value: text.slice(prefix.length)};
};

const address = /[a-z][a-z0-9+.-]*:\/\/[^\s'"]+/gi;

/** The secrets in an address: a password, parameters and parts of the path. */
const partsOfAddress = (text: string, from: number): readonly Part[] => {
	const parts: Part[] = [];
	const [, before = '', password] =
		/^([a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*:)([^\s/?#]+)@/i.exec(text) ??
		(URL.canParse(text) ? undefined : /^([a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*:)(\S+)@/i.exec(text)) ??
		[];
	if (password !== undefined) {
		parts.push({label: 'password', start: from + before.length, value: password});
	}
	const end = password === undefined ? 0 : before.length + password.length;
	const query = text.indexOf('?', end);
	const path = text.slice(end, query < 0 ? undefined : query);
	for (const {0: segment, index} of path.matchAll(/[^/#]+/g)) {
		if (looksSecret(segment)) {
			parts.push({label: 'key', start: from + end + index, value: segment});
		}
	}
	const parameters = query < 0 ? '' : text.slice(query);
	for (const {1: name = '', 2: value = '', index} of parameters.matchAll(/[?&]([^=&#]+)=([^&#]+)/g)) {
		const isNamed = isNamedSecret(name, value) || (namesSecretParameter(name) && !isSetting(value));
		if (isNamed || looksSecret(value)) {
			parts.push({label: name, start: from + query + index + 1 + name.length + 1, value});
		}
	}
	return parts;
};

const partsOfAddresses = (text: string): readonly Part[] =>
	[...text.matchAll(address)].flatMap(({0: found, index}) => partsOfAddress(found, index));

const bareName = (name: string): string => name.replace(/^-+/, '');

const partsOfArgument = (argument: string, before: string, index: number): readonly Part[] => {
	const inAddresses = partsOfAddresses(argument);
	if (inAddresses.length > 0) {
		return inAddresses;
	}
	const attached = attachedPassword(argument);
	// A few letters are switches that are written together.
	if (attached !== undefined && attached.length > 3) {
		return [{label: 'password', start: argument.length - attached.length, value: attached}];
	}
	const [, start = '', name = '', value = argument] =
		/^(([^=\s:/]+)(?:=|:\s*))(?!\/\/)(.+)$/s.exec(argument) ?? [];
	const isPath = /[\\/]/.test(value);
	if (name !== '' && isNamedSecret(name, value) && !isPath) {
		return [whole(bareName(name), value, start.length)];
	}
	const isValue = /^--?[^=\s]+$/.test(before) && soundsSecret(before) && !argument.startsWith('-');
	if (isValue && (isPlaceholder(argument) || !(isPath || isPlainWord(argument) || isSetting(argument)))) {
		return [whole(bareName(before), argument)];
	}
	return looksSecret(value)
		? [whole(name === '' ? `argument-${index + 1}` : bareName(name), value, start.length)]
		: [];
};

const addressKeys = ['url', 'httpurl', 'serverurl'];

const placesAt = (path: readonly string[], text: string, parts: readonly Part[]): readonly SecretPlace[] =>
	isReference(text) ? [] : parts.map(part => ({...part, path, isPlaceholder: isPlaceholder(part.value)}));

const partsOfMember = (section: string, key: string, value: string): readonly Part[] => {
	if (value.trim() === '') {
		return [];
	}
	if (authSections.includes(section)) {
		return authSecrets.includes(plain(key)) ? [whole(key, value)] : [];
	}
	return looksSecret(value) || isNamedSecret(key, value) ? [whole(key, value)] : partsOfAddresses(value);
};

const placesIn = (key: string, section: JsonValue): readonly SecretPlace[] => {
	const name = plain(key);
	if (typeof section === 'string') {
		if (addressKeys.includes(name)) {
			return placesAt([key], section, partsOfAddress(section, 0));
		}
		const isBearer = authSections.includes(name) && /^\s*bearer\s+\S/i.test(section);
		return isBearer ? placesAt([key], section, [whole(key, section)]) : [];
	}
	if (Array.isArray(section)) {
		const words = name === 'args' || name === 'command' ? section : [];
		return words.flatMap((word: JsonValue, index: number) => {
			const before = words[index - 1];
			return typeof word === 'string'
				? placesAt(
						[key, `${index}`],
						word,
						partsOfArgument(word, typeof before === 'string' ? before : '', index),
					)
				: [];
		});
	}
	if (!isJsonObject(section) || ![...namedSections, ...authSections].includes(name)) {
		return [];
	}
	return Object.entries(section).flatMap(([inner, value]) =>
		typeof value === 'string' ? placesAt([key, inner], value, partsOfMember(name, inner, value)) : [],
	);
};

/** The secrets of an entry: of its headers, variables, credentials, arguments and address. */
export const findSecrets = (entry: JsonObject): readonly SecretPlace[] =>
	Object.entries(entry).flatMap(([key, section]) => placesIn(key, section));

const textsIn = (value: JsonValue, path: readonly string[]): readonly (readonly [string, string])[] => {
	if (typeof value === 'string') {
		return [[path.join('.'), value]];
	}
	const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return inner.flatMap(([key, item]) => textsIn(item, [...path, key]));
};

/** Where else an entry has what the reader of a documentation was to change, and what it says there. */
export const findPlaceholders = (entry: JsonObject): readonly (readonly [place: string, text: string])[] =>
	textsIn(entry, []).filter(([place, text]) => place !== 'description' && holdsPlaceholder(text));
