// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {quoteCommand, quoteWord, spellOut, splitCommandLine} from '../../../source/support/shell-words.ts';

describe('a quoted command', () => {
	it.each([
		[['npx', '-y', '@a/b@1.0'], 'npx -y @a/b@1.0'],
		[['a', ''], "a ''"],
		[['echo', "it's"], "echo 'it'\\''s'"],
		[['x', 'a b', '$(rm)', '`x`', '~', '*'], "x 'a b' '$(rm)' '`x`' '~' '*'"],
		[['x', 'a\nb'], "x $'a\\x0ab'"],
		[['x', "\u202e'\\"], "x $'\\u202e\\'\\\\'"],
		[['x', 'a\u00a0b'], "x $'a\\u00a0b'"],
	])('%j is %s', (words, line) => {
		expect(quoteCommand(words)).toBe(line);
	});

	it('shows nothing that a terminal would obey or hide', () => {
		fc.assert(
			fc.property(fc.string({unit: 'binary'}), word => {
				expect(quoteWord(word)).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
				expect(spellOut(word)).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
			}),
		);
	});

	it.runIf(process.platform === 'linux')('means the same words to a shell', () => {
		const word = fc.string({
			unit: fc.oneof(
				fc.constantFrom(...`'"\\$\`!*~ \n\t\u200b\u202eé=#`),
				fc.string({minLength: 1, maxLength: 1}),
			),
		});
		const samples = fc.sample(fc.array(word, {minLength: 1, maxLength: 4}), {numRuns: 60, seed: 5});
		// One shell for all of them: starting one takes long on a busy machine.
		const script = samples.map(words => `printf '%s\\0' ${quoteCommand(words)}`).join('\n');
		const out = execFileSync('bash', ['-c', script], {
			env: {...process.env, LC_ALL: 'C.UTF-8'},
			encoding: 'utf8',
		});
		expect(out).toBe(samples.flatMap(words => words.map(each => `${each}\0`)).join(''));
	});
});

describe('a command line', () => {
	it.each([
		['npx -y foo', ['npx', '-y', 'foo']],
		['a \'b c\' "d e" f\\ g', ['a', 'b c', 'd e', 'f g']],
		['a "b\\"c\\\\" \'d\\e\'', ['a', 'b"c\\', 'd\\e']],
		["a ''", ['a', '']],
		['  a\t b  ', ['a', 'b']],
		['a \\\n  b', ['a', 'b']],
		['a --x="b c"', ['a', '--x=b c']],
		['a ${B:-c d} e${F}', ['a', '${B:-c d}', 'e${F}']],
		['a ${b', ['a', '${b']],
		['', []],
	])('%j has its words', (line, words) => {
		expect(splitCommandLine(line)).toEqual(words);
	});

	it.each(['a | b', 'a && b', 'a; b', 'a > f', 'a $(b)', 'a `b`', "a 'b", 'a "b', 'a\nb'])(
		'%j needs a shell or an end',
		line => {
			expect(splitCommandLine(line)).toBeUndefined();
		},
	);

	it('has the words that were quoted', () => {
		const word = fc
			.string()
			.filter(text => !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u.test(text));
		fc.assert(
			fc.property(fc.array(word), words => {
				expect(splitCommandLine(quoteCommand(words))).toEqual(words);
			}),
		);
	});
});
