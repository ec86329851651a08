import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {resolve} from 'node:path';
import type {BorrowedValue, ServerConfig} from '../../domain/server.ts';
import {looksSecret} from '../../support/mask-secrets.ts';
import {soundsSecret} from '../../support/secret-names.ts';
import {decodePercents, isSetting, withoutScheme} from './server-secrets.ts';

/*
 * What comes from a variable or a file of variables is not ours to show. Hidden is hidden everywhere, though, from the
 * model as well: whoever hides `production` or the user's name makes results useless. So a value is hidden unless
 * hiding it would do more harm than showing it: it is short, a number, a date, one or two plain words, a path, a host,
 * an address without a secret in it, or says who and where the user is. A name that sounds secret, or a value that
 * looks so, counts more than all of that.
 */

/** Whoever hides these hides parts of ordinary words. */
const shortest = 8;

/** Variables that say who and where somebody is. Every server gets most of them anyway. */
const everyday =
	/^(?:PATH|HOME|USER|LOGNAME|USERNAME|USERPROFILE|HOST(?:NAME)?|COMPUTERNAME|SHELL|TERM|COLORTERM|LANG(?:UAGE)?|LC_\w+|TZ|PWD|OLDPWD|TMPDIR|TE?MP|EDITOR|VISUAL|PAGER|DISPLAY|XDG_\w+|(?:LOCAL)?APPDATA|SYSTEMROOT|NODE_ENV)$/i;

const mostDigits = 14;

/** Also versions, dates, times and addresses of machines. */
const isNumber = (text: string): boolean =>
	/^[+-]?v?\d+(?:[.,:_/ T-]\d+)*(?:Z|e[+-]?\d+|[-+.][a-z]{1,6}\.?\d{0,3})?$/.test(text) &&
	text.replaceAll(/\D/g, '').length <= mostDigits;

const timeZone = /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_]+){1,2}$/;

const word = /^(?:[a-z]{3,14}|[A-Z][a-z]{2,13}|[A-Z]{3,14})$/;
const shortPiece = /^(?:[A-Za-z]{1,2}|\d{1,4}|[A-Za-z]?\d{1,3}[a-z]?)$/;

/** `production`, `us-east-1`, `claude-sonnet-4`, `readOnly`: names that people give to things. Passphrases have more words. */
const isName = (text: string): boolean => {
	const pieces = text.split(/[-_./:@ ]+|(?<=[a-z])(?=[A-Z])/);
	const {length} = pieces.filter(piece => word.test(piece));
	const isPlain = pieces.every(piece => word.test(piece) || shortPiece.test(piece));
	return isPlain && pieces.length <= 4 && (length === 1 || length === 2);
};

const host = String.raw`(?:(?:[a-z\d][a-z\d-]{0,62}\.)+[a-z]{2,12}|localhost)`;
const hostOrEmail = new RegExp(String.raw`^(?:[\w.+-]{1,64}@)?${host}(?::\d{1,5})?$`);

const looksRandom = (part: string): boolean =>
	looksSecret(part) || (part.length >= 20 && /\d/.test(part) && /[a-z]/i.test(part));

const startsLikePath = /^(?:\/|\.{1,2}[\\/]|~[\\/]|[A-Za-z]:[\\/])/;

/** Also a list of them, as in PATH. What looks like a path with a key in it is one only if it is there. */
const isPath = (text: string, exists: (path: string) => boolean): boolean =>
	text.split(/[:;](?=[/~.]|[A-Za-z]:[\\/])/).every(path => {
		if (startsLikePath.test(path) && !path.split(/[\\/]/).some(looksRandom)) return true;
		return /[\\/]/.test(path) && exists(resolve(path.replace(/^~(?=[\\/])/, homedir())));
	});

/** Of an address only what opens a door: whoever looks for a mistake needs to see where it leads. */
const inAddress = (address: URL, exists: (path: string) => boolean): readonly string[] => [
	decodePercents(address.password),
	...[decodePercents(address.username)].filter(looksRandom),
	...address.pathname.split('/').filter(looksRandom),
	...[...address.searchParams, ...new URLSearchParams(address.hash.slice(1))].flatMap(([name, value]) =>
		secretsIn({name, value}, exists),
	),
];

/** `Server=db;Password=...`: the password is told alone, too. */
const namedPieces = (text: string): readonly string[] =>
	[...text.matchAll(/(?<![\w -])([\w -]{1,64})=([^;\s&]+)/g)].flatMap(([, name = '', value = '']) =>
		soundsSecret(name) && !isSetting(value) ? [value] : [],
	);

const secretsIn = ({name, value}: BorrowedValue, exists: (path: string) => boolean): readonly string[] => {
	const text = withoutScheme(value).trim();
	if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) && URL.canParse(text)) return inAddress(new URL(text), exists);
	if (looksSecret(text) || (soundsSecret(name) && !isSetting(text))) return [text, ...namedPieces(text)];
	const isOrdinary =
		text.length < shortest ||
		everyday.test(name) ||
		isNumber(text) ||
		timeZone.test(text) ||
		isName(text) ||
		hostOrEmail.test(text) ||
		isPath(text, exists);
	return isOrdinary ? [] : [text, ...namedPieces(text)];
};

/** What a server has from variables, and must not be seen when it repeats it. */
export const borrowedSecrets = (
	{borrowed = []}: ServerConfig,
	exists: (path: string) => boolean = existsSync,
): readonly string[] => [
	...new Set(borrowed.flatMap(value => secretsIn(value, exists)).filter(text => text !== '')),
];
