import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {anyStep, type JsonPath, showJsonPath} from '../../support/json-path.ts';
import {mask} from '../../support/mask-secrets.ts';

/** A path at which the value is probably another one the next time, and why. */
export type VolatilePath = {readonly path: string; readonly why: string};

const clock = String.raw`\d\d:\d\d(?::\d\d)?`;
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';

/** Parts of a text that change by themselves. None can take long: every one is short and of fixed form. */
const patterns: readonly (readonly [RegExp, string])[] = [
	[new RegExp(String.raw`\b\d{4}-\d\d-\d\d[T ]${clock}(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?`, 'g'), 'a time'],
	[
		new RegExp(
			String.raw`\b(?:${month}[a-z]{0,6} \d{1,2},?|\d{1,2} ${month}[a-z]{0,6},?) \d{4},? (?:at )?${clock}`,
			'g',
		),
		'a time',
	],
	[/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, 'a UUID'],
	[/\b[0-7][\dA-HJKMNP-TV-Z]{25}\b/g, 'a random id'],
	[/\b(?=[\da-f]{0,63}\d)(?=[\da-f]{0,63}[a-f])(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64})\b/gi, 'a random id'],
	[/\beyJ[\w-]{10,400}\.[\w-]{2,400}/g, 'a token'],
	[/\/(?:tmp|var\/folders)\/[\w./-]{3,200}/g, 'a temporary path'],
];

/** How a text changes by itself; undefined where it does not look so. What was `given` to the tool is the same again. */
const whyTextChanges = (text: string, given: string): string | undefined => {
	if (text.includes(mask)) return 'a secret';
	// Long texts are documents; what is at their beginning tells.
	const start = text.slice(0, 2000);
	return patterns.find(([pattern]) =>
		[...start.matchAll(pattern)].some(([found]) => !given.includes(found)),
	)?.[1];
};

const timeWords = new Set([
	...['time', 'times', 'timestamp', 'date', 'datetime', 'now', 'mtime', 'atime', 'ctime', 'birthtime'],
	...['created', 'updated', 'modified', 'accessed', 'expires', 'expiry', 'started', 'ended', 'finished'],
]);
const durationWords = new Set(['duration', 'elapsed', 'latency', 'uptime', 'took', 'milliseconds', 'millis']);
const randomWords = new Set(['nonce', 'uuid', 'guid', 'random', 'pid', 'cursor', 'seed']);

/** `createdAt`, `created_at` -> created, at */
const wordsOf = (key: string): readonly string[] =>
	key
		.slice(0, 100)
		.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z\d]+/);

const isEpoch = (value: number): boolean =>
	(value > 1.2e9 && value < 4e9) || (value > 1.2e12 && value < 4e12);

/** What is computed from a content is the same again. */
const isDigest = (key: string): boolean => /sha|hash|digest|checksum|md5/i.test(key);

const idParents = /^(?:request|trace|span|session|correlation|transaction|run|job|message)_?id$/i;

/** How a value of this name changes by itself. */
const whyNamedChanges = (key: string, value: JsonValue): string | undefined => {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const words = wordsOf(key);
	if (words.some(word => durationWords.has(word)) || /(?:Ms|_ms|_seconds|Seconds)$/.test(key)) {
		return typeof value === 'number' || /\d/.test(value) ? 'a duration' : undefined;
	}
	if (words.some(word => randomWords.has(word))) return 'a random value';
	if (idParents.test(key)) return 'an id of this run';
	const isTime = words.some(word => timeWords.has(word)) || words.at(-1) === 'at' || words.at(-1) === 'on';
	if (isTime && (typeof value === 'number' ? isEpoch(value) : /\d{4}|\d:\d/.test(value))) return 'a time';
	return typeof value === 'number' && value > 1.5e12 && value < 2.5e12 ? 'a time' : undefined;
};

/** Further ones would hide what the test is about. */
const mostPaths = 50;

/** The paths of a result that should not be compared. What an item of a list has, all are taken to have. */
export const findVolatilePaths = (value: JsonValue, args: JsonObject): readonly VolatilePath[] => {
	const given = JSON.stringify(args);
	const found = new Map<string, string>();
	const note = (path: JsonPath, why: string | undefined): boolean => {
		const shown = showJsonPath(path);
		if (why !== undefined && !found.has(shown) && found.size < mostPaths) found.set(shown, why);
		return why !== undefined;
	};

	const visit = (inner: JsonValue, path: JsonPath, key: string): void => {
		const isCompared = typeof inner !== 'string' || (isDigest(key) && /^[\da-f]+$/i.test(inner));
		if (!isCompared && note(path, whyTextChanges(inner, given))) return;
		if (note(path, whyNamedChanges(key, inner))) return;
		if (Array.isArray(inner)) {
			for (const item of inner) visit(item, [...path, anyStep], key);
		} else if (isJsonObject(inner)) {
			const names = Object.keys(inner);
			// Names that change make another object each time.
			if (
				note(
					path,
					names.map(name => whyTextChanges(name, given)).find(why => why !== undefined),
				)
			)
				return;
			for (const name of names) visit(inner[name] ?? null, [...path, name], name);
		}
	};
	visit(value, [], '');
	return [...found].map(([path, why]) => ({path, why}));
};

const shortestPiece = 3;
const mostPieces = 5;
const longestPiece = 200;

/** Why a text cannot be compared as a whole, and the parts of it that can; undefined where the whole can. */
export const findStableParts = (
	text: string,
	args: JsonObject,
): {readonly why: string; readonly parts: readonly string[]} | undefined => {
	const why = whyTextChanges(text, JSON.stringify(args));
	if (why === undefined) return undefined;
	const breaks = new RegExp([...patterns.map(([{source}]) => source), mask, String.raw`\n`].join('|'), 'gi');
	const pieces = text
		.slice(0, 10_000)
		.split(breaks)
		.map(piece => piece.trim().slice(0, longestPiece).trim())
		.filter(piece => piece.length >= shortestPiece && /\p{L}/u.test(piece));
	return {why, parts: [...new Set(pieces)].slice(0, mostPieces)};
};
