import type {MarkedToken, Tokens} from 'marked';
import {cellsOf} from '../text/graphemes.ts';
import {codeLines, labelLines} from './code-lines.ts';
import {createCodePainter} from './code-painter.ts';
import {type Drawing, linesOf, narrowestContent, startDrawing, withAddresses} from './drawing.ts';
import type {Highlight} from './highlighter.ts';
import {inlineRuns} from './inline-runs.ts';
import {knownTokens, lexMarkdown} from './lex-markdown.ts';
import type {Mark, MarkdownStyle} from './markdown-style.ts';
import {renderTable} from './render-table.ts';
import type {Run} from './wrap-runs.ts';

const widestRule = 60;

/** Adds in place, one by one: a spread would put every line of a long block on the stack. */
const append = (lines: string[], more: readonly string[], hasGap: boolean): string[] => {
	if (hasGap && lines.length > 0 && more.length > 0) lines.push('');
	for (const line of more) lines.push(line);
	return lines;
};

const inlineLines = (
	{tokens}: {readonly tokens?: Tokens.Paragraph['tokens'] | undefined},
	marks: readonly Mark[],
	width: number,
	drawing: Drawing,
): string[] => linesOf(inlineRuns(knownTokens(tokens), {...drawing, marks}), width, drawing);

const renderCode = ({text, lang}: Tokens.Code, width: number, drawing: Drawing): string[] => {
	const language = lang?.trim().split(/\s/)[0] ?? '';
	const painter = createCodePainter(language, drawing.highlight);
	return [
		...labelLines(language, width, drawing),
		...text.split('\n').flatMap(line => codeLines(painter.next(line), width, drawing)),
	];
};

const renderQuote = ({tokens}: Tokens.Blockquote, width: number, drawing: Drawing): string[] => {
	const hasBar = width - 2 >= narrowestContent;
	const lines = renderTokens(knownTokens(tokens), hasBar ? width - 2 : width, drawing);
	const bar = drawing.style.dim(drawing.style.isSpoken === true ? '>' : '│');
	return hasBar ? lines.map(line => (line === '' ? bar : `${bar} ${line}`)) : lines;
};

const endsWithBlankLine = (raw: string): boolean => raw.slice(raw.trimEnd().length).split('\n').length > 2;

/** Inside of a list an empty line is where the source has one, so that an item looks the same on its own. */
const renderItemBlocks = (tokens: readonly MarkedToken[], width: number, drawing: Drawing): string[] => {
	const lines: string[] = [];
	let checkbox: readonly Run[] = [];
	let hasGap = false;
	for (const token of tokens) {
		if (token.type === 'checkbox') {
			checkbox = inlineRuns([token], {...drawing, marks: []});
			continue;
		}
		const rendered =
			token.type === 'text'
				? linesOf([...checkbox, ...inlineRuns([token], {...drawing, marks: []})], width, drawing)
				: renderToken(token, width, drawing);
		checkbox = [];
		append(lines, rendered, hasGap);
		hasGap = endsWithBlankLine(token.raw) || (token.type === 'space' && hasGap);
	}
	return checkbox.length > 0 ? [...lines, ...linesOf(checkbox, width, drawing)] : lines;
};

const renderItem = (item: Tokens.ListItem, marker: string, width: number, drawing: Drawing): string[] => {
	const indent = cellsOf(marker) + 1;
	const hangs = width - indent >= narrowestContent;
	const [first = '', ...rest] = renderItemBlocks(
		knownTokens(item.tokens),
		hangs ? width - indent : width,
		drawing,
	);
	const bullet = drawing.style.dim(marker);
	if (!hangs) {
		return [
			...linesOf([{text: marker, marks: ['dim']}], width, drawing),
			...(first === '' ? [] : [first]),
			...rest,
		];
	}
	return [
		first === '' ? bullet : `${bullet} ${first}`,
		...rest.map(line => (line === '' ? '' : ' '.repeat(indent) + line)),
	];
};

const renderList = (list: Tokens.List, first: number, width: number, drawing: Drawing): string[] =>
	list.items.flatMap((item, index) => [
		...(endsWithBlankLine(list.items[index - 1]?.raw ?? '') ? [''] : []),
		...renderItem(item, list.ordered ? `${first + index}.` : '•', width, drawing),
	]);

const renderToken = (token: MarkedToken, width: number, drawing: Drawing): string[] => {
	switch (token.type) {
		case 'space':
			return [];
		case 'heading':
			return inlineLines(token, [token.depth < 3 ? 'heading' : 'strong'], width, drawing);
		case 'paragraph':
			return inlineLines(token, [], width, drawing);
		case 'code':
			return renderCode(token, width, drawing);
		case 'blockquote':
			return renderQuote(token, width, drawing);
		case 'list':
			return renderList(token, token.start === '' ? 1 : token.start, width, drawing);
		case 'table':
			return renderTable(token, width, drawing);
		case 'hr':
			return drawing.style.isSpoken === true
				? []
				: [drawing.style.dim('─'.repeat(Math.max(1, Math.min(width, widestRule))))];
		case 'def':
			return linesOf([{text: token.raw.trim(), marks: ['dim']}], width, drawing);
		case 'html':
			return linesOf([{text: token.raw.trim(), marks: []}], width, drawing);
		default:
			return linesOf(inlineRuns([token], {...drawing, marks: []}), width, drawing);
	}
};

const renderTokens = (tokens: readonly MarkedToken[], width: number, drawing: Drawing): string[] =>
	tokens.reduce<string[]>((lines, token) => append(lines, renderToken(token, width, drawing), true), []);

const drawBlock = (markdown: string, width: number, drawing: Drawing): string[] => {
	const tokens = lexMarkdown(markdown);
	return tokens === undefined
		? linesOf([{text: markdown.trim(), marks: []}], width, drawing)
		: renderTokens(tokens, width, drawing);
};

const nothingKnown: Highlight = () => undefined;

/**
 * Markdown as lines of at most `width` cells (from 2 up) without spaces at their ends. The text must have
 * been sanitised; every escape sequence in the lines comes from the style.
 */
export const renderBlock = (
	markdown: string,
	width: number,
	style: MarkdownStyle,
	highlight = nothingKnown,
): string[] => {
	const drawing = startDrawing(style, highlight);
	return withAddresses(drawBlock(markdown, width, drawing), width, drawing);
};

/** An item of a list that begins somewhere above. */
export const renderItemAlone = (
	markdown: string,
	number: number | undefined,
	width: number,
	style: MarkdownStyle,
	highlight: Highlight,
): string[] => {
	const list = lexMarkdown(markdown)?.find(token => token.type === 'list');
	if (list === undefined || number === undefined) return renderBlock(markdown, width, style, highlight);
	const drawing = startDrawing(style, highlight);
	return withAddresses(renderList(list, number, width, drawing), width, drawing);
};
