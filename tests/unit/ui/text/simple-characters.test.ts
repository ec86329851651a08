import fc from 'fast-check';
import stringWidth from 'string-width';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {breakLines} from '../../../../source/ui/markdown/break-lines.ts';
import {cellsOf, graphemesOf, takeCells} from '../../../../source/ui/text/graphemes.ts';
import {simpleCells} from '../../../../source/ui/text/simple-characters.ts';
import {cutToWidth, wrapText} from '../../../../source/ui/text/wrap-text.ts';
import {graphemes} from '../../../helpers/ui-text.ts';

const simple = Array.from({length: 0x10000}, (_, code) => code).filter(code => simpleCells(code) > 0);

afterEach(() => {
	vi.restoreAllMocks();
});

describe('simple characters', () => {
	it('take as many cells as anybody else says', () => {
		const wrong = simple.filter(code => stringWidth(String.fromCharCode(code)) !== simpleCells(code));
		expect(wrong.map(code => code.toString(16))).toEqual([]);
	});

	it('are graphemes of their own, whichever follows which', () => {
		const segmenter = new Intl.Segmenter();
		const all = String.fromCharCode(...simple.filter((_, index) => index % 7 === 0 || index < 3000));
		expect([...segmenter.segment(all)].length).toBe(all.length);
	});

	it('change nothing about the text around them', () => {
		const characters = fc.oneof(
			{weight: 3, arbitrary: fc.constantFrom(...simple).map(code => String.fromCharCode(code))},
			{weight: 1, arbitrary: fc.constantFrom(...graphemes, '\u0301', '\u200d', '\u0600', '\u11a8', '\uff9e')},
		);
		fc.assert(
			fc.property(fc.array(characters, {maxLength: 700, size: 'max'}), fc.nat({max: 40}), (list, width) => {
				const text = list.join('');
				const whole = Array.from(new Intl.Segmenter().segment(text), ({segment}) => segment);
				expect(graphemesOf(text)).toEqual(whole);
				expect(cellsOf(text)).toBe(stringWidth(text));
				const taken = takeCells(text, width);
				expect(text.startsWith(taken)).toBe(true);
				expect(stringWidth(taken)).toBeLessThanOrEqual(width);
			}),
			{numRuns: 100},
		);
	});
});

describe('the segmenter', () => {
	const text = '漢字かなカナ한국어、「Größe」été—'.repeat(500);

	it('is not asked about common wide text', () => {
		const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
		expect(breakLines(text, 80).length).toBeGreaterThan(100);
		expect(wrapText(text, 80).length).toBeGreaterThan(100);
		expect(cellsOf(text)).toBeGreaterThan(text.length);
		expect(graphemesOf(text).length).toBe(text.length);
		expect(segment).not.toHaveBeenCalled();
	});

	it('is asked only about what is not simple', () => {
		const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
		graphemesOf(`${text}👍🏽${text}`);
		expect(segment.mock.calls.map(([part]) => part).join('').length).toBeLessThan(10);
	});

	it('is asked about no more than what fits when a text is cut', () => {
		const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
		cutToWidth('👍🏽'.repeat(100_000), 20);
		expect(segment.mock.calls.map(([part]) => part).join('').length).toBeLessThan(5000);
	});
});
