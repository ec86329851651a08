import type {DifferenceRun} from '../../../domain/definition-change.ts';
import {groupDigits} from '../../../support/group-digits.ts';
import {revealHidden} from './hidden-characters.ts';

const maxForWords = 20_000;
const maxForLines = 200_000;
/** Texts with more differences than this have little in common. */
const maxEdits = 1500;
const shownOfLarge = 1000;

/** A text, or what is left of one that was too long to be kept. */
export type KeptText = string | {readonly start: string; readonly characters: number};

type Piece = {readonly value: string; readonly added?: boolean; readonly removed?: boolean};

const runsOf = (pieces: readonly Piece[]): readonly DifferenceRun[] =>
	pieces.map(({value, added, removed}) => ({
		type: added === true ? 'added' : removed === true ? 'removed' : 'same',
		text: value,
	}));

const run = (type: DifferenceRun['type'], text: string): readonly DifferenceRun[] =>
	text === '' ? [] : [{type, text}];

const shortened = (text: KeptText): string => {
	const {start, characters} = typeof text === 'string' ? {start: text, characters: text.length} : text;
	const shown = revealHidden(start.slice(0, shownOfLarge));
	return characters <= shownOfLarge
		? shown
		: `${shown}… (${groupDigits(characters)} characters, too large to compare)`;
};

/** The beginnings of both, for texts that are not compared. */
export const coarseDifference = (before: KeptText, after: KeptText): readonly DifferenceRun[] => [
	...run('removed', shortened(before)),
	...run('added', shortened(after)),
];

/**
 * What was taken away and what was added, word by word; line by line in long texts. Characters that would not be seen
 * are written out. Bounded in time.
 */
export const differenceOf = async (before: KeptText, after: KeptText): Promise<readonly DifferenceRun[]> => {
	if (typeof before !== 'string' || typeof after !== 'string') return coarseDifference(before, after);
	const [old, fresh] = [revealHidden(before), revealHidden(after)];
	const length = Math.max(old.length, fresh.length);
	if (length > maxForLines) return coarseDifference(before, after);
	if (old === '' || fresh === '') return [...run('removed', old), ...run('added', fresh)];
	const {diffLines, diffWordsWithSpace} = await import('diff');
	const limit = {maxEditLength: maxEdits};
	const pieces =
		(length > maxForWords ? undefined : diffWordsWithSpace(old, fresh, limit)) ??
		diffLines(old, fresh, limit);
	return pieces === undefined ? [...run('removed', old), ...run('added', fresh)] : runsOf(pieces);
};
