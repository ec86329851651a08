import {colourCode} from './colour-codes.ts';
import type {Palette} from './palettes.ts';

export type Style = (text: string) => string;

/** What a word of a program is. */
export type SyntaxRole = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'type';

/** How things look. Every colour and attribute on the screen comes from here. */
export type Styles = {
	/** Whether colours can be told apart. */
	readonly hasColour: boolean;
	/** Whether lines are read aloud: nothing stands in columns, and no mark stands for a word. */
	readonly isSpoken?: true;
	readonly strong: Style;
	readonly emphasis: Style;
	readonly dim: Style;
	readonly accent: Style;
	readonly good: Style;
	readonly bad: Style;
	readonly warn: Style;
	readonly code: Style;
	readonly heading: Style;
	readonly link: Style;
	readonly strike: Style;
	readonly inverse: Style;
	/** Lines of a difference. */
	readonly added: Style;
	readonly removed: Style;
	/** Words of a program. */
	readonly syntax: Readonly<Record<SyntaxRole, Style>>;
};

const wrap =
	(open: string, close: string): Style =>
	text =>
		text === '' ? '' : `\u001B[${open}m${text}\u001B[${close}m`;

const both =
	(outer: Style, inner: Style): Style =>
	text =>
		outer(inner(text));

const plain: Style = text => text;

/** Attributes that need no colour. */
const attributes = {
	strong: wrap('1', '22'),
	emphasis: wrap('3', '23'),
	link: wrap('4', '24'),
	strike: wrap('9', '29'),
	inverse: wrap('7', '27'),
};
const faint = wrap('2', '22');

/** The 16 basic colours only: they follow the user's own palette, dark or light. */
export const createStyles = (hasColour: boolean): Styles => {
	const {strong} = attributes;
	const colour = (code: string): Style => (hasColour ? wrap(code, '39') : plain);
	return {
		...attributes,
		hasColour,
		dim: faint,
		accent: colour('36'),
		good: colour('32'),
		bad: hasColour ? colour('31') : strong,
		warn: hasColour ? colour('33') : strong,
		code: colour('36'),
		heading: both(strong, colour('36')),
		added: colour('32'),
		removed: colour('31'),
		syntax: {
			keyword: colour('35'),
			string: colour('32'),
			number: colour('33'),
			comment: faint,
			name: colour('36'),
			type: colour('34'),
		},
	};
};

/** The colours of a palette, as a terminal with so many of them takes them. */
export const createPaletteStyles = (palette: Palette, depth: '256' | 'millions'): Styles => {
	const colour = (name: string): Style => wrap(colourCode(name, depth), '39');
	const {syntax} = palette;
	return {
		...attributes,
		hasColour: true,
		dim: palette.dim === undefined ? plain : colour(palette.dim),
		accent: colour(palette.accent),
		good: colour(palette.good),
		bad: colour(palette.bad),
		warn: colour(palette.warn),
		code: colour(palette.code),
		heading: both(attributes.strong, colour(palette.heading)),
		added: colour(palette.added),
		removed: colour(palette.removed),
		syntax: {
			keyword: colour(syntax.keyword),
			string: colour(syntax.string),
			number: colour(syntax.number),
			comment: colour(syntax.comment),
			name: colour(syntax.name),
			type: colour(syntax.type),
		},
	};
};

/** For a terminal that knows nothing but text. */
export const bareStyles: Styles = {
	hasColour: false,
	strong: plain,
	emphasis: plain,
	dim: plain,
	accent: plain,
	good: plain,
	bad: plain,
	warn: plain,
	code: plain,
	heading: plain,
	link: plain,
	strike: plain,
	inverse: plain,
	added: plain,
	removed: plain,
	syntax: {keyword: plain, string: plain, number: plain, comment: plain, name: plain, type: plain},
};

/** For lines that are read aloud. */
export const spokenStyles: Styles = {...bareStyles, isSpoken: true};
