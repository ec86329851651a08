import type {JsonValue} from '../../../domain/json.ts';
import {sanitise, sanitiseLine} from '../../../support/sanitise.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {cut} from './cut-text.ts';

const maxDepth = 32;
/** More is not even cleaned. */
const maxLooked = 100_000;
const maxSize = 4000;
const maxWords = 1000;

const clean = (_key: string, value: unknown): unknown =>
	typeof value === 'string' ? sanitise(value) : value;

/** What a server adds to an error, as it is kept and as words; undefined where there is nothing. */
export const errorData = (data: unknown): {readonly value: JsonValue; readonly words: string} | undefined => {
	if (data === undefined || data === null) return undefined;
	const size = measureJson(data, maxDepth, maxLooked);
	if (size === undefined || size > maxLooked) {
		const words = size === undefined ? 'nested too deeply to be shown' : 'too large to be shown';
		return {value: `[${words}]`, words};
	}
	const json = JSON.stringify(data, clean);
	const words = cut(sanitiseLine(typeof data === 'string' ? data : json), maxWords);
	return {value: json.length > maxSize ? cut(json, maxSize) : JSON.parse(json), words};
};

/** Servers put the code of an error before its message, once for each of the programs that it came through. */
const errorCodes = /^(MCP error -?\d+: ?)+(?=\S)/;

/** What an error says, for sentences that name its code themselves. */
export const withoutErrorCode = (message: string): string => message.replace(errorCodes, '');

/** What an error says, with its code named once at most. */
export const withOneErrorCode = (message: string): string => message.replace(errorCodes, '$1');
