import {sanitise, taggedFlag} from '../../../support/sanitise.ts';

/** Nothing to see there: controls, what Unicode calls ignorable (tags and bidi controls among it), annotation marks. */
const unseen = new RegExp(
	String.raw`${taggedFlag}|(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}]`,
	'gu',
);
const bidi = /\p{Bidi_Control}/u;
const control = /\p{Cc}/u;
const maybeSpelling = /\u200c|\u200d|\ufe0e|\ufe0f/;

/** An emoji may be several characters long. */
const reach = 8;

/** Answers that were found before: text that is full of joiners mostly repeats itself. */
const known = new Map<string, boolean>();
const maxKnown = 2000;

/** Whether a joiner or selector stands where words or emoji are spelled with one: there `sanitise` keeps it. */
const isSpelling = (text: string, at: number, character: string): boolean => {
	if (!maybeSpelling.test(character)) return false;
	const before = text.slice(Math.max(0, at - reach), at).replace(/^[\udc00-\udfff]/, '');
	const end = `${character}${String.fromCodePoint(text.codePointAt(at + 1) ?? 0x20)}`;
	const around = `${before}${end}`;
	const answer = known.get(around) ?? sanitise(around).endsWith(end);
	if (known.size >= maxKnown) known.clear();
	known.set(around, answer);
	return answer;
};

const nameOf = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const replaceUnseen = (text: string, replace: (character: string) => string): string =>
	text.replace(unseen, (character: string, at: number) =>
		// Only a flag is longer than two units.
		character.length > 2 || isSpelling(text, at, character) ? character : replace(character),
	);

/** The text with everything in it that would not be seen written out. */
export const revealHidden = (text: string): string =>
	replaceUnseen(text, character => `⟨${nameOf(character)}⟩`);

export const withoutHidden = (text: string): string => replaceUnseen(text, () => '');

export type HiddenCharacters = {
	readonly kind: 'invisible' | 'bidi' | 'control';
	/** The first of them, as `U+200B`. */
	readonly example: string;
};

/** What is in a text without being seen, the first of each kind. */
export const findHidden = (text: string): readonly HiddenCharacters[] => {
	const found = new Map<HiddenCharacters['kind'], HiddenCharacters>();
	replaceUnseen(text, character => {
		const kind = bidi.test(character) ? 'bidi' : control.test(character) ? 'control' : 'invisible';
		if (!found.has(kind)) found.set(kind, {kind, example: nameOf(character)});
		return character;
	});
	return [...found.values()];
};
