import {createHash} from 'node:crypto';

const longestName = 64;
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const digest = (text: string, length: number): string =>
	[...createHash('sha256').update(text).digest().subarray(0, length)]
		.map(byte => letters[byte % letters.length])
		.join('');

/**
 * The id of a call as a server takes it. Some models read meaning into their own ids, so an id that can be sent is not
 * touched; any other has the same replacement in every request.
 */
export const wireId = (callId: string, longest: number): string => {
	if (longest < 20) {
		return callId.length === longest && /^[A-Za-z0-9]+$/.test(callId) ? callId : digest(callId, longest);
	}
	return callId.length <= longest && /^[\x21-\x7E]+$/.test(callId) ? callId : `call_${digest(callId, 15)}`;
};

/** A model may call what it likes, but a name that it made up must not break the requests that follow. */
export const wireName = (modelName: string): string =>
	modelName.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestName) || 'unknown';
