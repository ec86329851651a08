import {looksSecret, mask, maskUrl} from '../../../support/mask-secrets.ts';
import {titleOf} from './expect-stream.ts';

/** Nobody reads more of an error. */
const maxLength = 300;
/** Shorter ones are placeholders, and ordinary words. */
const shortestSecret = 4;

/** What is never shown, and what may be shown although it looks random. */
export type Discretion = {
	readonly secrets: readonly string[];
	readonly harmless: readonly string[];
};

const maskWord = (word: string, {harmless}: Discretion): string => {
	if (harmless.some(name => name !== '' && word.includes(name))) return word;
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return maskUrl(word);
	return looksSecret(word) ? mask : word;
};

const maskSecrets = (text: string, {secrets}: Discretion): string =>
	secrets
		.filter(secret => secret.length >= shortestSecret)
		.toSorted((one, other) => other.length - one.length)
		.reduce((rest, secret) => rest.replaceAll(secret, mask), text);

const maskWords = (text: string, discretion: Discretion): string =>
	text
		.split(/([\s,;()<>"'`[\]{}]+)/)
		.map(word => maskWord(word, discretion))
		.join('');

const isPage = (text: string): boolean => /<html|<!doctype|<body|<head/i.test(text.slice(0, 1000));

/** What somebody else said, as one short line without secrets. Of a web page only its title is left. */
export const ownWords = (text: string, discretion: Discretion): string => {
	const plain = isPage(text) ? titleOf(text) : text;
	// Before it becomes one line: a secret may have a line break in it.
	const line = maskWords(maskSecrets(plain, discretion).replace(/\s+/g, ' ').trim(), discretion);
	return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line;
};

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every word of it is in the statement already. */
const addsNothing = (words: string, statement: string): boolean => {
	const known = new Set(wordsIn(statement));
	return wordsIn(words).every(word => known.has(word));
};

/** A sentence, with what somebody said about it, if that is more. */
export const sentence = (statement: string, words: string): string => {
	const whole = addsNothing(words, statement) ? statement : `${statement}: ${words}`;
	return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
};
