import type {MarkdownStyle} from '../../../source/ui/markdown/markdown-style.ts';

const same = (text: string): string => text;

export const plainStyle: MarkdownStyle = {
	heading: same,
	strong: same,
	emphasis: same,
	strike: same,
	code: same,
	link: same,
	dim: same,
	warn: same,
	added: same,
	removed: same,
	syntax: {keyword: same, string: same, number: same, comment: same, name: same, type: same},
};

const tag =
	(name: string) =>
	(text: string): string =>
		`<${name}>${text}</${name}>`;

/** Makes every mark visible. */
export const taggedStyle: MarkdownStyle = {
	heading: tag('h'),
	strong: tag('b'),
	emphasis: tag('i'),
	strike: tag('s'),
	code: tag('c'),
	link: tag('a'),
	dim: tag('d'),
	warn: tag('w'),
	added: tag('ins'),
	removed: tag('del'),
	syntax: {
		keyword: tag('keyword'),
		string: tag('string'),
		number: tag('number'),
		comment: tag('comment'),
		name: tag('name'),
		type: tag('type'),
	},
};

const sgr =
	(open: number, close: number) =>
	(text: string): string =>
		`\u001B[${open}m${text}\u001B[${close}m`;

export const ansiStyle: MarkdownStyle = {
	heading: sgr(36, 39),
	strong: sgr(1, 22),
	emphasis: sgr(3, 23),
	strike: sgr(9, 29),
	code: sgr(33, 39),
	link: sgr(4, 24),
	dim: sgr(2, 22),
	warn: sgr(33, 39),
	added: sgr(32, 39),
	removed: sgr(31, 39),
	syntax: {
		keyword: sgr(35, 39),
		string: sgr(32, 39),
		number: sgr(33, 39),
		comment: sgr(2, 22),
		name: sgr(36, 39),
		type: sgr(34, 39),
	},
};
