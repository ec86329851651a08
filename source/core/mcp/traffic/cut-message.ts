import {isJsonObject, type JsonValue} from '../../../domain/json.ts';

const shortestText = 64;
const deepest = 100;
/** A secret across the place of a cut would be told from the rest no more: so much more is looked at. */
const margin = 4096;

const wholeEnd = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);
const wholeStart = (text: string): string => (/^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text);

/** The same message with about this many characters: long texts keep both ends, long lists their beginning. */
export const cutMessage = (message: JsonValue, room: number, redact: (text: string) => string): JsonValue => {
	let left = room;

	const cutText = (text: string): string => {
		const longest = Math.max(shortestText, Math.min(left, room >> 1));
		left -= Math.min(text.length, longest);
		if (text.length <= longest) return text;
		const half = longest >> 1;
		const missing = text.length - 2 * half;
		const head = redact(text.slice(0, half + margin)).slice(0, half);
		const tail = redact(text.slice(-half - margin)).slice(-half);
		return `${wholeEnd(head)} … ${missing} characters left out … ${wholeStart(tail)}`;
	};

	const cutList = (list: readonly JsonValue[], depth: number): JsonValue => {
		const kept: JsonValue[] = [];
		for (const each of list) {
			if (left <= 0) return [...kept, `… ${list.length - kept.length} more left out`];
			kept.push(cutValue(each, depth));
		}
		return kept;
	};

	const cutValue = (value: JsonValue, depth: number): JsonValue => {
		left -= 4;
		if (typeof value === 'string') return cutText(value);
		if (typeof value !== 'object' || value === null) return value;
		if (depth > deepest) return '… left out: nested too deep';
		if (!isJsonObject(value)) return cutList(value, depth + 1);
		const kept: [string, JsonValue][] = [];
		const entries = Object.entries(value);
		for (const [key, inner] of entries) {
			if (left <= 0)
				return Object.fromEntries([...kept, ['…', `${entries.length - kept.length} more left out`]]);
			kept.push([cutText(key), cutValue(inner, depth + 1)]);
		}
		return Object.fromEntries(kept);
	};

	return cutValue(message, 0);
};
