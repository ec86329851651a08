import {describe, expect, it} from 'vitest';
import {sanitise, sanitiseLine, visibleText} from '../../source/support/sanitise.ts';

const shown = (text: string): string =>
	JSON.stringify(text).replaceAll(
		/[^\x20-\x7e]/gu,
		character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
	);

const table = (rows: readonly (readonly [input: string, output: string])[]): void => {
	for (const [input, output] of rows) {
		it(`prints ${shown(input)} as ${shown(output)}`, () => {
			expect(sanitise(input)).toBe(output);
			expect(sanitise(output)).toBe(output);
		});
	}
};

describe('text that needs nothing', () => {
	const honest = [
		'',
		'plain text\nwith two lines',
		'grüße, naïve, Ελληνικά, Русский, עברית, العربية, 日本語, 한국어, ไทย, हिन्दी, தமிழ்',
		'→ ✓ ● ┌─┐ █ ∑ € “quotes” … –',
		'e\u0301 decomposed, z\u0308',
		'\u1112\u1161\u11ab\u1100\u1173\u11af',
		'😀 🎉 🇨🇭 👍🏽',
		'\ue0b0 private use',
		'\u00a0\u3000\u2003 visible spaces',
		'🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 flags that are spelled with tags',
	];
	for (const text of honest) {
		it(`leaves ${shown(text)} alone`, () => {
			expect(sanitise(text)).toBe(text);
		});
	}
});

