import type {CustomEndpoint, Template, TemplatePart} from '../../../domain/custom-tool.ts';
import {revealSecret} from '../../../domain/secret.ts';
import {looksSecret} from '../../../support/mask-secrets.ts';
import {type Complaint, malformed} from '../complaint.ts';
import {readServerUrl} from '../server-url.ts';
import {hideText, isForSecrets, readTemplate, type TemplateContext, textPart} from './read-template.ts';

export type AddressRead = {
	readonly address?: Pick<CustomEndpoint, 'origin' | 'path' | 'search'>;
	readonly complaints: readonly Complaint[];
	readonly isPlainSecret: boolean;
};

/** Stand for a part in a text that is cut at slashes and ampersands. No address can hold them. */
const mark = (index: number): string => `\ufdd0${index}\ufdd1`;
const marks = /\ufdd0(\d+)\ufdd1/g;

const authority = /^\s*https?:\/\/[^/?#\\]+/i;
const unusable = /[\\\s\p{Cc}\ufdd0\ufdd1]/u;
const dotSegment = /^(?:\.|%2e){1,2}$/i;

type Marked = {readonly text: string; readonly strayArgument?: string};

/** The address as one text. What stands before the path has to be known; it is no secret who is asked. */
const markParts = (template: Template): Marked => {
	let text = '';
	for (const [index, part] of template.entries()) {
		const isBehindHost = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+[/?]/i.test(text);
		if (part.type === 'text') text += part.text;
		else if (isBehindHost) text += mark(index);
		else if (part.type === 'argument') return {text, strayArgument: part.name};
		else text += revealSecret(part.secret);
	}
	return {text};
};

/** Keys that are written out are hidden where they are shown. */
const readPiece = (text: string, template: Template): readonly TemplatePart[] => {
	const parts: TemplatePart[] = [];
	let end = 0;
	const [name = ''] = text.split('=', 1);
	const add = (words: string, isFirst: boolean): void => {
		const before = isFirst && words.startsWith(`${name}=`) ? `${name}=` : '';
		const rest = words.slice(before.length);
		const isKey = looksSecret(rest) || (before !== '' && isForSecrets(name));
		parts.push(...textPart(before), ...(isKey ? hideText(rest) : textPart(rest)));
	};
	for (const {0: found, 1: number, index} of text.matchAll(marks)) {
		add(text.slice(end, index), end === 0);
		end = index + found.length;
		const part = template[Number(number)];
		if (part !== undefined) parts.push(part);
	}
	add(text.slice(end), end === 0);
	return parts;
};

const refuse = (message: string): AddressRead => ({
	complaints: [malformed([], message)],
	isPlainSecret: false,
});

const example = 'https://api.example.com/v1/items/{{id}}';

/** What makes an address unusable, whoever is asked. */
const troubleOf = (address: string): string | undefined => {
	const text = address.replaceAll(marks, '');
	if (unusable.test(text)) return 'holds a blank, a backslash or another character that no address has';
	const [brace] = /\{[^{}]*\}?|\}/.exec(text) ?? [];
	return brace === undefined
		? undefined
		: `holds ${brace.slice(0, 40)}. An argument is written in two braces, as in ${example}`;
};

/** Reads the address of an endpoint: an argument may stand in its path and its query, and nowhere before. */
export const readAddress = (
	written: string,
	allowInsecure: boolean,
	context: TemplateContext,
): AddressRead => {
	const {template, complaints} = readTemplate(written.trim(), undefined, context);
	if (complaints.length > 0) return {complaints, isPlainSecret: false};
	const {text, strayArgument} = markParts(template);
	if (strayArgument !== undefined) {
		return refuse(
			`{{${strayArgument}}} stands before the path. Whom a tool asks is for you to say and not for the model: write scheme, host and port out, as in ${example}`,
		);
	}
	const url = readServerUrl(text.replaceAll(marks, 'x'), allowInsecure, example);
	if (url.type === 'refused') {
		return refuse(
			/user name/.test(url.message)
				? `must not hold a user name or password. Send them as a header: "Authorization": "Basic \${keychain:name}"`
				: url.message,
		);
	}
	const [host = ''] = authority.exec(text) ?? [];
	if (url.family === 'ws' || host === '') {
		return refuse('expected a URL that begins with https:// or http://');
	}
	const trouble = troubleOf(text.trimStart());
	if (trouble !== undefined) return refuse(trouble);
	const [place = '', ...rest] = text.slice(host.length).replace(/#.*$/s, '').split('?');
	const segments = place.split('/').slice(1);
	if (segments.some(segment => dotSegment.test(segment)))
		return refuse('must not hold "." or ".." as a folder');
	const pieces = rest
		.join('?')
		.split('&')
		.filter(piece => piece !== '');
	const address = {
		origin: new URL(url.text).origin,
		path: segments.map(segment => readPiece(segment, template)),
		search: pieces.map(piece => readPiece(piece, template)),
	};
	const known = new Set(template);
	const isPlainSecret = [...address.path, ...address.search]
		.flat()
		.some(part => part.type === 'secret' && !known.has(part));
	return {address, complaints: [], isPlainSecret};
};
