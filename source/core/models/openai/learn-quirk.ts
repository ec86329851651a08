import {refusesInstructions} from '../wire/place-instructions.ts';
import {learnAboutImages} from './learn-images.ts';
import {learnAboutMembers} from './learn-members.ts';
import {type Refusal, readRefusal} from './read-refusal.ts';
import type {Quirks, Sent} from './server-quirks.ts';

/** What Ollama, LM Studio, llama.cpp, vLLM, Gemini and OpenRouter say of models that can only talk. */
const isAboutTools =
	/(not|n't) support\w* (the )?(tools?|functions?)( |-|_)?(use|calls?|calling)?|(tools?|function)( |-|_)?(use|calls?|calling)?`? (is|are) not (supported|enabled)|no endpoints found that support tool|--enable-auto-tool-choice/i;
const statusesOfMuteness = [400, 404, 422, 500, 501];

const learnAboutTools = ({status, text}: Refusal, quirks: Quirks): Quirks | undefined =>
	statusesOfMuteness.includes(status) && isAboutTools.test(text) ? {...quirks, takesTools: false} : undefined;

const wantsReasoning =
	/(missing|must|required|need)[^.]{0,60}reasoning_content|reasoning_content[^.]{0,40}(missing|must be passed|required)/i;
/** Of another model, of another account, or too old. */
const aboutBrokenReasoning =
	/invalid_encrypted_content|encrypted.content[^.]{0,200}(could not|cannot|invalid|expired|failed)|thought.?signature[^.]{0,60}(not valid|invalid|corrupt|could not)|(invalid|corrupt\w*) (thought.?)?signature/i;
const aboutReasoning = /\breasoning(_content|_details)?\b|encrypted.content|\brs_\w+|extra_content/i;

const learnAboutBrokenReasoning = (
	{text}: Refusal,
	{answers}: Sent,
	quirks: Quirks,
	isAccepted: (piece: object) => boolean,
): Quirks | undefined => {
	if (answers.length === 0 || !aboutBrokenReasoning.test(text)) return undefined;
	const fresh = answers.filter(answer => !isAccepted(answer));
	return {...quirks, leftOut: new Set([...quirks.leftOut, ...(fresh.length > 0 ? fresh : answers)])};
};

const learnAboutReasoning = ({text}: Refusal, sent: Sent, quirks: Quirks): Quirks | undefined => {
	if (quirks.reasoning === 'as-it-came' && wantsReasoning.test(text)) return {...quirks, reasoning: 'always'};
	return sent.hasReasoning && aboutReasoning.test(text) ? {...quirks, reasoning: 'never'} : undefined;
};

/** Templates count words of the user and answers, without calls and their results. */
const wantsOtherOrder = /role\W{0,4}user\W{0,4} after role\W{0,4}tool|roles must alternate/i;

const learnAboutForm = ({text}: Refusal, sent: Sent, quirks: Quirks): Quirks | undefined => {
	const idLength = /\btool.call.{0,20}\bid\b.{0,120}\blength\D{0,6}(\d+)/i.exec(text)?.[1];
	if (idLength !== undefined && Number(idLength) >= 9 && Number(idLength) < quirks.longestId) {
		return {...quirks, longestId: Number(idLength)};
	}
	if (!quirks.wantsAnswerAfterTools && wantsOtherOrder.test(text)) {
		return {...quirks, wantsAnswerAfterTools: true};
	}
	// The first templates of Mistral count the system message, too.
	const isCounted = /roles must alternate/i.test(text) && !/optional system/i.test(text);
	return quirks.takesInstructions && sent.hasInstructions && (isCounted || refusesInstructions(text))
		? {...quirks, takesInstructions: false}
		: undefined;
};

/** Groq mentions the window where only the limit of the answer is too large. */
const isContextFull = (text: string): boolean =>
	/context.length|context.window/i.test(text) &&
	!/max_(completion_)?tokens\W{0,3} must be (<=|less than or equal)/i.test(text);

/**
 * How to ask again after a refusal; undefined where nothing that we could leave out or rename is to blame. `isAccepted`
 * tells of an image or an answer that the server took it before.
 */
export const learnQuirk = (
	error: unknown,
	sent: Sent,
	quirks: Quirks,
	isAccepted: (piece: object) => boolean,
): Quirks | undefined => {
	const refusal = readRefusal(error);
	if (refusal === undefined || isContextFull(refusal.text)) return undefined;
	const {status} = refusal;
	const isRefused = status === 400 || status === 422;
	return (
		(sent.hasTools ? learnAboutTools(refusal, quirks) : undefined) ??
		// Programs that fill in the template of a model fail themselves where it does.
		(isRefused || status === 500 ? learnAboutForm(refusal, sent, quirks) : undefined) ??
		(isRefused ? learnAboutBrokenReasoning(refusal, sent, quirks, isAccepted) : undefined) ??
		(isRefused ? learnAboutMembers(refusal, sent, quirks) : undefined) ??
		(isRefused ? learnAboutReasoning(refusal, sent, quirks) : undefined) ??
		learnAboutImages(refusal, sent, quirks, isAccepted)
	);
};
