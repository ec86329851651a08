import type {SyntaxRole} from './styles.ts';

/** A colour for every role, as `rrggbb`. What has none is written in the terminal's own colour. */
export type Palette = {
	readonly dim?: string;
	readonly accent: string;
	readonly good: string;
	readonly bad: string;
	readonly warn: string;
	readonly code: string;
	readonly heading: string;
	readonly added: string;
	readonly removed: string;
	readonly syntax: Readonly<Record<SyntaxRole, string>>;
};

export type Background = 'dark' | 'light';

const dark: Palette = {
	dim: '9097a6',
	accent: '82aaff',
	good: '98d67c',
	bad: 'ff8089',
	warn: 'efc06f',
	code: '7fd3e4',
	heading: '82aaff',
	added: '98d67c',
	removed: 'ff8089',
	syntax: {
		keyword: 'c4a2f5',
		string: '98d67c',
		number: 'f2a272',
		comment: '9097a6',
		name: '82aaff',
		type: '7fd3e4',
	},
};

const light: Palette = {
	dim: '5c6370',
	accent: '2a56c6',
	good: '22702c',
	bad: 'b91c37',
	warn: '7d5200',
	code: '0a6580',
	heading: '2a56c6',
	added: '22702c',
	removed: 'b91c37',
	syntax: {
		keyword: '7434a8',
		string: '22702c',
		number: '97420a',
		comment: '5c6370',
		name: '2a56c6',
		type: '0a6580',
	},
};

/** Nothing is dimmed, and colours are few and far apart. */
const strongDark: Palette = {
	accent: '7fd7ff',
	good: '87ff87',
	bad: 'ffafaf',
	warn: 'ffd75f',
	code: '87ffff',
	heading: 'ffffff',
	added: '87ff87',
	removed: 'ffafaf',
	syntax: {
		keyword: 'ffafff',
		string: '87ff87',
		number: 'ffd75f',
		comment: 'd0d0d0',
		name: '7fd7ff',
		type: '87ffff',
	},
};

const strongLight: Palette = {
	accent: '000087',
	good: '005000',
	bad: '8f0000',
	warn: '5f2700',
	code: '00284f',
	heading: '000000',
	added: '005000',
	removed: '8f0000',
	syntax: {
		keyword: '5b0087',
		string: '005000',
		number: '5f2700',
		comment: '3a3a3a',
		name: '000087',
		type: '00284f',
	},
};

/** `usual` for most eyes, `strong` for those who need more contrast. */
export const palettes: Readonly<Record<'usual' | 'strong', Readonly<Record<Background, Palette>>>> = {
	usual: {dark, light},
	strong: {dark: strongDark, light: strongLight},
};
