import {groupDigits} from '../../support/group-digits.ts';
import {formatBytes} from '../text/format.ts';

/**
 * A large paste is one character in the draft. It is a noncharacter of Unicode: whatever comes into the draft, from the
 * keyboard, a server or an earlier run, is sanitised first, which leaves none of them, so that nothing else can look like
 * one. What a mark stands for is sanitised as well, and no mark is looked for in it.
 */
export type Pastes = ReadonlyMap<string, Paste>;

type Paste = {readonly number: number; readonly text: string; readonly label: string};

export const noPastes: Pastes = new Map();

const marks: readonly string[] = Array.from({length: 32}, (_, index) => String.fromCharCode(0xfdd0 + index));
const anyMark = /[\ufdd0-\ufdef]/g;

const largeLines = 10;
const largeCharacters = 1000;

const linesIn = (text: string): number => {
	let lines = 1;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		lines += 1;
	}
	return lines;
};

export const isLarge = (text: string): boolean =>
	text.length > largeCharacters || linesIn(text.slice(0, largeCharacters)) > largeLines;

export const marksIn = (text: string): readonly string[] => text.match(anyMark) ?? [];

export const isMark = (text: string): boolean => marks.includes(text);

/** The text between pastes, and the pastes, in order. */
export const splitAtMarks = (text: string): readonly string[] => text.split(/([\ufdd0-\ufdef])/);

const labelOf = (number: number, text: string): string => {
	const lines = linesIn(text) - (text.endsWith('\n') ? 1 : 0);
	const size = formatBytes(Buffer.byteLength(text));
	return `[paste ${number}: ${lines === 1 ? '' : `${groupDigits(lines)} lines, `}${size}]`;
};

/** Undefined when there are too many already. What no text uses any more is let go. */
export const addPaste = (
	pastes: Pastes,
	text: string,
	usedMarks: ReadonlySet<string>,
): {readonly pastes: Pastes; readonly mark: string} | undefined => {
	const kept = [...pastes].filter(([mark]) => usedMarks.has(mark));
	const mark = marks.find(each => !usedMarks.has(each));
	if (mark === undefined) {
		return undefined;
	}
	const number = Math.max(0, ...kept.map(([, paste]) => paste.number)) + 1;
	return {mark, pastes: new Map([...kept, [mark, {number, text, label: labelOf(number, text)}]])};
};

/** With everything that was pasted in its place. */
export const unfold = (text: string, pastes: Pastes): string =>
	text.replace(anyMark, mark => pastes.get(mark)?.text ?? '');

/** Only what was typed: in the place of each paste is a blank. */
export const withoutPastes = (text: string): string => text.replace(anyMark, ' ');

/** The other way round: what is in the text as it was pasted becomes one character again. */
export const foldAgain = (text: string, used: readonly string[], pastes: Pastes): string =>
	used.reduce((folded, mark) => {
		const paste = pastes.get(mark)?.text ?? '';
		const at = paste === '' ? -1 : folded.indexOf(paste);
		return at === -1 ? folded : folded.slice(0, at) + mark + folded.slice(at + paste.length);
	}, text);

export const showPastes = (
	text: string,
	pastes: Pastes,
	show: (label: string) => string = label => label,
): string => text.replace(anyMark, mark => show(pastes.get(mark)?.label ?? ''));
