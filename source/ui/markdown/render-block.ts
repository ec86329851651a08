import type {MarkedToken, Tokens} from 'marked';
import {sanitiseLine} from '../../support/sanitise.ts';
import {cellsOf} from '../text/graphemes.ts';
import {breakCode} from './break-lines.ts';
import {inlineRuns} from './inline-runs.ts';
import {knownTokens, lexMarkdown} from './lex-markdown.ts';
import type {Mark, MarkdownStyle} from './markdown-style.ts';
import {renderTable} from './render-table.ts';
import type {MarkdownPiece} from './split-blocks.ts';
import {type Run, wrapRuns} from './wrap-runs.ts';

const narrowestContent = 8;
const widestRule = 60;
const codeIndent = '  ';

/** Adds in place, one by one: a spread would put every line of a long block on the stack. */
const append = (lines: string[], more: readonly string[], hasGap: boolean): string[] => {
	if (hasGap && lines.length > 0 && more.length > 0) lines.push('');
	for (const line of more) lines.push(line);
	return lines;
};

const linesOf = (runs: readonly Run[], width: number, style: MarkdownStyle): string[] =>
	wrapRuns(runs, width, style).map(({text}) => text);

const inlineLines = (
	{tokens}: {readonly tokens?: Tokens.Paragraph['tokens'] | undefined},
	marks: readonly Mark[],
	width: number,
	style: MarkdownStyle,
): string[] => linesOf(inlineRuns(knownTokens(tokens), marks), width, style);

const codeLines = (code: string, width: number, style: MarkdownStyle): string[] => {
	const indent = width - codeIndent.length >= narrowestContent ? codeIndent : '';
	return breakCode(code, width - indent.length).map(part => {
		const text = part.trimStart();
		return text === '' ? '' : indent + part.slice(0, part.length - text.length) + style.code(text);
	});
};

/** A language is read before the text around it is sanitised, so it is not clean yet. */
const labelLines = (language: string, width: number, style: MarkdownStyle): string[] =>
	language === '' ? [] : linesOf([{text: sanitiseLine(language), marks: ['dim']}], width, style);

const renderCode = ({text, lang}: Tokens.Code, width: number, style: MarkdownStyle): string[] => [
	...labelLines(lang?.trim().split(/\s/)[0] ?? '', width, style),
	...text.split('\n').flatMap(line => codeLines(line, width, style)),
];

const renderQuote = ({tokens}: Tokens.Blockquote, width: number, style: MarkdownStyle): string[] => {
	const hasBar = width - 2 >= narrowestContent;
	const lines = renderTokens(knownTokens(tokens), hasBar ? width - 2 : width, style);
	const bar = style.dim('│');
	return hasBar ? lines.map(line => (line === '' ? bar : `${bar} ${line}`)) : lines;
};

const endsWithBlankLine = (raw: string): boolean => /\n[ \t]*\n\s*$/.test(raw);

/** Inside of a list an empty line is where the source has one, so that an item looks the same on its own. */
const renderItemBlocks = (tokens: readonly MarkedToken[], width: number, style: MarkdownStyle): string[] => {
	const lines: string[] = [];
	let checkbox: readonly Run[] = [];
	let hasGap = false;
	for (const token of tokens) {
		if (token.type === 'checkbox') {
			checkbox = inlineRuns([token]);
			continue;
		}
		const rendered =
			token.type === 'text'
				? linesOf([...checkbox, ...inlineRuns([token])], width, style)
				: renderToken(token, width, style);
		checkbox = [];
		append(lines, rendered, hasGap);
		hasGap = endsWithBlankLine(token.raw) || (token.type === 'space' && hasGap);
	}
	return checkbox.length > 0 ? [...lines, ...linesOf(checkbox, width, style)] : lines;
};

