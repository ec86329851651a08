import {Lexer, type MarkedToken, type Token} from 'marked';

/** Some inline rules take time that grows with the square of the text; nobody writes such paragraphs. */
const longestInline = 4000;

/** Markers of quotes and lists, one inside of the other, beyond any use. */
const tooDeep = /^(?: {0,3}(?:>|(?:[-*+]|\d{1,9}[.)])(?= ))){50}/m;

/** There are no extensions, so these are all the tokens that exist. */
export const knownTokens = (tokens: readonly Token[] | undefined): readonly MarkedToken[] =>
	(tokens ?? []) as readonly MarkedToken[];

/** The blocks of a text, or undefined when it is nested so deeply that the lexer gives up. */
export const lexMarkdown = (markdown: string): readonly MarkedToken[] | undefined => {
	if (tooDeep.test(markdown)) return undefined;
	const lexer = new Lexer({gfm: true});
	try {
		const tokens = lexer.blockTokens(markdown, []);
		for (const {src, tokens: inline} of lexer.inlineQueue) {
			if (src.length > longestInline) inline.push({type: 'text', raw: src, text: src, escaped: false});
			else lexer.inlineTokens(src, inline);
		}
		return knownTokens(tokens);
	} catch {
		// The lexer recurses and throws a RangeError when the stack ends; its other errors mean the same here.
		return undefined;
	}
};
