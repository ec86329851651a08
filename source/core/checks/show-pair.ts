import type {JsonValue} from '../../domain/json.ts';

/** Nobody reads more of a value to see how it differs. */
const longest = 200;
/** So much before the first difference is shown. */
const lead = 40;

const writeValue = (value: JsonValue | undefined): string =>
	value === undefined ? 'nothing' : JSON.stringify(value);

const firstDifference = (one: string, other: string): number => {
	const end = Math.min(one.length, other.length);
	let at = 0;
	while (at < end && one[at] === other[at]) at += 1;
	return at;
};

const cutFrom = (text: string, from: number): string => {
	const start = text.length <= longest ? 0 : Math.max(0, Math.min(from - lead, text.length - longest));
	const shown = text.slice(start, start + longest);
	return `${start > 0 ? '…' : ''}${shown}${start + longest < text.length ? '…' : ''}`;
};

/** Two values that differ, as short texts that show where. */
export const showPair = (
	expected: JsonValue | undefined,
	got: JsonValue | undefined,
): {readonly expected: string; readonly got: string} => {
	const texts = {expected: writeValue(expected), got: writeValue(got)};
	const from = firstDifference(texts.expected, texts.got);
	return {expected: cutFrom(texts.expected, from), got: cutFrom(texts.got, from)};
};

/** The beginning of a value. */
export const showValue = (value: JsonValue): string => cutFrom(writeValue(value), 0);
