import {mask} from './mask-secrets.ts';
import {namesSecret, namesSecretNumber, namesSecretParameter, tokenStarts} from './secret-names.ts';

/** One begins only where a word does: a text full of beginnings would be read to its end from each of them. */
const knownShapes = new RegExp(
	String.raw`\b(?:${tokenStarts})[\w-]{12,}|(?<![\w-])eyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?|(?<=\b(?:Bearer|Basic)\s)[\w+/=.~-]{8,}`,
	'gi',
);
/** Looking at every text twice would cost more than it finds. */
const mayHold = new RegExp(`${tokenStarts}|eyJ|bearer|basic`, 'i');

/** A member of JSON in a text. None of these reads on over the quote where the next one may begin. */
const member = /"([\w.-]{1,64})"(\s{0,8}:\s{0,8})(?:"((?:[^"\\]|\\.)+)"|(\d{4,20})(?![\d.]))/gs;
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
				.replaceAll(member, (found, name: string, colon: string, words?: string, digits?: string) => {
					if (words !== undefined && namesSecret(name)) return `"${name}"${colon}"${mask}"`;
					return digits !== undefined && namesSecretNumber(name) ? `"${name}"${colon}0` : found;
				})
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
	if (typeof value === 'number' && Math.abs(value) >= 1000 && namesSecretNumber(name)) return 0;
	return hide(value, depth);
};

const hide = (value: unknown, depth: number): unknown => {
	if (typeof value === 'string') return hideInText(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > deepest) return mask;
	if (Array.isArray(value)) return value.map(each => hide(each, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [hideShapes(key), hideMember(key, inner, depth + 1)]),
	);
};

/** Plain data without what has the shape or the name of a key, although nobody told us that it is one. */
export const hideTokens = <Value>(value: Value): Value =>
	// Texts are replaced by texts and numbers by numbers: what comes out has the type of what went in.
	hide(value, 0) as Value;
