import {isJsonObject} from '../../../domain/json.ts';
import type {Quirks, Sent} from './server-quirks.ts';

type Refusal = {
	readonly status: number;
	/** The member that the server names as the culprit. */
	readonly param: string;
	readonly text: string;
};

/** Beyond this, servers repeat what we sent, and any word may be in it. */
const longestText = 4000;

const written = (value: unknown): string => {
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		// It came as JSON; what cannot be written again says nothing.
		return '';
	}
};

const readRefusal = (error: unknown): Refusal | undefined => {
	if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
	if (typeof error.status !== 'number') return undefined;
	const body = 'error' in error ? error.error : undefined;
	const message = error instanceof Error ? error.message : '';
	return {
		status: error.status,
		param: isJsonObject(body) && typeof body.param === 'string' ? body.param : '',
		text: `${message}\n${written(body)}`.slice(0, longestText),
	};
};

const names = (text: string, member: string): boolean =>
	new RegExp(`(?<![\\w.])${member.replaceAll('.', '\\.')}(?![\\w])`).test(text);

/** `tools[0].function.parameters` is about the tools, whatever else its sentence mentions. */
const findMember = ({param, text}: Refusal, optional: readonly string[]): string | undefined => {
	const longestFirst = optional.toSorted((one, other) => other.length - one.length);
	return param === ''
		? longestFirst.find(member => names(text, member))
		: (longestFirst.find(
				member => param === member || param.startsWith(`${member}.`) || param.startsWith(`${member}[`),
			) ?? longestFirst.find(member => member.startsWith(`${param}.`)));
};

const limitNames = ['max_tokens', 'max_completion_tokens'] as const;

const withoutMember = (quirks: Quirks, member: string): Quirks => {
	const refused = new Set([...quirks.refused, member]);
	const other = limitNames.find(name => name !== member);
	return limitNames.some(name => name === member) && other !== undefined && !refused.has(other)
		? {...quirks, refused, limitName: other}
		: {...quirks, refused};
};

const isAboutImages = /image|vision|multi-?modal|mmproj|must be a string|content.{0,20}(list|array)/i;
const isAboutOneImage =
	/(unsupported|invalid|corrupt\w*|large|process|parse|decode|download)\W+(the )?\W*image|image\W+(url|data|size|format|type|exceed|is too)/i;
const statusesOfBlindness = [400, 404, 415, 422, 500, 501];

const learnAboutImages = ({status, text}: Refusal, quirks: Quirks): Quirks | undefined => {
	if (!statusesOfBlindness.includes(status) || !isAboutImages.test(text)) return undefined;
	if (isAboutOneImage.test(text) && !/unknown variant|(?<!un)support\w* image/i.test(text)) {
		return {...quirks, isBlindForNow: true};
	}
	return {...quirks, seesImages: false};
};

/** What Ollama, LM Studio, llama.cpp, vLLM and OpenRouter say of models that can only talk. */
const isAboutTools =
	/(not|n't) support\w* (the )?(tools?|functions?)( |-|_)?(use|calls?|calling)?|tools?( |-|_)?(use|calls?|calling)?`? (is|are) not supported|no endpoints found that support tool/i;
const statusesOfMuteness = [400, 404, 422, 500, 501];

const learnAboutTools = ({status, text}: Refusal, quirks: Quirks): Quirks | undefined =>
	statusesOfMuteness.includes(status) && isAboutTools.test(text) ? {...quirks, takesTools: false} : undefined;

const learnAboutReasoning = ({text}: Refusal, sent: Sent, quirks: Quirks): Quirks | undefined => {
	if (
		quirks.reasoning === 'as-it-came' &&
		/(missing|must|required|need)[^.]{0,60}reasoning_content|reasoning_content[^.]{0,40}(missing|must be passed|required)/i.test(
			text,
		)
	) {
		return {...quirks, reasoning: 'always'};
	}
	return sent.hasReasoning &&
		/\breasoning(_content|_details)?\b|encrypted.content|\brs_\w+|extra_content/i.test(text)
		? {...quirks, reasoning: 'never'}
		: undefined;
};

const learnAboutForm = ({text}: Refusal, quirks: Quirks): Quirks | undefined => {
	const idLength = /\btool.call.{0,20}\bid\b.{0,120}\blength\D{0,6}(\d+)/i.exec(text)?.[1];
	if (idLength !== undefined && Number(idLength) >= 9 && Number(idLength) < quirks.longestId) {
		return {...quirks, longestId: Number(idLength)};
	}
	if (!quirks.wantsAnswerAfterTools && /role\W{0,4}user\W{0,4} after role\W{0,4}tool/i.test(text)) {
		return {...quirks, wantsAnswerAfterTools: true};
	}
	return undefined;
};

/** How to ask again after a refusal; undefined where nothing that we could leave out or rename is to blame. */
export const learnQuirk = (error: unknown, sent: Sent, quirks: Quirks): Quirks | undefined => {
	const refusal = readRefusal(error);
	if (refusal === undefined || /context.length|context.window/i.test(refusal.text)) return undefined;
	const tools = sent.hasTools ? learnAboutTools(refusal, quirks) : undefined;
	if (tools !== undefined) return tools;
	if (refusal.status === 400 || refusal.status === 422) {
		const form = learnAboutForm(refusal, quirks);
		if (form !== undefined) return form;
		const member = findMember(refusal, sent.optional);
		if (member !== undefined) return withoutMember(quirks, member);
		const reasoning = learnAboutReasoning(refusal, sent, quirks);
		if (reasoning !== undefined) return reasoning;
	}
	return sent.hasImages ? learnAboutImages(refusal, quirks) : undefined;
};
