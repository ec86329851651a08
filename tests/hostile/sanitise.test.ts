import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {sanitise, sanitiseLine} from '../../source/support/sanitise.ts';
import {expectPlainPrinting} from './sanitise-witness.ts';

const introducer = fc.constantFrom(
	...[
		'\x1b[',
		'\x1b[?',
		'\x1b]',
		'\x1bP',
		'\x1b_',
		'\x1b^',
		'\x1bX',
		'\x1bk',
		'\x1b(',
		'\x1b#',
		'\x1b',
		'\x1b ',
	],
	...[
		'\x9b',
		'\x9b?',
		'\x9d',
		'\x90',
		'\x9f',
		'\x9e',
		'\x98',
		'\x84',
		'\x85',
		'\x8d',
		'\x88',
		'\x8e',
		'\x8f',
	],
);
const parameter = fc.constantFrom(
	...['25l', '1049h', '2004h', '1000h', '1003h', '1h', '2J', '3J', 'H', '31m', '7m', '4;5r', '6n', 'c', '>c'],
	...[
		'0;title',
		'2;title',
		'52;c;aGk=',
		'8;;http://x',
		'4;1;rgb:00/00/00',
		'10;?',
		'$qm',
		'+q544e',
		'm',
		'8',
		'E',
	],
	...[
		'10A',
		'5L',
		'5M',
		'9S',
		'9T',
		'b',
		'!p',
		'4h',
		'20h',
		'3g',
		'0',
		'B',
		'7',
		'=',
		'>',
		'D',
		'M',
		'`',
		'21t',
	],
);
const terminator = fc.constantFrom('\x07', '\x1b\\', '\x9c', '\x18', '\x1a', '\x1b', '', '\n', '\r\n');
const control = fc.integer({min: 0, max: 0x9f}).map(code => String.fromCharCode(code));
const anything = fc.oneof(
	fc.string({unit: 'binary', maxLength: 12}),
	fc.string({unit: 'grapheme', maxLength: 12}),
	fc.string({unit: fc.integer({min: 0, max: 0xffff}).map(code => String.fromCharCode(code)), maxLength: 6}),
	fc.constantFrom(
		'\u200d',
		'\u200c',
		'\ufe0f',
		'\u202e',
		'\u0301',
		'\u1161',
		'👩',
		'❤',
		'1',
		'\u20e3',
		'क',
		'्',
		'م',
	),
);
const word = fc.constantFrom('plain ', 'text', '日本', 'é', '\t', ' ', '; ', '[', ']', '\\', '31m', '0;');
const hostile = fc
	.array(fc.oneof(introducer, parameter, terminator, control, anything, word), {maxLength: 40})
	.map(parts => parts.join(''));

const sequence = fc.oneof(
	fc
		.tuple(fc.constantFrom('\x1b[', '\x9b'), fc.stringMatching(/^[0-?]{0,6}[ -/]{0,2}[@-~]$/))
		.map(parts => parts.join('')),
	fc
		.tuple(
			fc.constantFrom(
				'\x1b]',
				'\x1bP',
				'\x1b_',
				'\x1b^',
				'\x1bX',
				'\x1bk',
				'\x9d',
				'\x90',
				'\x9f',
				'\x9e',
				'\x98',
			),
			fc.stringMatching(/^[ -~éß→日]{0,20}$/),
			fc.constantFrom('\x07', '\x1b\\', '\x9c'),
		)
		.map(parts => parts.join('')),
	fc.stringMatching(/^\x1b[(-/][0-~]$/),
	fc.stringMatching(/^\x1b[0-9=>A-OQ-WYZ`a-jl-~]$/),
);

describe('a terminal that prints sanitised text', () => {
	it('does nothing but print, whatever the text contains', async () => {
		await fc.assert(
			fc.asyncProperty(hostile, async text => expectPlainPrinting(sanitise(text))),
			{numRuns: 600},
		);
	});

	it('stays on one line when asked to', async () => {
		await fc.assert(
			fc.asyncProperty(hostile, async text => {
				const safe = sanitiseLine(text);
				expect(safe).not.toContain('\n');
				await expectPlainPrinting(safe);
			}),
			{numRuns: 200},
		);
	});

	it('shows the words around complete sequences and nothing else', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z 日é→]{0,8}$/), sequence)), parts => {
				expect(sanitise(parts.flat().join(''))).toBe(parts.map(([words]) => words).join(''));
			}),
			{numRuns: 2000},
		);
	});

	it('is safe at every cut of a streamed text', async () => {
		const text = 'a\x1b[31mb\x1b]0;t\x1b\\c\x1bP1$r\x9cd\u202ee👩\u200d🚀f\r\ng';
		for (let length = 0; length <= text.length; length += 1) {
			await expectPlainPrinting(sanitise(text.slice(0, length)));
		}
	});
});

describe('sanitised text', () => {
	it('holds no control, no lone surrogate, no bidi control and no format character but joiners', () => {
		const forbidden =
			/[\0-\x09\x0b-\x1f\x7f-\x9f\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
		fc.assert(
			fc.property(hostile, text => {
				expect(sanitise(text)).not.toMatch(forbidden);
			}),
			{numRuns: 5000},
		);
	});

	it('is left alone by a second pass', () => {
		fc.assert(
			fc.property(hostile, text => {
				const safe = sanitise(text);
				expect(sanitise(safe)).toBe(safe);
				expect(sanitiseLine(sanitiseLine(text))).toBe(sanitiseLine(text));
			}),
			{numRuns: 5000},
		);
	});

	it('keeps every printable character of a text without sequences', () => {
		const letters = fc.string({unit: fc.constantFrom(...'aZ0 .-日é→\n'), maxLength: 40});
		const dropped = fc.constantFrom('\0', '\x07', '\x7f', '\u200b', '\u202e', '\ufeff', '\u{e0041}');
		fc.assert(
			fc.property(fc.array(fc.tuple(letters, dropped)), parts => {
				expect(sanitise(parts.flat().join(''))).toBe(parts.map(([text]) => text).join(''));
			}),
		);
	});
});

describe('the witness', () => {
	const acting = [
		...[
			'\x1b]0;t\x07',
			'\x1b[31mred',
			'\x1b[6n',
			'\x1b[?25l',
			'\x1b[?1049h',
			'\x1b[?2004h',
			'\x07',
			'\x1b[2J\x1b[3J',
		],
		...[
			'\x1b(0',
			'\x1b[5A\x1b[2Kgone',
			'\x1b]8;;http://x\x07link',
			'\x1b[3g',
			'\x1b[2;4r',
			'\x9b4h',
			'\x1bc',
			'ab\bc',
		],
	];
	for (const text of acting) {
		it(`sees the effect of ${JSON.stringify(text)} when it is printed raw`, async () => {
			await expect(expectPlainPrinting(text)).rejects.toThrow();
		});
	}
});
