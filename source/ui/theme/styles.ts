export type Style = (text: string) => string;

/** What a word of a program is. */
export type SyntaxRole = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'type';

/** How things look. Every colour and attribute on the screen comes from here. */
export type Styles = {
	/** Whether colours can be told apart. */
	readonly hasColour: boolean;
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

/** The 16 basic colours only: they follow the user's own palette, dark or light. */
export const createStyles = (hasColour: boolean): Styles => {
	const strong = wrap('1', '22');
	const colour = (code: string): Style => (hasColour ? wrap(code, '39') : plain);
	return {
		hasColour,
		strong,
		emphasis: wrap('3', '23'),
		dim: wrap('2', '22'),
		accent: colour('36'),
		good: colour('32'),
		bad: hasColour ? colour('31') : strong,
		warn: hasColour ? colour('33') : strong,
		code: colour('36'),
		heading: both(strong, colour('36')),
		link: wrap('4', '24'),
		strike: wrap('9', '29'),
		inverse: wrap('7', '27'),
		added: colour('32'),
		removed: colour('31'),
		syntax: {
			keyword: colour('35'),
			string: colour('32'),
			number: colour('33'),
			comment: wrap('2', '22'),
			name: colour('36'),
			type: colour('34'),
		},
	};
};
