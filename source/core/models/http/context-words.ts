import type {Complaint} from './read-complaint.ts';

const codes: ReadonlySet<string> = new Set([
	'context_length_exceeded',
	'context_window_exceeded',
	'model_context_window_exceeded',
	'exceed_context_size_error',
	'request_too_large',
	'string_above_max_length',
]);

/** Every provider has its own words for a conversation that does not fit, and many have no code for it. */
const words: readonly RegExp[] = [
	/prompt (is )?too long/i,
	/context[ _-]?(length|size|window)\W{0,3}(is |was )?(exceeded|overflow)/i,
	/(exceed\w*|longer than|greater than|larger than|overflow\w*|too large for|does not fit)\b[^.]{0,80}\bcontext\b/i,
	/\bcontext (length|window|size)[^.]{0,60}\b(exceed\w*|overflow\w*|limit|too small|is only)/i,
	/(maximum|max) (context|prompt|input) (length|size|window)/i,
	/model is loaded with context length of only/i,
	/reached context length/i,
	/input (token count|length|is too long)[^.]{0,80}(exceeds|too long|for requested model)/i,
	/prompt (token count|tokens?|contains|has)\b[^.]{0,80}(exceeds|too large|context)/i,
	/exceed\w* (the )?(model'?s? )?(maximum )?(number of |allowed )?(input )?(tokens?|token limit|input length)\b/i,
	/inputs`? tokens \+ `?max_new_tokens/i,
	/reduce (the |your )?(length|size)? ?(of )?(the |your )?(messages?|prompt|input|message size)/i,
	/(input|output) tokens must be reduced/i,
	/range of input length should be/i,
	/too many (input )?tokens/i,
];

/** A limit on tokens in a minute is a matter of waiting, unless one request alone is above it. */
const isAboveRateAlone = /request too large|must be reduced|reduce your message size/i;

/** Whether the conversation is longer than the model can take. */
export const isContextFull = (complaint: Complaint): boolean => {
	const {status} = complaint;
	if (status === 401 || status === 402 || status === 403) return false;
	if (complaint.codes.some(code => codes.has(code))) return true;
	if (status === 429) return isAboveRateAlone.test(complaint.words);
	if (status === 413) return true;
	const isRate = complaint.codes.some(code => /rate_?limit|resource_exhausted/.test(code));
	return !isRate && words.some(pattern => pattern.test(complaint.words));
};
