import {isJsonObject} from '../../../domain/json.ts';
import type {ModelFacts, ModelRequest} from '../../../domain/model.ts';
import type {AdapterOptions} from '../adapter.ts';
import {toolMentioned, toolsPointedAt} from '../http/named-tools.ts';
import {type Complaint, readComplaint} from '../http/read-complaint.ts';
import {refusesInstructions} from '../wire/place-instructions.ts';
import {rawFormat} from './conversation.ts';
import {bindsThinking, type ThinkingForm, thinkingFormsOf} from './model-family.ts';
import {learnAboutImages} from './refused-images.ts';
import {type AskingForm, type RequestBody, toolNamesIn} from './request-body.ts';

/** What is known about a provider beyond what was known before it was asked. */
type Lessons = {
	readonly seesImages?: false;
	readonly mostImages?: number;
	/** The most that this provider lets an answer have. */
	readonly mostOutputTokens?: number;
	readonly takesTemperature: boolean;
	readonly takesCacheMarks: boolean;
	readonly takesInstructions: boolean;
	readonly takesForcedCalls: boolean;
	readonly takesForgiving: boolean;
	/** What is left to be tried. */
	readonly thinkingForms: readonly ThinkingForm[];
};

/** One request, which may have to be asked several times. */
export type Asking = {
	readonly form: () => AskingForm;
	/** Whether the same request, in the form that it has now, may go better. */
	readonly learn: (error: unknown, body: RequestBody) => boolean;
	/** To be called when there is an answer: only what helped is remembered. */
	readonly keep: () => void;
};

export type Knowledge = {
	readonly facts: () => ModelFacts;
	readonly begin: (request: ModelRequest) => Asking;
};

/** Less would be no answer. */
const smallestAnswer = 1024;

/** How often an image is left out because it was pointed at, before all of them are. */
const mostPointed = 2;