const renderItem = (item: Tokens.ListItem, marker: string, width: number, style: MarkdownStyle): string[] => {
	const indent = cellsOf(marker) + 1;
	const hangs = width - indent >= narrowestContent;
	const [first = '', ...rest] = renderItemBlocks(
		knownTokens(item.tokens),
		hangs ? width - indent : width,
		style,
	);
	const bullet = style.dim(marker);
	if (!hangs) {
		return [
			...linesOf([{text: marker, marks: ['dim']}], width, style),
			...(first === '' ? [] : [first]),
			...rest,
		];
	}
	return [
		first === '' ? bullet : `${bullet} ${first}`,
		...rest.map(line => (line === '' ? '' : ' '.repeat(indent) + line)),
	];
};

const renderList = (list: Tokens.List, first: number, width: number, style: MarkdownStyle): string[] =>
	list.items.flatMap((item, index) => [
		...(endsWithBlankLine(list.items[index - 1]?.raw ?? '') ? [''] : []),
		...renderItem(item, list.ordered ? `${first + index}.` : '•', width, style),
	]);

const renderToken = (token: MarkedToken, width: number, style: MarkdownStyle): string[] => {
	switch (token.type) {
		case 'space':
			return [];
		case 'heading':
			return inlineLines(token, [token.depth < 3 ? 'heading' : 'strong'], width, style);
		case 'paragraph':
			return inlineLines(token, [], width, style);
		case 'code':
			return renderCode(token, width, style);
		case 'blockquote':
			return renderQuote(token, width, style);
		case 'list':
			return renderList(token, token.start === '' ? 1 : token.start, width, style);
		case 'table':
			return renderTable(token, width, style);
		case 'hr':
			return [style.dim('─'.repeat(Math.max(1, Math.min(width, widestRule))))];
		case 'def':
			return linesOf([{text: token.raw.trim(), marks: ['dim']}], width, style);
		case 'html':
			return linesOf([{text: token.raw.trim(), marks: []}], width, style);
		default:
			return linesOf(inlineRuns([token]), width, style);
	}
};

const renderTokens = (tokens: readonly MarkedToken[], width: number, style: MarkdownStyle): string[] =>
	tokens.reduce<string[]>((lines, token) => append(lines, renderToken(token, width, style), true), []);

/**
 * Markdown as lines of at most `width` cells (from 2 up) without spaces at their ends. The text must have
 * been sanitised; every escape sequence in the lines comes from the style.
 */
export const renderBlock = (markdown: string, width: number, style: MarkdownStyle): string[] => {
	const tokens = lexMarkdown(markdown);
	return tokens === undefined
		? linesOf([{text: markdown.trim(), marks: []}], width, style)
		: renderTokens(tokens, width, style);
};

const renderItemPiece = (
	text: string,
	number: number | undefined,
	width: number,
	style: MarkdownStyle,
): string[] => {
	const tokens = lexMarkdown(text);
	const list = tokens?.find(token => token.type === 'list');
	if (list === undefined || number === undefined) return renderBlock(text, width, style);
	return renderList(list, number, width, style);
};

const pieceLines = (piece: MarkdownPiece, width: number, style: MarkdownStyle): string[] => {
	switch (piece.type) {
		case 'block':
			return renderBlock(piece.text, width, style);
		case 'item':
			return renderItemPiece(piece.text, piece.number, width, style);
		case 'code-start':
			return labelLines(piece.language, width, style);
		case 'code-line':
			// One line of the source may be several once its carriage returns are line breaks.
			return piece.code.split('\n').flatMap(line => codeLines(line, width, style));
		case 'code-end':
			return [];
	}
};

/** The lines of one piece of a split text, with the empty line that belongs before it. */
export const renderPiece = (piece: MarkdownPiece, width: number, style: MarkdownStyle): string[] => {
	const lines = pieceLines(piece, width, style);
	const hasGap = (piece.type === 'code-start' || lines.length > 0) && 'gap' in piece && piece.gap;
	return hasGap ? ['', ...lines] : lines;
};
