import {Lexer, type MarkedToken, type Token} from 'marked';

/** Some inline rules take time that grows with the square of the text or of its marks; no paragraph worth reading is like that. */
const longestInline = 4000;
const mostMarks = 400;

/** Quotes and lists, one inside of the other, beyond any use: each level is read again as a text of its own. */
const deepest = 40;
const mostCells = 10_000;

const nesting = /^[ >]*(?:(?:[-*+]|\d{1,9}[.)]) [ >]*)*/;

/** How deep a line may be inside of quotes and lists, by its markers and its indentation. */
const depthOf = (line: string): number => {
	const [markers = ''] = nesting.exec(line) ?? [];
	const spaces = markers.split(' ').length - 1;
	const others = markers.replaceAll(/[ .)]|\d(?=\d)/g, '').length;
	return others === 0 ? 0 : others + spaces / 2;
};

const columnsOf = (line: string): number =>
	/^[ >]*[|:-][ |:-]*$/.test(line) && line.includes('-') ? line.split('|').length : 0;

const isTooComplex = (markdown: string): boolean => {
	const lines = markdown.split('\n');
	return lines.some(line => depthOf(line) > deepest || columnsOf(line) * lines.length > mostCells);
};

const isPlain = (inline: string): boolean =>
	inline.length > longestInline || (inline.match(/[*_~[<]/g)?.length ?? 0) > mostMarks;

/** There are no extensions, so these are all the tokens that exist. */
export const knownTokens = (tokens: readonly Token[] | undefined): readonly MarkedToken[] =>
	(tokens ?? []) as readonly MarkedToken[];

/** The blocks of a text, or undefined when the lexer would take too long or give up. */
export const lexMarkdown = (markdown: string): readonly MarkedToken[] | undefined => {
	if (isTooComplex(markdown)) return undefined;
	const lexer = new Lexer({gfm: true});
	try {
		const tokens = lexer.blockTokens(markdown, []);
		for (const {src, tokens: inline} of lexer.inlineQueue) {
			if (isPlain(src)) inline.push({type: 'text', raw: src, text: src, escaped: false});
			else lexer.inlineTokens(src, inline);
		}
		return knownTokens(tokens);
	} catch {
		// The lexer recurses and throws a RangeError when the stack ends; its other errors mean the same here.
		return undefined;
	}
};
