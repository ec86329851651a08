import {describe, expect, it} from 'vitest';
import {createStyles, type Styles} from '../../../../source/ui/theme/styles.ts';
import {seen} from '../../../helpers/ui-text.ts';

const names = (Object.keys(createStyles(true)) as (keyof Styles)[]).filter(
	name => name !== 'hasColour' && name !== 'isSpoken' && name !== 'syntax',
);
const codes = (text: string): readonly string[] =>
	[...text.matchAll(/\u001b\[(\d+)m/g)].map(([, code]) => code ?? '');

describe('styles', () => {
	it('add nothing to an empty text', () => {
		for (const hasColour of [true, false]) {
			for (const name of names) {
				expect(createStyles(hasColour)[name]('')).toBe('');
			}
		}
	});

	for (const name of names) {
		it(`turn off again what ${name} turned on, and keep the text`, () => {
			for (const hasColour of [true, false]) {
				const styled = createStyles(hasColour)[name]('text');
				expect(seen(styled)).toBe('text');
				const all = codes(styled);
				const offs = {'1': '22', '2': '22', '3': '23', '4': '24', '7': '27', '9': '29'} as Record<
					string,
					string
				>;
				const half = all.length / 2;
				const closings = all.slice(0, half).map(code => offs[code] ?? '39');
				expect(all.slice(half)).toEqual(closings.toReversed());
			}
		});

		it(`use no colour for ${name} when there is none`, () => {
			expect(codes(createStyles(false)[name]('text')).filter(code => Number(code) >= 30)).toEqual([]);
		});
	}

	it('use only the sixteen colours of the user', () => {
		const used = names
			.flatMap(name => codes(createStyles(true)[name]('x')))
			.filter(code => Number(code) >= 30);
		expect(new Set(used)).toEqual(new Set(['31', '32', '33', '36', '39']));
	});

	it('tell trouble from ordinary text without colour', () => {
		const {bad, warn, inverse} = createStyles(false);
		for (const style of [bad, warn, inverse]) {
			expect(style('x')).not.toBe('x');
		}
	});
});
