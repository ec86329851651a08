import type {MarkedToken, Tokens} from 'marked';
import {sanitiseLine} from '../../support/sanitise.ts';
import {decodeEntities} from './decode-entities.ts';
import {knownTokens} from './lex-markdown.ts';
import type {Mark} from './markdown-style.ts';
import type {Run} from './wrap-runs.ts';

const longestTarget = 80;

/** Line breaks of the source stay: in a chat they are meant. Spaces around them are not. */
const tidyBreaks = (text: string): string => text.replace(/[ \t]*\n[ \t]*/g, '\n');

const readHost = (href: string): string => {
	try {
		const {protocol, host} = new URL(href);
		return protocol === 'https:' || protocol === 'http:' ? host : href;
	} catch {
		// A relative or broken address is shown as it is.
		return href;
	}
};

/** Where a link leads, when its text does not say so itself. */
const describeTarget = (href: string, text: string): string => {
	const address = sanitiseLine(decodeEntities(href));
	const said = text.trim();
	const isSaid = [address, `http://${address}`, `https://${address}`].includes(said);
	const isShort = [`http://${said}`, `https://${said}`, `mailto:${said}`].includes(
		address.replace(/\/$/, ''),
	);
	if (isSaid || isShort || address === '' || address.startsWith('#')) return '';
	const target = readHost(address);
	return target.length > longestTarget ? `${target.slice(0, longestTarget)}…` : target;
};

const textOf = (runs: readonly Run[]): string => runs.map(({text}) => text).join('');

const linkRuns = (href: string, label: readonly Run[], marks: readonly Mark[]): readonly Run[] => {
	const target = describeTarget(href, textOf(label));
	return target === '' ? label : [...label, {text: ` (${target})`, marks: [...marks, 'dim']}];
};

const imageRuns = ({href, text}: Tokens.Image, marks: readonly Mark[]): readonly Run[] =>
	linkRuns(href, [{text: decodeEntities(text) || 'image', marks: [...marks, 'link']}], marks);

const tokenRuns = (token: MarkedToken, marks: readonly Mark[]): readonly Run[] => {
	const within = (mark: Mark, tokens: Tokens.Strong['tokens']): readonly Run[] =>
		inlineRuns(knownTokens(tokens), [...marks, mark]);
	switch (token.type) {
		case 'strong':
			return within('strong', token.tokens);
		case 'em':
			return within('emphasis', token.tokens);
		case 'del':
			return within('strike', token.tokens);
		case 'link':
			return linkRuns(token.href, within('link', token.tokens), marks);
		case 'image':
			return imageRuns(token, marks);
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
				: inlineRuns(knownTokens(token.tokens), marks);
		case 'html':
			return [{text: /^<br *\/?>$/i.test(token.raw) ? '\n' : tidyBreaks(token.raw), marks}];
		default:
			return [{text: token.raw, marks}];
	}
};

export const inlineRuns = (tokens: readonly MarkedToken[], marks: readonly Mark[] = []): readonly Run[] =>
	tokens.flatMap(token => tokenRuns(token, marks));
