import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {MarkdownPiece} from '../../../source/ui/markdown/markdown-piece.ts';
import {
	finishBlocks,
	splitBlocks,
	startSplit,
	unfinishedPiece,
} from '../../../source/ui/markdown/split-blocks.ts';
import {arbitraryMarkdown} from './arbitrary-markdown.ts';

const splitWhole = (text: string): readonly MarkdownPiece[] => finishBlocks(text, startSplit);

const textOf = (pieces: readonly MarkdownPiece[]): string => pieces.map(({text}) => text).join('');

const brief = (pieces: readonly MarkdownPiece[]): string[] =>
	pieces.map(({type, text}) => `${type} ${JSON.stringify(text)}`);

const finished = (text: string): readonly MarkdownPiece[] => splitBlocks(text, startSplit).pieces;

describe('splitBlocks', () => {
	it('keeps a paragraph until an empty line or another block follows', () => {
		expect(finished('one\ntwo')).toEqual([]);
		expect(finished('one\ntwo\n')).toEqual([]);
		expect(finished('one\ntwo\n\n')).toEqual([{type: 'block', text: 'one\ntwo\n\n', gap: false}]);
		expect(brief(finished('one\n# Two\n'))).toEqual(['block "one\\n"', 'block "# Two\\n"']);
		expect(brief(finished('one\n***\n'))).toEqual(['block "one\\n"', 'block "***\\n"']);
		expect(brief(finished('one\n- two\n'))).toEqual(['block "one\\n"']);
		expect(brief(finished('one\n2. is no list here\n'))).toEqual([]);
	});

	it('takes an underline as part of its heading', () => {
		expect(brief(finished('Title\n---\ntext\n'))).toEqual(['block "Title\\n---\\n"']);
	});

	it('hands out code line by line and says in which language', () => {
		expect(finished('```ts title=x\n  a\n\n``\n```\n')).toEqual([
			{type: 'code-start', text: '```ts title=x\n', gap: false, language: 'ts'},
			{type: 'code-line', text: '  a\n', code: '  a', language: 'ts'},
			{type: 'code-line', text: '\n', code: '', language: 'ts'},
			{type: 'code-line', text: '``\n', code: '``', language: 'ts'},
			{type: 'code-end', text: '```\n'},
		]);
	});

	it('ends a fence only with marks of its kind and length, and undoes its indentation', () => {
		expect(brief(finished('  ~~~~\n   x\n ```\n~~~\n  ~~~~~\nafter\n\n'))).toEqual([
			'code-start "  ~~~~\\n"',
			'code-line "   x\\n"',
			'code-line " ```\\n"',
			'code-line "~~~\\n"',
			'code-end "  ~~~~~\\n"',
			'block "after\\n\\n"',
		]);
		expect(finished('  ```\n   x\n')[1]).toMatchObject({code: ' x'});
	});

	it('hands out a list item when the next one starts, with its number', () => {
		expect(finished('1. a\n   - b\n\n   c\n1. d\n\n1. e\n')).toEqual([
			{type: 'item', text: '1. a\n   - b\n\n   c\n', gap: false, number: 1},
			{type: 'item', text: '1. d\n\n', gap: false, number: 2},
		]);
		expect(
			splitWhole('7. a\n7. b\n\n7. c').map(piece => ('number' in piece ? [piece.number, piece.gap] : [])),
		).toEqual([
			[7, false],
			[8, false],
			[9, true],
		]);
	});

	it('takes a tab for four spaces', () => {
		expect(brief(splitWhole('- a\n\n\tstill a\n- b\n'))).toEqual([
			'item "- a\\n\\n\\tstill a\\n"',
			'item "- b\\n"',
		]);
	});

	it('ends a list at another marker, a rule, a heading, code, or text after an empty line', () => {
		expect(brief(splitWhole('- a\n* b'))).toEqual(['item "- a\\n"', 'item "* b"']);
		expect(splitWhole('- a\n* b')[1]).toMatchObject({gap: true});
		expect(brief(splitWhole('- a\n---\n'))).toEqual(['item "- a\\n"', 'block "---\\n"']);
		expect(brief(splitWhole('- a\n# b\n'))).toEqual(['item "- a\\n"', 'block "# b\\n"']);
		expect(brief(splitWhole('- a\n```\nx'))).toEqual([
			'item "- a\\n"',
			'code-start "```\\n"',
			'code-line "x"',
		]);
		expect(brief(splitWhole('- a\n\nb\n'))).toEqual(['item "- a\\n\\n"', 'block "b\\n"']);
		expect(brief(splitWhole('- a\nlazy\n- b\n'))).toEqual(['item "- a\\nlazy\\n"', 'item "- b\\n"']);
	});

	it('keeps a table and a quote whole', () => {
		expect(finished('| a |\n|---|\n| 1 |\n')).toEqual([]);
		expect(brief(finished('| a |\n|---|\n| 1 |\n\n'))).toEqual(['block "| a |\\n|---|\\n| 1 |\\n\\n"']);
		expect(brief(finished('> ```\n> # x\n>\n> ```\n\n'))).toHaveLength(1);
	});

	it('looks for nothing but an empty line inside of HTML', () => {
		expect(brief(finished('<div>\n# no\n```\n</div>\n\n'))).toHaveLength(1);
	});

	it('shows the unfinished end as what it is so far', () => {
		const open = (text: string) => unfinishedPiece(text, splitBlocks(text, startSplit).state);
		expect(open('# a\nb\nc')).toEqual({type: 'block', text: 'b\nc', gap: true});
		expect(open('3. a\n4. b')).toMatchObject({type: 'item', text: '3. a\n4. b', number: 3});
		expect(open('3. a\n4. b\n')).toMatchObject({type: 'item', text: '4. b\n', number: 4, gap: false});
		expect(open('```js\nlet')).toEqual({type: 'code-line', text: 'let', code: 'let', language: 'js'});
		expect(open('```js\n``')).toBeUndefined();
		expect(open('a\n\n\n')).toBeUndefined();
		expect(open('')).toBeUndefined();
	});

	it('loses nothing and does not depend on how the text arrives', () => {
		fc.assert(
			fc.property(arbitraryMarkdown, fc.array(fc.nat(40), {maxLength: 60}), (text, steps) => {
				const pieces: MarkdownPiece[] = [];
				let state = startSplit;
				let length = 0;
				for (const step of steps) {
					length = Math.min(text.length, length + step);
					const arrived = text.slice(0, length);
					const result = splitBlocks(arrived, state);
					pieces.push(...result.pieces);
					state = result.state;
					expect(textOf(pieces) + arrived.slice(state.from)).toBe(arrived);
				}
				pieces.push(...finishBlocks(text, state));
				expect(textOf(pieces)).toBe(text);
				expect(pieces).toEqual(splitWhole(text));
			}),
			{numRuns: 1000},
		);
	});

	it('searches each character of a long line once', () => {
		let state = startSplit;
		for (const length of [10, 20, 30]) state = splitBlocks('x'.repeat(length), state).state;
		expect(state).toMatchObject({from: 0, line: 0, searched: 30});
	});
});
