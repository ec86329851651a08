import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {sanitise} from '../../../source/support/sanitise.ts';
import {renderBlock} from '../../../source/ui/markdown/render-block.ts';
import {createPieceRenderer} from '../../../source/ui/markdown/render-piece.ts';
import {finishBlocks, startSplit} from '../../../source/ui/markdown/split-blocks.ts';
import {arbitraryMarkdown, tidyMarkdown} from './arbitrary-markdown.ts';
import {ansiStyle, plainStyle} from './styles.ts';

const width = fc.integer({min: 2, max: 100});
const cleanMarkdown = arbitraryMarkdown.map(sanitise);

/** Some characters are wider than the narrowest line; such a one stands alone. */
const expectToFit = (line: string, cells: number): void => {
	const isAlone = Array.from(new Intl.Segmenter().segment(line.trim())).length === 1;
	expect(isAlone ? Math.min(stringWidth(line), cells) : stringWidth(line)).toBeLessThanOrEqual(cells);
};

describe('rendered markdown', () => {
	it('fits the width, ends in no space and holds no control character', () => {
		fc.assert(
			fc.property(cleanMarkdown, width, (markdown, cells) => {
				for (const line of renderBlock(markdown, cells, plainStyle)) {
					expectToFit(line, cells);
					expect(line).not.toMatch(/\s$/);
					expect(line).not.toMatch(/\p{Cc}/u);
				}
			}),
			{numRuns: 800},
		);
	});

	it('has the same words in the same places whatever the style', () => {
		fc.assert(
			fc.property(cleanMarkdown, width, (markdown, cells) => {
				const styled = renderBlock(markdown, cells, ansiStyle).map(line =>
					line.replaceAll(/\u001B\[\d+m/g, ''),
				);
				expect(styled).toEqual(renderBlock(markdown, cells, plainStyle));
			}),
			{numRuns: 500},
		);
	});

	it('looks the same printed piece by piece as printed whole', () => {
		fc.assert(
			fc.property(tidyMarkdown, width, (markdown, cells) => {
				const renderer = createPieceRenderer(() => undefined);
				const pieces = finishBlocks(markdown, startSplit).flatMap(piece =>
					renderer.next(piece, cells, plainStyle),
				);
				expect(pieces).toEqual(renderBlock(markdown, cells, plainStyle));
			}),
			{numRuns: 300},
		);
	});

	it('is safe when a text is split first and each piece sanitised on its own', () => {
		const dirty = fc
			.array(
				fc.oneof(
					arbitraryMarkdown,
					fc.constantFrom('\r', '\u001B[31m', '```\u001B]0;x\u0007js\n', '\u202E', '\t', '\u0000'),
				),
			)
			.map(parts => parts.join(''));
		fc.assert(
			fc.property(dirty, width, (markdown, cells) => {
				for (const piece of finishBlocks(markdown, startSplit)) {
					const code = piece.type === 'code-line' ? {code: sanitise(piece.code)} : {};
					for (const line of createPieceRenderer(() => undefined).next(
						{...piece, text: sanitise(piece.text), ...code},
						cells,
						plainStyle,
					)) {
						expect(line).not.toMatch(/[\p{Cc}\u202E]/u);
						expectToFit(line, cells);
					}
				}
			}),
			{numRuns: 300},
		);
	});

	it('keeps every character of code', () => {
		const line = fc
			.string({unit: 'grapheme', maxLength: 80})
			.map(text => sanitise(text).replaceAll('\n', ''));
		fc.assert(
			fc.property(fc.array(line, {minLength: 1, maxLength: 5}), width, (code, cells) => {
				const markdown = `\`\`\`\`\`\`\`\`\n${code.join('\n')}\n\`\`\`\`\`\`\`\``;
				const shown = renderBlock(markdown, cells, plainStyle).join('');
				expect(shown.replaceAll(/\s/g, '')).toBe(code.join('').replaceAll(/\s/g, ''));
			}),
			{numRuns: 500},
		);
	});

	it('keeps every character of plain words', () => {
		const words = fc.array(
			fc.string({unit: fc.constantFrom(...'abc漢字é👍한'), minLength: 1, maxLength: 30}),
			{
				minLength: 1,
				maxLength: 20,
			},
		);
		fc.assert(
			fc.property(words, width, (list, cells) => {
				const shown = renderBlock(list.join(' '), cells, plainStyle).join('');
				expect(shown.replaceAll(' ', '')).toBe(list.join(''));
			}),
			{numRuns: 500},
		);
	});

	it('survives text made to be slow or deep', () => {
		for (const piece of [
			'*',
			'_a',
			'[',
			'![',
			'<',
			'`a',
			'~~a',
			'&',
			'- ',
			'> ',
			'|',
			'(',
			'[a](',
			'\\',
			'1. ',
		]) {
			const lines = renderBlock(piece.repeat(5000), 80, plainStyle);
			expect(lines.length).toBeGreaterThan(0);
		}
	});
});
