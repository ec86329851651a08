import {latePattern} from './late-pattern.ts';

/*
 * Text from servers, models and files, made safe to print: what comes out only ever fills cells.
 *
 * - Escape sequences go with their payload. A string sequence (OSC, DCS, APC, PM, SOS, screen's title)
 *   must be closed on the line it began; otherwise only its introducer goes and the rest stays visible,
 *   so that one stray byte cannot hide honest text.
 * - Every kind of line break becomes \n, a tab four spaces; other controls vanish.
 * - Invisible characters vanish, bidi controls among them. Joiners stay between the letters of scripts
 *   that are spelled with them, and inside emoji; variation selectors stay on emoji.
 * - Half a surrogate pair and noncharacters become U+FFFD.
 * - A combining mark never reaches what was printed before the text, and never piles up.
 */

const markLimit = 8;
const replacement = '\ufffd';
const markCarrier = '◌';

/** Line feed is the only control left out: it is the one that may stay. */
const dangerous = String.raw`\0-\x09\x0b-\x1f\x7f-\x9f\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}`;

/** Takes no cell of its own: marks, and the vowels and final consonants that build Hangul syllables. */
const combining = String.raw`\p{M}\u1160-\u11ff\ud7b0-\ud7fb`;

/**
 * Anything outside the printable ranges of everyday text (Latin, punctuation, arrows, box drawing, kana,
 * ideographs, Hangul). Asked first, because it answers fifteen times faster than the full question.
 */
const unusual =
	/[^\n\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205f\u2070-\u20cf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u3163\u3165-\u9fff\uac00-\ud7a3]/;
const needsWork = latePattern(`[${dangerous}]|^[${combining}]|[${combining}]{${markLimit + 1}}`, 'mu');

const lineBreak = /[\r\v\f\x85\u2028\u2029]/;
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
const stringPayload = /[^\n\r\x07\x18\x1a\x1b\x80-\x9f\u2028\u2029]*/y;

const endOfMatch = (pattern: RegExp, text: string, from: number): number => {
	pattern.lastIndex = from;
	pattern.test(text);
	return pattern.lastIndex;
};

const endOfString = (text: string, from: number): number => {
	const end = endOfMatch(stringPayload, text, from);
	if (text[end] === '\x07' || text[end] === '\x9c') {
		return end + 1;
	}

	return text[end] === '\x1b' && text[end + 1] === '\\' ? end + 2 : from;
};

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

	if (joiningLetter().test(before) && joiningLetter().test(after)) {
		// Two marks around a joiner spell nothing and would let marks pile up.
		return !(mark.test(before) && mark.test(after));
	}

	return invisible === '\u200d' && emojiEnd.test(before) && pictograph.test(after);
};

/** Every decision looks at what has been printed, never at what was removed: hence idempotence. */
const createPrinter = () => {
	let printed = '';
	let last = '\n';
	let marks = 0;
	/** An invisible character that stays only if what follows wants it. */
	let waiting = '';

	const settle = (next: string): void => {
		if (waiting !== '' && belongsBetween(last, waiting, next)) {
			printed += waiting;
		}

		waiting = '';
	};

	return {
		print: (text: string): void => {
			settle(firstPoint(text));
			printed += text;
			last = lastPoint(text);
			marks = 0;
		},
		printMark: (character: string): void => {
			settle(character);
			if (last === '\n') {
				printed += markCarrier;
				last = markCarrier;
			}

			if (marks < markLimit) {
				printed += character;
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
			printed += character;
			last = character;
		},
		await: (character: string): void => {
			waiting = character;
		},
		text: (): string => printed,
	};
};

type Layout = {
	readonly tab: string;
	/** What may not stay as it is. */
	readonly special: RegExp;
};

const onScreen: Layout = {tab: '    ', special: new RegExp(`[${dangerous}${combining}]`, 'gu')};
/** Only a screen has to be kept from marks. */
const asWritten: Layout = {tab: '\t', special: new RegExp(`[${dangerous}]`, 'gu')};

const rewrite = (text: string, {tab, special}: Layout): string => {
	const printer = createPrinter();
	let from = 0;
	for (;;) {
		special.lastIndex = from;
		const found = special.exec(text);
		const at = found?.index ?? text.length;
		if (at > from) {
			printer.print(text.slice(from, at));
		}

		if (found === null) {
			return printer.text();
		}

		const character = found[0];
		from = at + character.length;
		if (character === '\t') {
			printer.print(tab);
		} else if (lineBreak.test(character)) {
			if (character !== '\r' || text[from] !== '\n') {
				printer.print('\n');
			}
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
	unusual.test(text) && needsWork().test(text) ? rewrite(text, onScreen) : text;

/** For text that a model reads: nothing is in it that nobody would see, but tabs and marks are what they were. */
export const visibleText = (text: string): string =>
	unusual.test(text) && droppable().test(text) ? rewrite(text, asWritten) : text;

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
