import type {SessionEntry} from '../../domain/session-entry.ts';
import type {SessionHit} from '../../domain/session-shelf.ts';
import {ownCopy} from '../../support/own-copy.ts';
import {argumentsText} from './arguments-text.ts';

type Snippet = Pick<SessionHit, 'before' | 'match' | 'after'>;

const mostWords = 16;
const longestQuery = 500;
const beforeLength = 60;
const afterLength = 160;

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Every word of a query, to be found anywhere and in any case. */
export const searchWords = (query: string): readonly RegExp[] =>
	[
		...new Set(
			ownCopy(query.slice(0, longestQuery))
				.split(/\s+/)
				.filter(word => word !== ''),
		),
	]
		.slice(0, mostWords)
		.map(word => new RegExp(escapePattern(word), 'iu'));

const searchedText = (entry: SessionEntry): string => {
	switch (entry.type) {
		case 'user':
			return [entry.text, ...entry.attachments].join(' ');
		case 'call':
			return `${entry.server} ${entry.tool} ${argumentsText(entry.arguments)} ${entry.text}`;
		default:
			return entry.text;
	}
};

const oneLine = (text: string): string => ownCopy(text.replaceAll(/\s+/g, ' '));

/** What stands around the first word, where an entry has all of them. */
export const findIn = (entry: SessionEntry, words: readonly RegExp[]): Snippet | undefined => {
	const text = searchedText(entry);
	const [first, ...others] = words;
	const found = first?.exec(text);
	if (found === null || found === undefined || !others.every(word => word.test(text))) {
		return undefined;
	}
	const [match] = found;
	const end = found.index + match.length;
	return {
		before: oneLine(text.slice(Math.max(0, found.index - beforeLength), found.index)),
		match: oneLine(match),
		after: oneLine(text.slice(end, end + afterLength)),
	};
};
