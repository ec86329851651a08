import {isJsonObject} from '../../../domain/json.ts';
import type {ModelFacts, ModelRequest} from '../../../domain/model.ts';
import type {AdapterOptions} from '../adapter.ts';
import {readComplaint} from '../http/read-complaint.ts';
import {rawFormat} from './conversation.ts';
import {type ThinkingForm, thinkingFormOf} from './model-family.ts';
import {imagesIn} from './recent-images.ts';
import type {AskingForm, RequestBody} from './request-body.ts';

/** What was asked when the provider refused. */
type Asked = {readonly request: ModelRequest; readonly body: RequestBody};

export type Knowledge = {
	readonly facts: () => ModelFacts;
	readonly form: () => AskingForm;
	/** Whether the same request, asked in the form that is known now, may go better. `room` is for this request only. */
	readonly learn: (error: unknown, asked: Asked) => {readonly again: boolean; readonly room?: number};
};

/** Less would be no answer. */
const smallestAnswer = 1024;

const isAboutSignatures = (refusal: string): boolean =>
	/\bthinking\b/i.test(refusal) &&
	/signature|cannot be modified|different conversation|expected `?(?:redacted_)?thinking/i.test(refusal);

const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

/** What the provider says is wrong with a request; undefined for every other kind of error. */
const refusalOf = (error: unknown): string | undefined => {
	const complaint = readComplaint(error);
	if (complaint?.status === undefined) return undefined;
	// Some gateways make a 429 of this one.
	const isRefusal = refusals.has(complaint.status) || isAboutSignatures(complaint.words);
	return isRefusal ? complaint.words : undefined;
};

const numbersIn = (text: string, pattern: RegExp): readonly number[] =>
	(pattern.exec(text) ?? []).slice(1).map(Number);

const hasImage = (value: unknown): boolean => {
	if (Array.isArray(value)) return value.some(hasImage);
	return isJsonObject(value) && (value.type === 'image' || hasImage(value.content));
};

/** What providers and their imitators do not take is learned from their refusals, once. */
export const createKnowledge = ({
	facts: given,
	model,
}: Pick<AdapterOptions, 'facts' | 'model'>): Knowledge => {
	let facts = given;
	let mostOutputTokens: number | undefined;
	let takesTemperature = true;
	let takesCacheMarks = true;
	const first = thinkingFormOf(model);
	let thinkingForms: readonly ThinkingForm[] = [first, first === 'adaptive' ? 'budget' : 'adaptive'];
	const refused = new WeakSet<object>();

	const learnOutput = (refusal: string, {body}: Asked): boolean => {
		const [, most] = numbersIn(refusal, /max_tokens\D{0,5}(\d+) ?> ?(\d+)/);
		if (most === undefined || most < 1 || most >= body.max_tokens) return false;
		mostOutputTokens = most;
		facts = {...facts, outputTokens: most};
		return true;
	};

	/** The answer does not fit in beside the conversation, or the conversation does not fit in at all. */
	const learnContext = (refusal: string, {body}: Asked): number | undefined => {
		const [input, , both] = numbersIn(refusal, /context limit: (\d+) ?\+ ?(\d+) ?> ?(\d+)/);
		const [, most] = numbersIn(refusal, /too long: (\d+) tokens > (\d+)/);
		const contextTokens = both ?? most;
		if (contextTokens !== undefined) facts = {...facts, contextTokens};
		if (input === undefined || both === undefined) return undefined;
		const room = both - input;
		return room >= smallestAnswer && room < body.max_tokens ? room : undefined;
	};

	const learnImages = (refusal: string, {request, body}: Asked): boolean => {
		if (!/\bimages?\b|vision|multimodal/i.test(refusal) || !hasImage(body.messages)) return false;
		// One image that it cannot read is no reason to show it none any more.
		if (/process|exceed|dimension|too large|media.?type|base64|corrupt|decod/i.test(refusal)) {
			for (const image of request.messages.flatMap(imagesIn)) refused.add(image);
		} else {
			facts = {...facts, seesImages: false};
		}
		return true;
	};

	const learnSignatures = (refusal: string, {request}: Asked): boolean => {
		if (!isAboutSignatures(refusal)) return false;
		let isNew = false;
		for (const message of request.messages) {
			if (message.role === 'assistant' && message.raw?.format === rawFormat && !refused.has(message.raw)) {
				refused.add(message.raw);
				isNew = true;
			}
		}
		return isNew;
	};

	const learnSettings = (refusal: string, {body}: Asked): boolean => {
		if ('temperature' in body && /temperature/i.test(refusal)) {
			takesTemperature = false;
			return true;
		}
		if (takesCacheMarks && /cache_control/.test(refusal)) {
			takesCacheMarks = false;
			return true;
		}
		if ('thinking' in body && /thinking|effort|output_config|budget_tokens|adaptive/i.test(refusal)) {
			thinkingForms = thinkingForms.slice(1);
			return true;
		}
		return false;
	};

	return {
		facts: () => facts,
		form: () => {
			const [thinking] = thinkingForms;
			return {
				seesImages: facts.seesImages ?? true,
				takesTemperature,
				takesCacheMarks,
				isRefused: part => refused.has(part),
				...(facts.outputTokens === undefined ? {} : {outputTokens: facts.outputTokens}),
				...(mostOutputTokens === undefined ? {} : {mostOutputTokens}),
				...(thinking === undefined ? {} : {thinking}),
			};
		},
		learn: (error, asked) => {
			const refusal = refusalOf(error);
			if (refusal === undefined) return {again: false};
			const room = learnContext(refusal, asked);
			if (room !== undefined) return {again: true, room};
			return {
				again:
					learnOutput(refusal, asked) ||
					learnSignatures(refusal, asked) ||
					learnImages(refusal, asked) ||
					learnSettings(refusal, asked),
			};
		},
	};
};
