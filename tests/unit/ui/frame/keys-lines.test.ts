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

/** What is read by scrolling to the end, line by line, without the last line. */
const readAll = (width: number, height: number, context?: AskContext): readonly string[] => {
	const {maxScroll} = keysLines({width, height, scroll: 0}, styles, context);
	return Array.from({length: maxScroll + 1}, (_, scroll) => {
		const lines = linesOf(width, height, context, scroll).slice(0, -1);
		return scroll === 0 ? lines : lines.slice(-1);
	}).flat();
};

describe('the key overlay', () => {
	it('shows every binding that has a text, from the tables', () => {
		const text = linesOf(120, 100).join('\n');
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
			linesOf(120, 100, context).filter(line => line.startsWith('When') || line === 'Keys');
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
		expect(linesOf(120, 100).join('\n')).toMatch(
			/shift\+tab +next mode: plan, always-ask, trusted-only, auto/,
		);
	});

	it('says where it is and how it scrolls where it does not fit', () => {
		expect(linesOf(80, 17).at(-1)).toMatch(/^lines 1-16 of \d+, ↑ ↓ page up, page down scroll, any other/);
		expect(linesOf(40, 5, undefined, 3).at(-1)).toMatch(/^4-7\/\d+, ↑ ↓ scroll, others close this$/);
		const last = linesOf(80, 17, undefined, 1000);
		expect(last.at(-1)).toMatch(/^lines (\d+)-(\d+) of \2,/);
		expect(last[0]).not.toBe('Keys');
	});

	it('can be read whole in any window', () => {
		for (const context of [undefined, 'approval', 'form', 'editor'] as const) {
			const words = (lines: readonly string[]): readonly string[] => lines.join(' ').split(/\s+/).sort();
			const whole = words(linesOf(300, 200, context).slice(0, -1));
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
