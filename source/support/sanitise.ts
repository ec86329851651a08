import {latePattern} from './late-pattern.ts';

/*
 * Text from servers, models and files, made safe to print: what comes out only ever fills cells.
 *
 * - Escape sequences go with their payload. A string sequence (OSC, DCS, APC, PM, SOS, screen's title)
 *   must be closed on the line it began; otherwise only its introducer goes and the rest stays visible,
 *   so that one stray byte cannot hide honest text.
 * - Every kind of line break becomes \n, a tab four spaces; other controls vanish.
 * - Invisible characters vanish, bidi controls among them. Joiners stay between the letters of scripts
 *   that are spelled with them, and inside emoji; variation selectors stay on emoji, tags in the three
 *   flags that are spelled with them.
 * - Half a surrogate pair and noncharacters become U+FFFD.
 * - A combining mark never reaches what was printed before the text, and never piles up.
 */

const markLimit = 8;
const replacement = '\ufffd';
const markCarrier = '◌';

const invisible = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}`;
/** Tab, line feed and carriage return are left out: lines are written with them. */
const hiding = String.raw`\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}${invisible}`;
/** Line feed is the only control left out: it is the one that may stay. */
const dangerous = String.raw`\t\r${hiding}`;

/** England, Scotland and Wales: the only flags that Unicode recommends to spell with tag characters. */
export const taggedFlag = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** Takes no cell of its own: marks, and the vowels and final consonants that build Hangul syllables. */
const combining = String.raw`\p{M}\u1160-\u11ff\ud7b0-\ud7fb`;

/**
 * Anything outside the printable ranges of everyday text (Latin, punctuation, arrows, box drawing, kana,
 * ideographs, Hangul). Asked first, because it answers fifteen times faster than the full question.
 */
const unusual =
	/[^\n\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205f\u2070-\u20cf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u3163\u3165-\u9fff\uac00-\ud7a3]/;
const needsWork = latePattern(`[${dangerous}]|^[${combining}]|[${combining}]{${markLimit + 1}}`, 'mu');

const lineBreak = /[\v\f\x85\u2028\u2029]/;
const unpaired = /[\p{Cs}\p{Noncharacter_Code_Point}]/u;
const droppable = latePattern(`[${dangerous}]`, 'u');

const joiner = /[\u200c\u200d]/;
const emojiSelector = /[\ufe0e\ufe0f]/;
const pictograph = /\p{Extended_Pictographic}/u;
const emojiEnd = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const keycapBase = /[0-9#*]/;
const keycap = '\u20e3';
const mark = /\p{M}/u;

/** Scripts whose spelling uses joiners: the cursive ones, and those that stack or split consonants. */
const joiningLetter = latePattern(
	`(?=[\\p{L}\\p{M}])[${[
		...['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Mongolian', 'Adlam', 'Hanifi_Rohingya'],
		...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
		...['Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese'],
	]
		.map(script => `\\p{Script_Extensions=${script}}`)
		.join('')}]`,
	'u',
);

const csiRest = /[0-?]*[ -/]*[@-~]?/y;
const escapeRest = /[ -/]*[0-~]?/y;
/** Stops at every byte that can open or close a sequence, so no part of a text is scanned twice. */
const stringPayload = String.raw`[^\n\r\x07\x18\x1a\x1b\x80-\x9f\u2028\u2029]*`;
const stringRest = new RegExp(String.raw`${stringPayload}(?:[\x07\x9c]|\x1b\\)`, 'y');

const endOfMatch = (pattern: RegExp, text: string, from: number): number => {
	pattern.lastIndex = from;
	pattern.test(text);
	return pattern.lastIndex;
};

/** One that does not end is none: then only its introducer goes. */
const endOfString = (text: string, from: number): number => endOfMatch(stringRest, text, from) || from;

/** Where the sequence that starts with this control ends; a control that starts none ends at once. */
const endOfSequence = (text: string, start: number): number => {
	switch (text[start]) {
		case '\x1b':
			break;
		case '\x9b':
			return endOfMatch(csiRest, text, start + 1);
		case '\x90':
		case '\x98':
		case '\x9d':
		case '\x9e':
		case '\x9f':
			return endOfString(text, start + 1);
		default:
			return start + 1;
	}

	switch (text[start + 1]) {
		case '[':
			return endOfMatch(csiRest, text, start + 2);
		case ']':
		case 'P':
		case 'X':
		case '^':
		case '_':
		case 'k':
			return endOfString(text, start + 2);
		default:
			return endOfMatch(escapeRest, text, start + 1);
	}
};

const firstPoint = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

const lastPoint = (text: string): string => {
	const pair = text.codePointAt(text.length - 2) ?? 0;
	return pair > 0xffff ? String.fromCodePoint(pair) : text.slice(-1);
};

/** Whether an invisible character belongs between what was printed and what comes next. */
const belongsBetween = (before: string, invisible: string, after: string): boolean => {
	if (emojiSelector.test(invisible)) {
		return invisible === '\ufe0f' && keycapBase.test(before) && after === keycap;
	}

	if (invisible === '\u200d' && pictograph.test(after) && emojiEnd.test(before)) return true;
	// Two marks around a joiner spell nothing and would let marks pile up.
	const isBetweenMarks = mark.test(before) && mark.test(after);
	return !isBetweenMarks && joiningLetter().test(before) && joiningLetter().test(after);
};

const piecesAtOnce = 1000;

/** Every decision looks at what has been printed, never at what was removed: hence idempotence. */
const createPrinter = () => {
	// Many pieces are joined as they come: one string that grows by millions of them keeps them all in memory.
	let pieces: string[] = [];
	let printed = '';
	const add = (piece: string): void => {
		if (pieces.push(piece) < piecesAtOnce) return;
		printed += pieces.join('');
		pieces = [];
	};
	let last = '\n';
	let marks = 0;
	/** An invisible character that stays only if what follows wants it. */
	let waiting = '';

	const settle = (next: string): void => {
		if (waiting !== '' && belongsBetween(last, waiting, next)) {
			add(waiting);
		}

		waiting = '';
	};

	return {
		print: (text: string): void => {
			settle(firstPoint(text));
			add(text);
			last = lastPoint(text);
			marks = 0;
		},
		printMark: (character: string): void => {
			settle(character);
			if (last === '\n') {
				add(markCarrier);
				last = markCarrier;
			}

			if (marks < markLimit) {
				add(character);
				last = character;
				marks += 1;
			}
		},
		printSelector: (character: string): void => {
			if (!pictograph.test(last)) {
				waiting = character;
				return;
			}

			waiting = '';
			add(character);
			last = character;
		},
		await: (character: string): void => {
			waiting = character;
		},
		text: (): string => printed + pieces.join(''),
	};
};

/** What may not stay as it is, on a screen. */
const onScreen = latePattern(`${taggedFlag}|[${dangerous}${combining}]`, 'gu');
/** The same where a model reads it: only a screen has to be kept from marks, and needs its own kind of lines. */
const asWritten = latePattern(`${taggedFlag}|[${hiding}]`, 'gu');

const flagLength = 14;

/** Where a match that ends here began: matches are single characters, but for the flags. */
const startOfMatch = (text: string, from: number, end: number): number => {
	const isFlag = end - flagLength >= from && text.startsWith('\u{1f3f4}', end - flagLength);
	if (isFlag) return end - flagLength;
	const isPair = end - 2 >= from && (text.codePointAt(end - 2) ?? 0) > 0xffff;
	return isPair ? end - 2 : end - 1;
};

/** A text can be millions of these characters: no array is made for a match. Single carriage returns are gone. */
const rewrite = (text: string, special: RegExp): string => {
	const printer = createPrinter();
	let from = 0;
	for (;;) {
		special.lastIndex = from;
		const isFound = special.test(text);
		const end = special.lastIndex;
		const at = isFound ? startOfMatch(text, from, end) : text.length;
		if (at > from) {
			printer.print(text.slice(from, at));
		}

		if (!isFound) {
			return printer.text();
		}

		const character = text.slice(at, end);
		from = end;
		if (character === '\t') {
			printer.print('    ');
		} else if (lineBreak.test(character)) {
			printer.print('\n');
		} else if (character.length > 2) {
			printer.print(character);
		} else if (unpaired.test(character)) {
			printer.print(replacement);
		} else if (joiner.test(character)) {
			printer.await(character);
		} else if (emojiSelector.test(character)) {
			printer.printSelector(character);
		} else if (droppable().test(character)) {
			from = Math.max(from, endOfSequence(text, at));
		} else {
			printer.printMark(character);
		}
	}
};

/** For text that may span lines. */
export const sanitise = (text: string): string =>
	unusual.test(text) && needsWork().test(text)
		? rewrite(text.replace(/\r\n/g, '\n').replace(/\r/g, '\n'), onScreen())
		: text;

const sequenceNames: Readonly<Record<string, string>> = {
	...{']': 'an OSC', '\x9d': 'an OSC', P: 'a DCS', '\x90': 'a DCS', _: 'an APC', '\x9f': 'an APC'},
	...{'^': 'a PM', '\x9e': 'a PM', X: 'an SOS', '\x98': 'an SOS', k: 'a title'},
};
/** Less says nothing, and stands in text that hides nothing: the end of a link, the mark of a shell's prompt. */
const fewestHidden = 4;
const hiddenSequence = latePattern(
	String.raw`(?:\x1b([\]P_^Xk])|([\x90\x98\x9d-\x9f]))(${stringPayload})(?:[\x07\x9c]|\x1b\\)`,
	'g',
);
const hiddenRun = latePattern(`${taggedFlag}|[${invisible}]{${fewestHidden},}`, 'gu');
/** How a mark begins. */
export const hiddenMark = '[hidden text removed: ';

const removed = (text: string, where: string): string => `${hiddenMark}${[...text].length} ${where}]`;

const markHidden = (text: string): string =>
	text
		.replace(hiddenSequence(), (found, letter?: string, control?: string, payload = '') => {
			const said = payload.replace(/^\d+;*/, '');
			const kind = sequenceNames[letter ?? control ?? ''];
			return said.length < fewestHidden ? found : removed(said, `characters in ${kind} sequence`);
		})
		.replace(hiddenRun(), run => (run.startsWith('\u{1f3f4}') ? run : removed(run, 'invisible characters')));

const hides = latePattern(String.raw`[${hiding}]|\r(?!\n)`, 'u');

const withoutLoneReturns = (text: string): string =>
	text.replace(/\r+(?!\n)/g, run => '\n'.repeat(run.length));

/**
 * For text that a model reads: nothing is in it that the user would not see, and what could have carried a text is
 * marked where it was. Tabs, line ends and combining marks are what they were. A second pass changes nothing.
 */
export const visibleText = (text: string): string =>
	unusual.test(text) && hides().test(text)
		? rewrite(withoutLoneReturns(markHidden(text)), asWritten())
		: text;

/** For text that must stay on one line: inner line breaks show as ⏎, trailing ones are dropped. */
export const sanitiseLine = (text: string): string => {
	const safe = sanitise(text);
	if (!safe.includes('\n')) {
		return safe;
	}

	let end = safe.length;
	while (safe[end - 1] === '\n') {
		end -= 1;
	}

	return safe.slice(0, end).replaceAll('\n', '⏎');
};

/** The last one may have been cut off. */
const csi = /\u001b\[[0-?]*[ -/]*(?:[@-~]|$)/g;

/** Programs colour what they print: the text without that, and with everything else that is hidden in it. */
export const withoutColours = (text: string): string =>
	text.includes('\u001b[') ? text.replaceAll(csi, '') : text;
