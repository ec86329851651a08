import {looksLikeCommand} from '../../domain/prompt-command.ts';
import type {TextBuffer} from '../input/text-buffer.ts';

/** The word of the draft that a list can help with, from its mark to the cursor, and where the whole of it stands. */
export type DraftToken = {
	readonly type: 'command' | 'argument' | 'resource' | 'tool';
	/** Without its mark. */
	readonly query: string;
	readonly start: number;
	readonly end: number;
	/** The command whose argument it is. */
	readonly command?: string;
};

/** Longer than any name; whatever is longer was pasted. */
const longest = 1000;

const endOfWord = (text: string, from: number): number =>
	from + (/^\S*/.exec(text.slice(from, from + longest))?.[0].length ?? 0);

const commandToken = ({text, cursor}: TextBuffer): DraftToken | undefined => {
	const before = text.slice(0, cursor);
	const [, name, space, argument = ''] = /^\/(\S*)(?:( +)(\S*))?$/.exec(before) ?? [];
	if (name === undefined || !looksLikeCommand(`/${name}`)) {
		return undefined;
	}
	const end = endOfWord(text, cursor);
	return space === undefined
		? {type: 'command', query: name, start: 0, end}
		: {type: 'argument', command: name, query: argument, start: cursor - argument.length, end};
};

/** Only the word before the cursor is looked at, so that a key costs the same in any draft. */
export const tokenAt = (draft: TextBuffer): DraftToken | undefined => {
	const {text, cursor} = draft;
	if (text.startsWith('/') && cursor <= longest) {
		const command = commandToken(draft);
		if (command !== undefined) {
			return command;
		}
	}
	const before = text.slice(Math.max(0, cursor - longest), cursor);
	const [, mark, query] = /(?:^|[\s(])([@#])(\S*)$/.exec(before) ?? [];
	if (mark === undefined || query === undefined || before.length - query.length - 1 < 0) {
		return undefined;
	}
	const type = mark === '@' ? 'resource' : 'tool';
	return {type, query, start: cursor - query.length - 1, end: endOfWord(text, cursor)};
};
