import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {sanitise} from '../../../source/support/sanitise.ts';
import type {MarkdownPiece} from '../../../source/ui/markdown/markdown-piece.ts';
import {createPieceRenderer} from '../../../source/ui/markdown/render-piece.ts';
import {finishBlocks, splitBlocks, startSplit} from '../../../source/ui/markdown/split-blocks.ts';
import {brew, nestedList, poisonRecipe, wideTable} from '../../helpers/poisonous-markdown.ts';
import {arbitraryMarkdown} from './arbitrary-markdown.ts';
import {plainStyle} from './styles.ts';

const poison = fc.oneof(
	{weight: 8, arbitrary: poisonRecipe(40_000, 300).map(brew)},
	{weight: 2, arbitrary: arbitraryMarkdown},
);

const poisonous = fc.array(poison, {minLength: 1, maxLength: 3}).map(parts => parts.join('\n'));

const linesIn = (text: string): number => text.split('\n').length;

const renderAll = (pieces: readonly MarkdownPiece[], width: number): readonly string[] => {
	const renderer = createPieceRenderer(() => undefined);
	return pieces.flatMap(piece => {
		const clean = {...piece, text: sanitise(piece.text)};
		return renderer.next(
			clean.type === 'code-line' ? {...clean, code: sanitise(clean.code)} : clean,
			width,
			plainStyle,
		);
	});
};

describe('the pieces of a poisonous answer', () => {
	it('are small, lose nothing and do not depend on how the text arrives', () => {
		fc.assert(
			fc.property(poisonous, fc.integer({min: 500, max: 20_000}), (text, size) => {
				const pieces: MarkdownPiece[] = [];
				let state = startSplit;
				for (let length = size; length < text.length; length += size) {
					const split = splitBlocks(text.slice(0, length), state);
					pieces.push(...split.pieces);
					state = split.state;
					expect(length - state.from).toBeLessThan(25_000);
				}
				pieces.push(...finishBlocks(text, state));
				expect(pieces.map(piece => piece.text).join('')).toBe(text);
				for (const piece of pieces) {
					expect(piece.text.length).toBeLessThan(25_000);
					expect(linesIn(piece.text.trim())).toBeLessThan(510);
				}
				expect(pieces).toEqual(finishBlocks(text, startSplit));
			}),
			{numRuns: 300},
		);
	});

	it('make no more lines than a few for each character of the text', () => {
		// In a narrow window a row of two characters is twelve cells with a line each, and a line between two rows.
		const worst = `|${'a|'.repeat(12)}\n|${'-|'.repeat(12)}\n${'|\n'.repeat(600)}`;
		fc.assert(
			fc.property(poisonous, fc.constantFrom(20, 80, 200), (text, width) => {
				const lines = renderAll(finishBlocks(text, startSplit), width);
				expect(lines.length).toBeLessThan(6.5 * text.length + 100);
			}),
			{numRuns: 60, examples: [[worst, 20]]},
		);
	});

	it.each([
		['a list of 3,000 levels', nestedList(3000)],
		['a list of 120 levels', nestedList(120)],
		['181,000 backticks', '`'.repeat(181_000)],
		['an item of 20,000 lines', `- a\n${'  b\n'.repeat(20_000)}`],
		['a table of 2,000 columns and 2,000 rows', wideTable(2000, 2000)],
		['a table of 2,000 columns in an item', `- ${wideTable(2000, 2000).replaceAll('\n', '\n  ')}`],
		['200,000 empty lines', `a${'\n'.repeat(200_000)}b`],
		['a line of 1,000,000 spaces', `a${' '.repeat(1_000_000)}b`],
	])('are laid out one after the other: %s', (_name, text) => {
		const pieces = finishBlocks(text, startSplit);
		expect(pieces.map(piece => piece.text).join('')).toBe(text);
		expect(renderAll(pieces, 80).length).toBeGreaterThan(0);
	});
});

describe('a block that goes on behind a cut', () => {
	it('has the head of its table again', () => {
		const rows = Array.from({length: 1200}, (_, row) => `| row ${row} | ${row} |\n`).join('');
		const pieces = finishBlocks(`| name | value |\n|---|---|\n${rows}`, startSplit);
		expect(pieces.length).toBeGreaterThan(2);
		const lines = renderAll(pieces, 80);
		expect(lines.filter(line => /^name +│ value$/.test(line))).toHaveLength(pieces.length);
		expect(lines.filter(line => /^row \d+ +│ \d+$/.test(line))).toHaveLength(1200);
	});

	it('is a paragraph as before, without an empty line between the parts', () => {
		const lines = renderAll(finishBlocks('some words\n'.repeat(1200), startSplit), 80);
		expect(lines).toEqual(Array.from({length: 1200}, () => 'some words'));
	});

	it('is shown as it was written where it was an item, and the next item is one again', () => {
		const text = `- first\n${'  more\n'.repeat(1200)}- second\n`;
		const lines = renderAll(finishBlocks(text, startSplit), 80);
		expect(lines[0]).toBe('• first');
		expect(lines.filter(line => line.trim() === 'more')).toHaveLength(1200);
		expect(lines.at(-1)).toBe('• second');
	});

	it('is still code where it was a line of code', () => {
		const text = `\`\`\`\n${'x'.repeat(20_000)}\n- no item\n\`\`\`\nafter\n`;
		const types = finishBlocks(text, startSplit).map(({type}) => type);
		expect(types).toEqual([
			'code-start',
			...['code-line', 'code-line', 'code-line', 'code-line'],
			'code-end',
			'block',
		]);
	});
});
