import {describe, expect, it} from 'vitest';
import type {ThemeName} from '../../../../source/domain/look.ts';
import {channelsOf, nearestIndexed} from '../../../../source/ui/theme/colour-codes.ts';
import {colourDepth} from '../../../../source/ui/theme/colour-depth.ts';
import {createLiveStyles} from '../../../../source/ui/theme/live-styles.ts';
import {type Background, type Palette, palettes} from '../../../../source/ui/theme/palettes.ts';
import {
	bareStyles,
	createPaletteStyles,
	createStyles,
	type Styles,
} from '../../../../source/ui/theme/styles.ts';

const luminance = (channels: readonly number[]): number => {
	const [red = 0, green = 0, blue = 0] = channels.map(channel => {
		const share = channel / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: readonly number[], other: readonly number[]): number => {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
};
const coloursOf = ({syntax, ...palette}: Palette): readonly string[] => [
	...Object.values(palette),
	...Object.values(syntax),
];
const grounds = {dark: ['000000', '1e1e1e'], light: ['ffffff', 'f6f6f6']};

describe('the colours of a theme', () => {
	for (const [kind, least] of [
		['usual', 4.5],
		['strong', 7],
	] as const) {
		for (const ground of ['dark', 'light'] as const) {
			it(`can be read: ${kind}, ${ground}`, () => {
				for (const colour of coloursOf(palettes[kind][ground])) {
					for (const behind of grounds[ground].map(channelsOf)) {
						expect([colour, contrast(channelsOf(colour), behind)]).toSatisfy(([, found]) => found >= least);
						const {channels} = nearestIndexed(colour);
						expect([colour, 'of 256', contrast(channels, behind)]).toSatisfy(([, , found]) => found >= least);
					}
				}
			});
		}
	}
});

const ask = (
	env: Readonly<Record<string, string>>,
	name: ThemeName = 'auto',
	background?: Background,
): Styles => createLiveStyles({env, theme: () => name, background: () => background})();
const rich = {TERM: 'xterm-256color', COLORTERM: 'truecolor'};
const same = (one: Styles, other: Styles): void =>
	expect(one.accent('x') + one.dim('x')).toBe(other.accent('x') + other.dim('x'));

describe('styles', () => {
	it('have as many colours as the terminal says', () => {
		expect(colourDepth(rich)).toBe('millions');
		expect(colourDepth({TERM: 'xterm-256color'})).toBe('256');
		expect(colourDepth({TERM: 'xterm'})).toBe('16');
		expect(colourDepth({...rich, TERM: 'screen-256color'})).toBe('256');
		expect(colourDepth({...rich, TERM: 'screen-256color', TMUX: '/tmp/x'})).toBe('millions');
		expect(colourDepth({WT_SESSION: 'x'})).toBe('millions');
		expect(colourDepth({...rich, NO_COLOR: '1'})).toBe('none');
		expect(colourDepth({...rich, NO_COLOR: ''})).toBe('millions');
		expect(colourDepth({...rich, FORCE_COLOR: '0'})).toBe('none');
		expect(colourDepth({TERM: 'xterm', FORCE_COLOR: '3'})).toBe('millions');
		expect(colourDepth({...rich, TERM: 'dumb'})).toBe('bare');
	});

	it('follow the theme, and with auto the background', () => {
		const {dark, light} = palettes.usual;
		same(ask(rich, 'dark', 'light'), createPaletteStyles(dark, 'millions'));
		same(ask(rich, 'light', 'dark'), createPaletteStyles(light, 'millions'));
		same(ask(rich, 'auto', 'light'), createPaletteStyles(light, 'millions'));
		same(ask({TERM: 'xterm-256color'}, 'auto', 'dark'), createPaletteStyles(dark, '256'));
		same(ask(rich, 'high-contrast', 'light'), createPaletteStyles(palettes.strong.light, 'millions'));
		same(ask(rich, 'high-contrast'), createPaletteStyles(palettes.strong.dark, 'millions'));
	});

	it("are the user's own sixteen colours where nothing more is known", () => {
		same(ask(rich, 'auto'), createStyles(true));
		same(ask({TERM: 'xterm'}, 'light'), createStyles(true));
	});

	it('have no colour where nobody wants it, and nothing at all in a dumb terminal', () => {
		for (const name of ['auto', 'dark', 'light', 'high-contrast', 'none'] as const) {
			same(ask({...rich, NO_COLOR: '1'}, name, 'dark'), createStyles(false));
			expect(ask({...rich, TERM: 'dumb'}, name, 'dark')).toBe(bareStyles);
		}
		same(ask(rich, 'none', 'dark'), createStyles(false));
		expect(bareStyles.warn('x') + bareStyles.strong('y') + bareStyles.inverse('z')).toBe('xyz');
	});

	it('change as soon as the theme does', () => {
		let name: ThemeName = 'dark';
		const styles = createLiveStyles({env: rich, theme: () => name, background: () => undefined});
		const before = styles();
		expect(styles()).toBe(before);
		name = 'light';
		expect(styles().accent('x')).not.toBe(before.accent('x'));
	});
});
