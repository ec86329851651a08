import {createHash} from 'node:crypto';

/** Windows keeps 2,560 bytes per credential, as UTF-16. */
const longest = 1200;
/** More than any token needs, and a bound for what a damaged head can make us read. */
const mostParts = 64;
const mark = 'mcp-tui-parts:';
const headShape = /^mcp-tui-parts:1:([0-9a-f]{16}):(\d{1,2}):(\d{1,6})$/;

/** A part is one character short where it would cut a pair. */
export const longestSecret = (longest - 1) * mostParts;

/** A secret that is kept under accounts of its own; the head, under the secret's name, says which. */
export type PartsHead = {readonly generation: string; readonly count: number; readonly length: number};

export type StoredForm =
	| {readonly type: 'whole'; readonly text: string}
	| {readonly type: 'parts'; readonly head: PartsHead}
	/** Starts like a head and is none. */
	| {readonly type: 'damaged'};

export type Pieces = {readonly head: string; readonly parts: readonly string[]};

const endsInHalfPair = (text: string): boolean => /[\uD800-\uDBFF]$/.test(text);

const cut = (text: string): readonly string[] => {
	const parts: string[] = [];
	for (let start = 0; start < text.length; ) {
		const part = text.slice(start, start + longest);
		// Half of a surrogate pair has no UTF-8, which most keychains keep.
		const whole = endsInHalfPair(part) && start + longest < text.length ? part.slice(0, -1) : part;
		parts.push(whole);
		start += whole.length;
	}
	return parts;
};

/**
 * What is written for a secret. An empty one gets a head too, because some keychains take no empty value, and so
 * does one that looks like a head itself. The generation makes parts of two writings impossible to mix.
 */
export const toPieces = (text: string, generation: string): Pieces => {
	if (text !== '' && text.length <= longest && !text.startsWith(mark)) return {head: text, parts: []};
	const parts = cut(text);
	return {head: `${mark}1:${generation}:${parts.length}:${text.length}`, parts};
};

export const readForm = (stored: string): StoredForm => {
	if (!stored.startsWith(mark)) return {type: 'whole', text: stored};
	const [, generation, count, length] = headShape.exec(stored) ?? [];
	if (generation === undefined || Number(count) > mostParts) return {type: 'damaged'};
	return {type: 'parts', head: {generation, count: Number(count), length: Number(length)}};
};

/** Undefined when a part is missing or was changed in length. */
export const joinParts = (
	{count, length}: PartsHead,
	parts: readonly (string | undefined)[],
): string | undefined => {
	const there = parts.filter(part => part !== undefined);
	const text = there.join('');
	return there.length === count && text.length === length ? text : undefined;
};

/** A name as an account that every keychain takes: on one line and within the 513 characters of Windows. */
export const accountOf = (name: string): string => {
	if (/^\P{C}{1,200}$/u.test(name)) return name;
	const readable = [...name.replaceAll(/\p{C}/gu, '')].slice(0, 100).join('');
	return `${readable} ${createHash('sha256').update(name).digest('hex')}`;
};

export const partAccounts = (account: string, {generation, count}: Omit<PartsHead, 'length'>): string[] =>
	Array.from({length: count}, (_, index) => `${account} [${generation} ${index + 1}/${count}]`);