const isAboutSignatures = (refusal: string): boolean =>
	/\bthinking\b/i.test(refusal) &&
	/signature|cannot be modified|different conversation|expected `?(?:redacted_)?thinking/i.test(refusal);

const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

/** What the provider says is wrong with a request; undefined for every other kind of error. */
const refusalOf = (error: unknown): Complaint | undefined => {
	const complaint = readComplaint(error);
	if (complaint?.status === undefined) return undefined;
	const {status, words} = complaint;
	// Some gateways make a 429 of the one, and servers that fill in a template a 500 of the other.
	return refusals.has(status) || isAboutSignatures(words) || refusesInstructions(words)
		? complaint
		: undefined;
};

/** The mark that we put at the end of the tools is no part of any tool. */
const isAboutMark = /^tools[.[]\d+\]?\.(?:custom\.)?cache_control\b/;

/** Schemas have words in them that mean something else elsewhere. */
const pointsAtTool = (complaint: Complaint, body: RequestBody): boolean =>
	!isAboutMark.test(complaint.words) &&
	(/^tools\b/.test(complaint.words) || toolsPointedAt(complaint, toolNamesIn(body)).length > 0);

const isAboutTool = (complaint: Complaint, body: RequestBody): boolean =>
	/input_schema|json.?schema/i.test(complaint.words) ||
	toolMentioned(complaint, toolNamesIn(body)).length > 0;

const numbersIn = (text: string, pattern: RegExp): readonly number[] =>
	(pattern.exec(text) ?? []).slice(1).map(Number);

const learnOutput = (refusal: string, body: RequestBody): Partial<Lessons> | undefined => {
	const [, most] = numbersIn(refusal, /max_tokens\D{0,5}(\d+) ?> ?(\d+)/);
	return most === undefined || most < 1 || most >= body.max_tokens ? undefined : {mostOutputTokens: most};
};

const learnForced = (refusal: string, {tool_choice: choice}: RequestBody): Partial<Lessons> | undefined =>
	isJsonObject(choice) && choice.type === 'any' && /tool_choice|forc(?:ed|es?|ing) tool/i.test(refusal)
		? {takesForcedCalls: false}
		: undefined;

const learnSettings = (
	refusal: string,
	body: RequestBody,
	{takesCacheMarks, thinkingForms}: Lessons,
): Partial<Lessons> | undefined => {
	const {thinking} = body;
	if ('system' in body && refusesInstructions(refusal)) return {takesInstructions: false};
	if ('temperature' in body && /temperature/i.test(refusal)) return {takesTemperature: false};
	if (takesCacheMarks && /cache_control/.test(refusal)) return {takesCacheMarks: false};
	if (
		isJsonObject(thinking) &&
		'block_binding' in thinking &&
		/block_binding|prefix_mismatch|thinking-binding|anthropic-beta|beta header/i.test(refusal)
	) {
		return {takesForgiving: false};
	}
	return thinking !== undefined &&
		/thinking|effort|output_config|budget_tokens|adaptive|between_tools/i.test(refusal)
		? {thinkingForms: thinkingForms.slice(1)}
		: undefined;
};

/** What providers and their imitators do not take is learned from their refusals, once. */
export const createKnowledge = ({
	facts: given,
	model,
	provider,
}: Pick<AdapterOptions, 'facts' | 'model' | 'provider'>): Knowledge => {
	let kept: Lessons = {
		takesTemperature: true,
		takesCacheMarks: true,
		takesInstructions: true,
		takesForcedCalls: true,
		takesForgiving: bindsThinking(model),
		thinkingForms: thinkingFormsOf(model, provider.thinking),
	};
	let contextTokens: number | undefined;
	const refused = new WeakSet<object>();

	const factsWith = ({seesImages, mostOutputTokens}: Lessons): ModelFacts => ({
		...given,
		...(contextTokens === undefined ? {} : {contextTokens}),
		...(mostOutputTokens === undefined ? {} : {outputTokens: mostOutputTokens}),
		...(seesImages === undefined ? {} : {seesImages}),
	});

	const begin = (request: ModelRequest): Asking => {
		let news: Partial<Lessons> = {};
		/** What is left for this answer beside this conversation. */
		let room: number | undefined;
		let timesPointed = 0;
		const newlyRefused = new Set<object>();
		const known = (): Lessons => ({...kept, ...news});
		const isRefused = (part: object): boolean => refused.has(part) || newlyRefused.has(part);

		/** The answer does not fit in beside the conversation, or the conversation does not fit in at all. */
		const learnContext = (refusal: string, body: RequestBody): boolean => {
			const [input, , both] = numbersIn(refusal, /context limit: (\d+) ?\+ ?(\d+) ?> ?(\d+)/);
			const [, most] = numbersIn(refusal, /too long: (\d+) tokens > (\d+)/);
			// A number, and not a guess: it is true whether it helps this request or not.
			contextTokens = both ?? most ?? contextTokens;
			if (input === undefined || both === undefined) return false;
			const left = both - input;
			if (left < smallestAnswer || left >= body.max_tokens) return false;
			room = left;
			return true;
		};

		const learnSignatures = (refusal: string): boolean => {
			if (!isAboutSignatures(refusal)) return false;
			const before = newlyRefused.size;
			for (const message of request.messages) {
				if (message.role !== 'assistant' || message.raw?.format !== rawFormat) continue;
				if (!refused.has(message.raw)) newlyRefused.add(message.raw);
			}
			return newlyRefused.size > before;
		};

		const learnImages = (refusal: string, body: RequestBody): boolean => {
			const isInVain = timesPointed >= mostPointed;
			const lesson = learnAboutImages(refusal, {request, body, isHidden: isRefused, isInVain});
			if (lesson === undefined) return false;
			if (lesson.type === 'blind') news = {...news, seesImages: false};
			else if (lesson.type === 'fewer') news = {...news, mostImages: lesson.most};
			else {
				timesPointed += 1;
				for (const image of lesson.images) newlyRefused.add(image);
			}
			return true;
		};

		const learnLesson = (lesson: Partial<Lessons> | undefined): boolean => {
			if (lesson === undefined) return false;
			news = {...news, ...lesson};
			return true;
		};

		return {
			form: () => {
				const {seesImages: _, thinkingForms, mostOutputTokens, ...lessons} = known();
				const {seesImages = true, outputTokens} = factsWith(known());
				const [thinking] = thinkingForms;
				const most = Math.min(mostOutputTokens ?? Number.POSITIVE_INFINITY, room ?? Number.POSITIVE_INFINITY);
				return {
					...lessons,
					seesImages,
					isRefused,
					...(outputTokens === undefined ? {} : {outputTokens}),
					...(Number.isFinite(most) ? {mostOutputTokens: most} : {}),
					...(thinking === undefined ? {} : {thinking}),
				};
			},
			learn: (error, body) => {
				const complaint = refusalOf(error);
				if (complaint === undefined || pointsAtTool(complaint, body)) return false;
				const {words} = complaint;
				if (
					learnContext(words, body) ||
					learnLesson(learnOutput(words, body)) ||
					learnLesson(learnForced(words, body)) ||
					learnSignatures(words)
				) {
					return true;
				}
				if (isAboutTool(complaint, body)) return false;
				return learnImages(words, body) || learnLesson(learnSettings(words, body, known()));
			},
			keep: () => {
				kept = known();
				for (const part of newlyRefused) refused.add(part);
			},
		};
	};

	return {facts: () => factsWith(kept), begin};
};
