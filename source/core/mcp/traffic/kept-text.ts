import type {JsonObject} from '../../../domain/json.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {cutMessage} from './cut-message.ts';

/** A message as it is kept: a text of its own, so that nobody can change it and its size is known. */
export type KeptText = {readonly text: string; readonly size: number; readonly isCut: boolean};

const deepest = 1000;
const hugeMessage = 1024 * 1024;
const unreadable = {text: '"(this message cannot be written as JSON)"', size: 0, isCut: true};

const bytesOf = (text: string): number => Buffer.byteLength(text);

export const keptText = (
	message: JsonObject,
	longest: number,
	redact: (text: string) => string,
): KeptText => {
	try {
		// Megabytes are not written once more only to be cut: their size is told roughly.
		const measured = measureJson(message, deepest) ?? 0;
		if (measured > Math.max(hugeMessage, 2 * longest)) {
			return {text: JSON.stringify(cutMessage(message, longest, redact)), size: measured, isCut: true};
		}
		const text = JSON.stringify(message);
		const size = bytesOf(text);
		return size <= longest
			? {text, size, isCut: false}
			: {text: JSON.stringify(cutMessage(message, longest, redact)), size, isCut: true};
	} catch {
		// Nested too deep, for one. It goes its way all the same.
		return unreadable;
	}
};

/** How much memory it takes: a text with one character beyond ASCII may take two bytes for each. */
export const memoryOf = ({text}: KeptText): number =>
	bytesOf(text) === text.length ? text.length : 2 * text.length;