describe('line breaks and tabs', () => {
	table([
		['a\nb', 'a\nb'],
		['a\r\nb\r\n', 'a\nb\n'],
		['10%\r20%', '10%\n20%'],
		['a\r\r\nb', 'a\n\nb'],
		['a\vb\fc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
		['a\tb', 'a    b'],
	]);
});

describe('controls', () => {
	table([
		['a\0b\x01c\x07d\be\x0ef\x0fg\x7fh', 'abcdefgh'],
		['a\x80b\x8dc\x9cd', 'abcd'],
		['a\x05b', 'ab'],
	]);
});

describe('escape sequences', () => {
	table([
		['\x1b[31mred\x1b[0m', 'red'],
		['\x1b[?1049h\x1b[2J\x1b[3J\x1b[Hgone?', 'gone?'],
		['\x1b[38;2;1;2;3mx\x1b[>4;1my\x1b[!pz\x1b[2 qw', 'xyzw'],
		['\x9b31mred', 'red'],
		['\x1b[6n\x1b[c\x1b[>q', ''],
		['a\x1bcb\x1b7c\x1b8d\x1b=e\x1b>f\x1bMg', 'abcdefg'],
		['\x1b(0lqk\x1b(B\x1b#8\x1b F!', 'lqk!'],
		['cut \x1b', 'cut '],
		['cut \x1b[', 'cut '],
		['cut \x1b[38;5', 'cut '],
		['\x1b\x1b[31mx', 'x'],
		['\x1b[\x1b[31mx', 'x'],
		['\x1b[3\n1mx', '\n1mx'],
		['\x1b日本', '日本'],
	]);
});

describe('string sequences with their payload', () => {
	table([
		['\x1b]0;title\x07text', 'text'],
		['\x1b]0;title\x1b\\text', 'text'],
		['\x9d0;title\x9ctext', 'text'],
		['\x9d0;title\x07text', 'text'],
		['\x1b]52;c;aGVsbG8=\x07x', 'x'],
		['\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\', 'link'],
		['\x1bP1$r0m\x1b\\x\x90q#0\x9cy', 'xy'],
		['\x1b_Gf=100;AAAA\x1b\\x\x9fabc\x9cy', 'xy'],
		['\x1b^secret\x1b\\x\x9esecret\x9cy', 'xy'],
		['\x1bXsecret\x1b\\x\x98secret\x9cy', 'xy'],
		['\x1bkscreen title\x1b\\x', 'x'],
		['\x1b]0;日本\ttab\x07x', 'x'],
	]);
});

describe('string sequences that never end on their line', () => {
	table([
		['\x1b]0;the rest stays', '0;the rest stays'],
		['\x9dthe rest\nstays\x07', 'the rest\nstays'],
		['\x1b]0;a\x1b[31mb', '0;ab'],
		['\x1b]0;a\x1b', '0;a'],
		['\x1bPabc\x18def', 'abcdef'],
		['â\x80\x9cquotedâ\x80\x9d and more', 'âquotedâ and more'],
	]);
});

describe('bidi and invisible characters', () => {
	table([
		['a\u202eb\u202cc', 'abc'],
		['\u2066a\u2069\u2067b\u2068c', 'abc'],
		['\u200ea\u200fb\u061cc', 'abc'],
		['pay\u200bpal \u2060\u2061\u2062\u2063\u2064x\ufeffy', 'paypal xy'],
		['soft\u00adhyphen', 'softhyphen'],
		['hid\u{e0068}\u{e0069}\u{e007f}den\u{e0001}', 'hidden'],
		['a\ufe00b\ufe01\u{e0100}\u{e01ef}c', 'abc'],
		['\ufff9base\ufffaruby\ufffb', 'baseruby'],
		['\u3164\u115f\u1160\uffa0\u180e\u034fx', 'x'],
	]);
});

describe('joiners and selectors', () => {
	table([
		['👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🏴‍☠️', '👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🏴‍☠️'],
		['❤️ ❤\ufe0e ™️ 1️⃣ #️⃣', '❤️ ❤\ufe0e ™️ 1️⃣ #️⃣'],
		['می\u200cخواهم', 'می\u200cخواهم'],
		['क्\u200dष क्\u200cष র\u200d্য', 'क्\u200dष क्\u200cष র\u200d্য'],
		['ශ්\u200dරී', 'ශ්\u200dරී'],
		['pass\u200dword\u200c', 'password'],
		['1\ufe0f a\ufe0f \ufe0f', '1 a '],
		['😀\u200d', '😀'],
		['😀\u200dx\u200d😀', '😀x😀'],
		['😀\u200c😀', '😀😀'],
		['😀\u200d\u200d\u200b\u200d😀', '😀\u200d😀'],
		['❤\ufe0f\ufe0f\ufe0f', '❤\ufe0f'],
		['م\ufe0eم', 'مم'],
		['🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}', '🏴'],
	]);
});

describe('broken Unicode', () => {
	table([
		['a\ud800b', 'a\ufffdb'],
		['a\udc00b', 'a\ufffdb'],
		['\ud83d\x1b[0m\ude00', '\ufffd\ufffd'],
		['\ufffe\uffff\ufdd0\u{1ffff}', '\ufffd\ufffd\ufffd\ufffd'],
	]);
});

describe('combining marks', () => {
	table([
		['\u0338x', '◌\u0338x'],
		['a\n\u0301b', 'a\n◌\u0301b'],
		['a\x1b[0m\u0301', 'a\u0301'],
		[`z${'\u0301'.repeat(50)}algo`, `z${'\u0301'.repeat(8)}algo`],
		[`z${'\u0301\u200b'.repeat(50)}algo`, `z${'\u0301'.repeat(8)}algo`],
		['\u1161', '◌\u1161'],
	]);
});

it('removes every control and every ignorable character wherever it stands', () => {
	const forbidden = /[\0-\x09\x0b-\x1f\x7f-\x9f\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
	for (let point = 0; point <= 0x10ffff; point += 1) {
		const character = String.fromCodePoint(point);
		if (forbidden.test(sanitise(`a${character}b`)) || forbidden.test(sanitise(character))) {
			expect.fail(`U+${point.toString(16)} survives`);
		}
	}
});

it('keeps a long text without losing a character', () => {
	const line = 'The quick brown fox → 日本語 😀\n';
	const text = line.repeat(20_000);
	expect(sanitise(`${text}\x1b[31m${text}`)).toBe(text + text);
});

describe('one line', () => {
	it('shows inner line breaks and drops trailing ones', () => {
		expect(sanitiseLine('one\ntwo\r\nthree\n\n')).toBe('one⏎two⏎three');
	});

	it('leaves a line alone', () => {
		expect(sanitiseLine('one line')).toBe('one line');
	});

	it('removes what sanitise removes', () => {
		expect(sanitiseLine('\x1b]0;x\x07na\u202eme\u2028\u0301')).toBe('name⏎◌\u0301');
	});

	it('has nothing to say about an empty line', () => {
		expect(sanitiseLine('\r\n')).toBe('');
	});
});

describe('text for a model', () => {
	const tags = (text: string): string =>
		[...text].map(letter => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
	const rows: readonly (readonly [what: string, text: string, read: string])[] = [
		['an OSC sequence', 'a\x1b]0;do it now\x07b', 'a[hidden text removed: 9 characters in an OSC sequence]b'],
		['a C1 OSC sequence', '\x9d2;do it\x9cb', '[hidden text removed: 5 characters in an OSC sequence]b'],
		['a DCS sequence', '\x1bPdo it\x1b\\b', '[hidden text removed: 5 characters in a DCS sequence]b'],
		['an APC sequence', '\x9fdo it\x1b\\b', '[hidden text removed: 5 characters in an APC sequence]b'],
		['a PM sequence', '\x1b^do it\x1b\\b', '[hidden text removed: 5 characters in a PM sequence]b'],
		['an SOS sequence', '\x1bXdo it\x1b\\b', '[hidden text removed: 5 characters in an SOS sequence]b'],
		['a title sequence', '\x1bkdo it\x1b\\b', '[hidden text removed: 5 characters in a title sequence]b'],
		['tag characters', `a${tags('do it')}b`, 'a[hidden text removed: 5 invisible characters]b'],
		['tags behind a flag', `🏴${tags('gbengdo it')}b`, '🏴[hidden text removed: 10 invisible characters]b'],
		[
			'variation selectors',
			'😀\ufe00\ufe01\u{e0100}\u{e01ef}b',
			'😀[hidden text removed: 4 invisible characters]b',
		],
		[
			'joiners as bits',
			'a\u200c\u200d\u200c\u200c\u200db',
			'a[hidden text removed: 5 invisible characters]b',
		],
		['fillers', 'a\u115f\u1160\u3164\uffa0b', 'a[hidden text removed: 4 invisible characters]b'],
		['overwritten text', 'good\rbad', 'good\nbad'],
		['text behind backspaces', 'bad\b\b\bgood', 'badgood'],
		['concealed text', '\x1b[8mconcealed\x1b[0m', 'concealed'],
		['bidi overrides', 'a\u202eb\u202cc', 'abc'],
		['what hides too little to say anything', 'soft\u00adhyphen \x1b]133;A\x07\x1b]8;;\x07', 'softhyphen '],
		['a sequence without an end', 'a\x1b]0;honest text\nb', 'a0;honest text\nb'],
	];
	it.each(rows)('shows a model of %s what the user sees', (_, text, read) => {
		expect(visibleText(text)).toBe(read);
		expect(visibleText(read)).toBe(read);
		// The screen has nothing left to take out.
		expect(sanitise(read)).toBe(read);
	});

	it('keeps what honest text is written with', () => {
		const honest = 'a\tb\r\nc 👩‍🚀 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 می‌خواهم שלום क्\u200dष e\u0301\u0301';
		expect(visibleText(honest)).toBe(honest);
	});

	it('takes no longer for a text that is full of beginnings', () => {
		const text = `${'\x1b]1'.repeat(50_000)}${'9'.repeat(500_000)}${'\x1bP'.repeat(50_000)}`;
		expect(visibleText(text)).toBe(`${'1'.repeat(50_000)}${'9'.repeat(500_000)}`);
	});
});
