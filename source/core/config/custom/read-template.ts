import type {Template, TemplatePart} from '../../../domain/custom-tool.ts';
import {createSecret} from '../../../domain/secret.ts';
import {looksSecret, mask} from '../../../support/mask-secrets.ts';
import {soundsSecret} from '../../../support/secret-names.ts';
import {type Complaint, malformed} from '../complaint.ts';
import {expandValues, type Wording} from '../expand-values.ts';
import {type Sources, showReferences, splitReferences, variablesIn} from '../expand-variables.ts';

/** Where the values of `${...}` come from, and how it is said that one is missing. */
export type TemplateContext = Sources & Pick<Wording, 'whyMissing' | 'describeInput'>;

export type TemplateRead = {
	readonly template: Template;
	readonly complaints: readonly Complaint[];
	/** What looks like a secret is written out. */
	readonly isPlainSecret: boolean;
};

/** What a text is for: a header, a parameter, a member of the body. */
export type TemplatePlace = {readonly name: string; readonly isHeader?: boolean};

const argumentMark = /\{\{([^{}]*)\}\}/g;
const kindOfAuth = /^\s*(?:bearer|basic|token)\s+/i;
const secretReference = /^\$\{(?:keychain|input|file|command):/;

/** Members and parameters have names such as `author` and `keyword`, which only sound like secrets. */
const secretName =
	/(?:key|token|secret|password|passwd|pwd|passphrase|credentials?|authorization|auth|cookie|signature)$/i;

export const isForSecrets = (name: string, isHeader = false): boolean =>
	secretName.test(name) || (isHeader && soundsSecret(name));

/** Shorter ones are settings more often than keys. */
const shortestKey = 8;

export const textPart = (words: string): readonly TemplatePart[] =>
	words === '' ? [] : [{type: 'text', text: words}];

/** What is written out in a place for secrets is one, but for the word that says of which kind. */
export const hideText = (words: string): readonly TemplatePart[] => {
	const [kind = ''] = kindOfAuth.exec(words) ?? [];
	const rest = words.slice(kind.length);
	return rest.trim() === ''
		? textPart(words)
		: [...textPart(kind), {type: 'secret', secret: createSecret(rest), shown: mask}];
};

const isKey = (part: TemplatePart): boolean => part.type === 'secret' && part.shown === mask;

/** Texts and arguments between references. Values of references are never looked at: `{{` in them is only text. */
const readWords = (
	words: string,
	place: TemplatePlace | undefined,
): {parts: TemplatePart[]; complaints: Complaint[]} => {
	const parts: TemplatePart[] = [];
	const complaints: Complaint[] = [];
	let end = 0;
	const add = (between: string): void => {
		const isHidden =
			place !== undefined && (isForSecrets(place.name, place.isHeader) || looksSecret(between));
		parts.push(...(isHidden ? hideText(between) : textPart(between)));
	};
	for (const {0: mark, 1: inner = '', index} of words.matchAll(argumentMark)) {
		add(words.slice(end, index));
		end = index + mark.length;
		if (inner.trim() === '') {
			complaints.push(malformed([], `${mark} names no argument. Write its name between the braces`));
		}
		parts.push({type: 'argument', name: inner.trim()});
	}
	add(words.slice(end));
	return {parts, complaints};
};

/**
 * Reads a text with `${references}` and `{{arguments}}`. Without a place, nothing that is written out is taken for a
 * secret.
 */
export const readTemplate = (
	written: string,
	place: TemplatePlace | undefined,
	context: TemplateContext,
): TemplateRead => {
	const parts: TemplatePart[] = [];
	const complaints: Complaint[] = [];
	for (const piece of splitReferences(written)) {
		if (piece.type === 'literal') {
			parts.push(...textPart(piece.text));
			continue;
		}
		if (piece.type === 'text') {
			const words = readWords(piece.text, place);
			parts.push(...words.parts);
			complaints.push(...words.complaints);
			continue;
		}
		const expanded = expandValues(piece.text, context, context);
		complaints.push(...expanded.complaints);
		const value = String(expanded.value);
		const isSecret =
			secretReference.test(piece.text) ||
			[place?.name ?? '', ...variablesIn(piece.text)].some(name => isForSecrets(name, place?.isHeader)) ||
			looksSecret(value);
		// What has no value is not used, and what stands for it is no secret.
		const isThere = expanded.complaints.length === 0;
		parts.push(
			...(isThere && isSecret
				? [{type: 'secret' as const, secret: createSecret(value.trim()), shown: showReferences(piece.text)}]
				: textPart(value)),
		);
	}
	const isPlainSecret = parts.some(
		part => isKey(part) && written.replace(kindOfAuth, '').trim().length >= shortestKey,
	);
	return {template: parts, complaints, isPlainSecret};
};

/** The arguments that a template names. */
export const argumentsIn = (template: Template): readonly string[] =>
	template.flatMap(part => (part.type === 'argument' ? [part.name] : []));
