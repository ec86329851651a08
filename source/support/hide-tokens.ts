import {mask} from './mask-secrets.ts';
import {namesSecret, namesSecretNumber, namesSecretParameter, tokenStarts} from './secret-names.ts';

/** One begins only where a word does: a text full of beginnings would be read to its end from each of them. */
const knownShapes = new RegExp(
	String.raw`\b(?:${tokenStarts})[\w-]{12,}|(?<![\w-])eyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?|(?<=\b(?:Bearer|Basic)\s)[\w+/=.~-]{8,}`,
	'gi',
);
/** Looking at every text twice would cost more than it finds. */
const mayHold = new RegExp(`${tokenStarts}|eyJ|bearer|basic`, 'i');

/**
 * A member of JSON in a text, which may end within it. None of these reads on over the quote where the next one may
 * begin.
 */
const member =
	/"([\w.-]{1,64})"(\s{0,8}:\s{0,8})(?:"((?!")[^"\\]*(?:\\.[^"\\]*)*)("|\\?$)|(\d{4,20})(?![\d.]))/gs;
/** The same where JSON is a text in JSON. */
const innerMember = /\\"([\w.-]{1,64})\\"(\s{0,8}:\s{0,8})\\"((?:[^"\\]|\\[^"])+)\\"/gs;
/** What is before the last `@` of a host. */
const user = /(?<=:\/\/)[^\s/?#"'<>]{1,512}@/g;
const parameter = /([?&#;])([\w.~%-]{1,64})=([^\s&#?;"'<>\\]+)/g;

const deepest = 200;

const hideShapes = (text: string): string => (mayHold.test(text) ? text.replaceAll(knownShapes, mask) : text);

const hideMembers = (text: string): string =>
	text.includes('":') || text.includes('" ')
		? text
				.replaceAll(
					member,
					(found, name: string, colon: string, words?: string, end?: string, digits?: string) => {
						if (words !== undefined && namesSecret(name)) return `"${name}"${colon}"${mask}${end}`;
						return digits !== undefined && namesSecretNumber(name) ? `"${name}"${colon}0` : found;
					},
				)
				.replaceAll(innerMember, (found, name: string, colon: string) =>
					namesSecret(name) ? String.raw`\"${name}\"${colon}\"${mask}\"` : found,
				)
		: text;

const hideInAddresses = (text: string): string => {
	const named = text.includes('=')
		? text.replaceAll(parameter, (found, start: string, name: string) =>
				namesSecretParameter(name) ? `${start}${name}=${mask}` : found,
			)
		: text;
	return named.includes('://') ? named.replaceAll(user, `${mask}@`) : named;
};

const hideInText = (text: string): string => hideInAddresses(hideMembers(hideShapes(text)));

const hideMember = (name: string, value: unknown, depth: number): unknown => {
	if (typeof value === 'string' && value !== '' && namesSecret(name)) return mask;
	if (Array.isArray(value) && namesSecret(name)) {
		return change(value, (key, inner) => [key, hideMember(name, inner, depth + 1)]);
	}
	if (typeof value === 'number' && Math.abs(value) >= 1000 && namesSecretNumber(name)) return 0;
	return hide(value, depth);
};

const hide = (value: unknown, depth: number): unknown => {
	if (typeof value === 'string') return hideInText(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > deepest) return mask;
	return change(value, (key, inner) => [hideShapes(key), hideMember(key, inner, depth + 1)]);
};

/** The same object where nothing changes. */
const change = (
	value: object,
	entryOf: (key: string, inner: unknown) => readonly [string, unknown],
): object => {
	const before = Object.entries(value);
	const after = before.map(([key, inner]) => entryOf(key, inner));
	if (after.every(([key, inner], index) => key === before[index]?.[0] && inner === before[index][1])) {
		return value;
	}
	return Array.isArray(value) ? after.map(([, inner]) => inner) : Object.fromEntries(after);
};

/** Plain data without what has the shape or the name of a key, although nobody told us that it is one. */
export const hideTokens = <Value>(value: Value): Value =>
	// Texts are replaced by texts and numbers by numbers: what comes out has the type of what went in.
	hide(value, 0) as Value;

const shortestElsewhere = 8;
/** `client_credentials`: hiding these would hide them in ordinary sentences. */
const plainWords = /^[a-z]+(?:[-_. ][a-z]+)*$/i;
const authScheme = /^(?:Bearer|Basic|Token)\s+/i;

/** What is called a secret in plain data and can be told from ordinary words, so that it can be hidden elsewhere, too. */
export const namedSecrets = (value: unknown, name = '', depth = 0): readonly string[] => {
	if (typeof value === 'string') {
		const secret = value.replace(authScheme, '');
		const isSecret = namesSecret(name) && secret.length >= shortestElsewhere && !plainWords.test(secret);
		return isSecret ? [secret] : [];
	}
	if (typeof value !== 'object' || value === null || depth > deepest) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		namedSecrets(inner, Array.isArray(value) ? name : key, depth + 1),
	);
};

/** `input` is what Anthropic calls it, `invalid` what a model wrote in place of arguments. */
const isArguments = (key: string, holder: object): boolean =>
	key === 'arguments' ||
	key === 'invalid' ||
	(key === 'input' && 'type' in holder && holder.type === 'tool_use');

const hideArguments = (value: unknown, depth: number): unknown => {
	if (typeof value !== 'object' || value === null || depth > deepest) return value;
	return change(value, (key, inner) => [
		key,
		!Array.isArray(value) && isArguments(key, value)
			? hide(inner, depth + 1)
			: hideArguments(inner, depth + 1),
	]);
};

/**
 * The same for the arguments of calls alone, wherever they stand in plain data. Nothing else changes: providers sign
 * parts of their answers, and refuse a session that goes on with other ones.
 */
export const hideTokensInArguments = <Value>(value: Value): Value => hideArguments(value, 0) as Value;
