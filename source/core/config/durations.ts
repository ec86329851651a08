import {z} from 'zod';

type Unit = 'either' | 'seconds';

type Range = {readonly message: string; readonly includes: (value: number) => boolean};

/** The longest time that one request, or the silence of a stream, may be given: a day. */
const longestSeconds = 86_400;

const either: Range = {
	message: 'expected 1-300 seconds, or 1000-300000 milliseconds',
	includes: value => (value >= 1 && value <= 300) || (value >= 1000 && value <= 300_000),
};

const short: Range = {
	message: 'expected 1-300 seconds',
	includes: value => value >= 1 && value <= 300,
};

const long: Range = {
	message: `expected seconds, at most ${longestSeconds}`,
	includes: value => value >= 0.001 && value <= longestSeconds,
};

const eitherForm = {
	anyOf: [
		{minimum: 1, maximum: 300},
		{minimum: 1000, maximum: 300_000},
	],
};

const inMilliseconds = (value: number, unit: Unit): number =>
	unit === 'seconds' || value <= 300 ? Math.round(value * 1000) : value;

const durationIn = (unit: Unit, range: Range, form: z.core.GlobalMeta, fallback: number) =>
	z
		.number()
		.refine(range.includes, range.message)
		.meta(form)
		.transform(value => inMilliseconds(value, unit))
		.default(fallback);

/** Other clients write seconds or milliseconds. The ranges do not overlap, so both are understood. */
export const duration = (fallback: number) => durationIn('either', either, eitherForm, fallback);

/** How long connecting may take, where it is known to be seconds. */
export const shortSeconds = (fallback: number) =>
	durationIn('seconds', short, {minimum: 1, maximum: 300}, fallback);

/** How long a request or a silence may take, where it is known to be seconds. */
export const longSeconds = (fallback: number) =>
	durationIn('seconds', long, {minimum: 0.001, maximum: longestSeconds}, fallback);

/** From here on the units could be mistaken for each other. */
const leastToTell = 301;

/** `1200 read as milliseconds`, where somebody may have meant something else. */
export const howRead = (written: unknown, unit: Unit): string | undefined =>
	typeof written === 'number' && written >= leastToTell
		? `${written} read as ${unit === 'seconds' ? 'seconds' : 'milliseconds'}`
		: undefined;

/** A time that is out of range as the nearest one that is not, in seconds; 0 and less mean no limit. */
export const clampDuration = (written: unknown): number | undefined => {
	if (typeof written !== 'number' || !Number.isFinite(written) || either.includes(written)) return undefined;
	return written > 0 && written < 1 ? 1 : 300;
};

export const outOfRange = (written: number, seconds: number): string =>
	`${written} is out of range (1-300 seconds, or 1000-300000 milliseconds); ${seconds} s is used`;
