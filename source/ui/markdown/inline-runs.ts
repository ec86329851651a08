import type {MarkedToken, Tokens} from 'marked';
import {decodeEntities} from './decode-entities.ts';
import {describeLink} from './describe-link.ts';
import {knownTokens} from './lex-markdown.ts';
import type {Mark} from './markdown-style.ts';
import type {Run} from './wrap-runs.ts';

/** The marks that are around it, and where addresses go that are too long to stand in the text. */
export type Place = {readonly marks: readonly Mark[]; readonly addresses: string[]};

/** Line breaks of the source stay: in a chat they are meant. Spaces behind them are not; those before end a line anyway. */
const tidyBreaks = (text: string): string => text.replace(/\n[ \t]+/g, '\n');

const textOf = (runs: readonly Run[]): string => runs.map(({text}) => text).join('');

const linkRuns = (
	href: string,
	label: (mark: readonly Mark[]) => readonly Run[],
	{marks, addresses}: Place,
): readonly Run[] => {
	const text = textOf(label(marks));
	const {target, isSafe, isLie, far} = describeLink(href, text);
	const shown = label(isSafe ? [...marks, 'link'] : marks);
	if (far !== undefined && !addresses.includes(far)) addresses.push(far);
	return target === ''
		? shown
		: [
				...shown,
				{text: isLie ? ` (leads to ${target})` : ` (${target})`, marks: [...marks, isLie ? 'warn' : 'dim']},
			];
};

const imageRuns = ({href, text}: Tokens.Image, place: Place): readonly Run[] =>
	linkRuns(href, marks => [{text: decodeEntities(text) || 'image', marks}], place);

const tokenRuns = (token: MarkedToken, place: Place): readonly Run[] => {
	const {marks} = place;
	const within = (mark: Mark, tokens: Tokens.Strong['tokens']): readonly Run[] =>
		inlineRuns(knownTokens(tokens), {...place, marks: [...marks, mark]});
	switch (token.type) {
		case 'strong':
			return within('strong', token.tokens);
		case 'em':
			return within('emphasis', token.tokens);
		case 'del':
			return within('strike', token.tokens);
		case 'link':
			return linkRuns(
				token.href,
				label => inlineRuns(knownTokens(token.tokens), {...place, marks: label}),
				place,
			);
		case 'image':
			return imageRuns(token, place);
		case 'codespan':
			return [{text: token.text.replaceAll('\n', ' '), marks: [...marks, 'code']}];
		case 'br':
			return [{text: '\n', marks}];
		case 'checkbox':
			return [{text: token.checked ? '[x] ' : '[ ] ', marks}];
		case 'escape':
			return [{text: token.text, marks}];
		case 'text':
			// The lexer decodes some references by itself and makes control characters of them: `raw` is clean.
			return token.tokens === undefined
				? [{text: decodeEntities(tidyBreaks(token.raw)), marks}]
				: inlineRuns(knownTokens(token.tokens), place);
		case 'html':
			return [{text: /^<br *\/?>$/i.test(token.raw) ? '\n' : tidyBreaks(token.raw), marks}];
		default:
			return [{text: token.raw, marks}];
	}
};

export const inlineRuns = (tokens: readonly MarkedToken[], place: Place): readonly Run[] =>
	tokens.flatMap(token => tokenRuns(token, place));
