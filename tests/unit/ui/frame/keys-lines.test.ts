import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {AskContext} from '../../../../source/ui/asks/ask-choices.ts';
import {keysLines} from '../../../../source/ui/frame/keys-lines.ts';
import {promptBindings} from '../../../../source/ui/input/keymap.ts';
import {approvalBindings} from '../../../../source/ui/input/trust-bindings.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {seen} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const linesOf = (width: number, height: number, context?: AskContext, scroll = 0): readonly string[] =>
	keysLines({width, height, scroll}, styles, context).lines.map(seen);

/** What is read by turning every page, without the last lines. */
const readAll = (width: number, height: number, context?: AskContext): readonly string[] => {
	const {maxScroll} = keysLines({width, height, scroll: 0}, styles, context);
	return Array.from({length: maxScroll + 1}, (_, page) =>
		linesOf(width, height, context, page).slice(0, -1),
	).flat();
};

describe('the key overlay', () => {
	it('shows every binding that has a text, from the tables', () => {
		const text = linesOf(99, 200).join('\n');
		for (const {keys, help} of [...promptBindings, ...approvalBindings]) {
			if (help !== undefined) {
				expect(text).toContain(keys.join(', '));
				expect(text).toContain(help);
			}
		}
		expect(text).toContain('any key closes this');
	});

	it('begins with what a question needs while one is open', () => {
		const first = (context?: AskContext) => linesOf(80, 20, context)[0];
		expect([first(), first('approval'), first('form')]).toEqual([
			'Keys',
			'When a tool asks',
			'When a server asks with a form',
		]);
	});

	it('goes on with what the keys of a question lead to', () => {
		const titles = (context: AskContext) =>
			linesOf(99, 200, context).filter(
				line => line.startsWith('When a tool') || /^When you|^Keys/.test(line),
			);
		expect(titles('approval')).toEqual([
			'When a tool asks',
			'When a tool may always run',
			'When you edit arguments in a form',
			'When you edit arguments or a result as text',
			'Keys',
		]);
		expect(titles('result')).toEqual([
			'When you look at a result before the model does',
			'When you edit arguments or a result as text',
			'Keys',
		]);
	});

	it('says that shift+tab also goes to plan', () => {
		expect(linesOf(99, 200).join('\n')).toMatch(
			/shift\+tab +next mode: plan, always-ask, trusted-only, auto/,
		);
	});

	it('says which page it is and how to turn it where it does not fit', () => {
		const closing = (page: number, width = 80) => linesOf(width, 17, undefined, page).at(-1);
		expect(closing(0)).toMatch(/^page 1 of \d · ↓ next page · any other key closes this$/);
		expect(closing(1)).toMatch(/^page 2 of \d · ↓ next page, ↑ before · any other key closes this$/);
		expect(closing(99)).toMatch(/^page (\d) of \1 · ↑ page before · any other/);
		expect(closing(0, 40)).toMatch(/^(page 1 of \d ·|1\/\d\d) ↓ next\b.* others close this$/);
		expect(linesOf(80, 17, undefined, 1)[0]).not.toBe('Keys');
	});

	it('keeps a title with the first key below it', () => {
		for (let height = 6; height <= 40; height += 1) {
			const {maxScroll} = keysLines({width: 80, height, scroll: 0}, styles, undefined);
			for (let page = 0; page <= maxScroll; page += 1) {
				expect(linesOf(80, height, undefined, page).at(-2)).toMatch(/^ {2}/);
			}
		}
	});

	it('stands in two columns of about the same length where the window is wide', () => {
		const lines = linesOf(120, 60);
		expect(lines.length).toBeLessThan(linesOf(90, 200).length * 0.65);
		expect(lines[0]).toMatch(/^Keys {20,}\S/);
		expect(lines.at(-1)).toBe('any key closes this');
	});

	it('can be read whole in any window', () => {
		for (const context of [undefined, 'approval', 'form', 'editor'] as const) {
			const words = (lines: readonly string[]): readonly string[] =>
				lines.join(' ').trim().split(/\s+/).sort();
			const whole = words(linesOf(99, 300, context).slice(0, -1));
			for (let width = 40; width <= 120; width += 10) {
				for (const height of [2, 4, 17, 33]) {
					expect(words(readAll(width, height, context))).toEqual(whole);
				}
			}
		}
	});

	it('fits into any window and says how to close it', () => {
		for (let width = 40; width <= 200; width += 10) {
			for (let height = 2; height <= 60; height += 1) {
				const {lines} = keysLines({width, height, scroll: 0}, styles, undefined);
				expect(lines.length).toBeLessThanOrEqual(height);
				expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				expect(seen(lines.at(-1) ?? '')).toMatch(/closes? this/);
			}
		}
	});
});
