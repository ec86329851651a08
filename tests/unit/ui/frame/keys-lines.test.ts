import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {AskContext} from '../../../../source/ui/asks/ask-choices.ts';
import {keysLines} from '../../../../source/ui/frame/keys-lines.ts';
import {promptBindings} from '../../../../source/ui/input/keymap.ts';
import {approvalBindings} from '../../../../source/ui/input/trust-bindings.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {seen} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);

describe('the key overlay', () => {
	it('shows every binding that has a text, from the tables', () => {
		const text = keysLines(120, 100, styles, undefined).map(seen).join('\n');
		for (const {keys, help} of [...promptBindings, ...approvalBindings]) {
			if (help !== undefined) {
				expect(text).toContain(keys.join(', '));
				expect(text).toContain(help);
			}
		}
		expect(text).toContain('any key closes this');
	});

	it('begins with what a question needs while one is open', () => {
		const first = (context?: AskContext) => seen(keysLines(80, 20, styles, context)[0] ?? '');
		expect([first(), first('approval'), first('form')]).toEqual([
			'Keys',
			'When a tool asks',
			'When a server asks with a form',
		]);
	});

	it('goes on with what the keys of a question lead to', () => {
		const titles = (context: AskContext) =>
			keysLines(120, 100, styles, context)
				.map(seen)
				.filter(line => line.startsWith('When') || line === 'Keys');
		expect(titles('approval')).toEqual([
			'When a tool asks',
			'When a tool may always run',
			'When you edit arguments or a result',
			'Keys',
		]);
		expect(titles('result')).toEqual([
			'When you look at a result before the model does',
			'When you edit arguments or a result',
			'Keys',
		]);
	});

	it('says that shift+tab also goes to plan', () => {
		expect(keysLines(120, 100, styles, undefined).map(seen).join('\n')).toMatch(
			/shift\+tab +next mode: plan, always-ask, trusted-only, auto/,
		);
	});

	it('fits into any window and says how to close it', () => {
		for (let width = 40; width <= 200; width += 10) {
			for (let height = 2; height <= 60; height += 1) {
				const lines = keysLines(width, height, styles, undefined);
				expect(lines.length).toBeLessThanOrEqual(height);
				expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
				expect(seen(lines.at(-1) ?? '')).toContain('any key closes this');
			}
		}
	});
});
