import type {Context, Zone} from './createTextWriter.ts';
import {
	codeBlocks,
	marginElements,
	marginRoles,
	noiseElements,
	noiseRoles,
	unreadElements,
} from './elements.ts';
import {hidesText} from './hidesText.ts';
import type {Attributes} from './tokenizeHtml.ts';

/** Deeper lists and quotes are not shown as deeper. */
const deepestIndent = 24;

type Surroundings = {
	readonly name: string;
	readonly attributes: Attributes;
	readonly context: Context;
	/** What stands before the items of the list around it. */
	readonly itemSign: () => string;
};

const isHidden = (name: string, attributes: Attributes): boolean =>
	unreadElements.has(name) ||
	attributes.has('hidden') ||
	attributes.get('aria-hidden') === 'true' ||
	(name === 'dialog' && !attributes.has('open')) ||
	hidesText(attributes.get('style') ?? '');

const zoneOf = ({name, attributes, context: {zone}}: Surroundings): Zone => {
	if (zone === 'hidden' || isHidden(name, attributes)) return 'hidden';
	const role = attributes.get('role') ?? '';
	if (zone === 'noise' || noiseElements.has(name) || noiseRoles.has(role)) return 'noise';
	if (name === 'main' || role === 'main') return 'main';
	if (zone !== 'body') return zone;
	if (name === 'article') return 'article';
	return marginElements.has(name) || marginRoles.has(role) ? 'noise' : 'body';
};

const deepen = (indent: string, more: string): string =>
	indent.length + more.length > deepestIndent ? indent : indent + more;

export type InnerContext = {
	readonly context: Context;
	/** What stands before the first line in it, in place of the indent. */
	readonly sign?: string;
};

/** What holds inside of an element that is opened now. */
export const contextOf = (surroundings: Surroundings): InnerContext => {
	const {name, context} = surroundings;
	const zone = zoneOf(surroundings);
	const inner: Context = zone === context.zone ? context : {...context, zone};
	if (codeBlocks.has(name)) return {context: {...inner, isCode: true}};
	switch (name) {
		case 'h1':
		case 'h2':
		case 'h3':
		case 'h4':
		case 'h5':
		case 'h6':
			return {context: {...inner, heading: Number(name[1])}};
		case 'blockquote':
			return {context: {...inner, indent: deepen(context.indent, '> ')}};
		case 'dd':
			return {context: {...inner, indent: deepen(context.indent, '  '), isTight: true}};
		case 'td':
		case 'th':
			return {context: {...inner, indent: '', isTight: true}};
		case 'li': {
			const sign = surroundings.itemSign();
			const indent = deepen(context.indent, ' '.repeat(sign.length));
			return {context: {...inner, indent, isTight: true}, sign: `${context.indent}${sign}`};
		}
		default:
			return {context: inner};
	}
};
