import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {MarkdownPiece} from '../../../source/ui/markdown/markdown-piece.ts';
import {createPieceRenderer} from '../../../source/ui/markdown/render-piece.ts';
import {splitBlocks, startSplit, unfinishedPiece} from '../../../source/ui/markdown/split-blocks.ts';
import {arbitraryMarkdown} from './arbitrary-markdown.ts';
import {plainStyle} from './styles.ts';

const endOf = (text: string, longest = 4000): MarkdownPiece | undefined =>
	unfinishedPiece(text, splitBlocks(text, startSplit).state, longest);

const linesOf = (text: string): readonly string[] => {
	const piece = endOf(text);
	return piece === undefined ? [] : createPieceRenderer(() => undefined).next(piece, 80, plainStyle);
};

describe('the unfinished end of an answer', () => {
	const long: Readonly<Record<string, string>> = {
		'a paragraph': 'word '.repeat(1500),
		'a paragraph of many lines': 'some words\n'.repeat(480),
		'one endless word': 'x'.repeat(7900),
		'ideographs without a space': '漢'.repeat(7900),
		'emoji without a space': '👍'.repeat(3900),
		'a table': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(480)}`,
		'an item': `- first\n${'  more of it\n'.repeat(480)}`,
		'a line of code': `\`\`\`js\n${'code(); '.repeat(980)}`,
		html: `<div>\n${'<p>x and y</p>\n'.repeat(480)}`,
	};
	for (const [what, text] of Object.entries(long)) {
		it(`is bounded when it is ${what}, and ends as the text does`, () => {
			const piece = endOf(text);
			expect(piece?.text.length).toBeLessThan(5100);
			expect(piece?.text.length).toBeGreaterThan(1900);
			expect(text.endsWith(piece?.text.slice(-1000) ?? '?')).toBe(true);
			expect(piece?.text).not.toMatch(/^[\udc00-\udfff]/);
			expect(linesOf(text).length).toBeGreaterThan(10);
		});
	}

	it('is still a table when it is the end of one', () => {
		const rows = Array.from({length: 1000}, (_, row) => `| row ${row} | ${row * 2} |\n`).join('');
		const lines = linesOf(`| name | value |\n|:-----|------:|\n${rows}`);
		expect(lines[0]).toMatch(/^name +│ +value$/);
		expect(lines.at(-1)).toMatch(/^row 999 +│ +1998$/);
		expect(lines.every(line => !line.includes('|'))).toBe(true);
	});

	it('keeps the marker of its item', () => {
		expect(linesOf(long['an item'] ?? '')[0]).toBe('• first');
	});

	it('starts at a line or a word', () => {
		expect(endOf('some words\n'.repeat(480))?.text.startsWith('some words\n')).toBe(true);
		expect(endOf('word '.repeat(1500))?.text.startsWith('word ')).toBe(true);
	});

	it('is whole as long as it is short', () => {
		fc.assert(
			fc.property(arbitraryMarkdown, text => {
				const {state} = splitBlocks(text, startSplit);
				expect(unfinishedPiece(text, state, text.length)).toEqual(unfinishedPiece(text, state));
			}),
		);
	});
});
