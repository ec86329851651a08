import {z} from 'zod';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import {readJsonPath} from '../../support/json-path.ts';
import {suggestion} from '../../support/nearest.ts';

/** What is wrong at a place of the file. */
type ShapeProblem = {
	readonly path: readonly (string | number)[];
	readonly message: string;
	/** The name of the member is wrong, not its value. */
	readonly isAboutKey: boolean;
};

const text = z.string().min(1, 'must not be empty');
const longestLatency = 24 * 60 * 60 * 1000;

const isJson = (value: unknown): value is JsonValue =>
	typeof value === 'number'
		? Number.isFinite(value)
		: Array.isArray(value)
			? value.every(isJson)
			: isJsonObject(value)
				? Object.values(value).every(isJson)
				: value === null || typeof value === 'string' || typeof value === 'boolean';

const json = z.custom<JsonValue>(isJson, 'has a number that JSON does not know');
const jsonObject = z
	.custom<Readonly<Record<string, JsonValue>>>(isJsonObject, 'expected an object')
	.refine(isJson, 'has a number that JSON does not know');

const path = z
	.string()
	.refine(
		written => readJsonPath(written) !== undefined,
		'is no path; write $.items[*].id or the JSON pointer /items/0/id',
	);

const expectation = z.strictObject({
	error: z.boolean().default(false),
	schema: jsonObject.optional(),
	equals: json.optional(),
	ignore: z.array(path).default([]),
	contains: z
		.union([text.transform(one => [one]), z.array(text)], 'expected a string or an array of strings')
		.default([]),
	maxLatency: z
		.number()
		.positive('must be more than 0; it is milliseconds')
		.max(longestLatency, 'must be at most a day; it is milliseconds')
		.optional(),
});

const check = z.strictObject({
	name: text,
	server: text,
	tool: text,
	arguments: jsonObject.default({}),
	skip: text.optional(),
	expect: expectation.prefault({}),
});

const file = z.strictObject({
	version: z.literal(1, 'expected 1; other versions need another version of mcp-tui'),
	tests: z.array(check).max(10_000, 'has more than 10000 tests; use several files'),
});

const levels = [
	{where: 'the top of the file', keys: Object.keys(file.shape)},
	{where: 'each test below "tests"', keys: Object.keys(check.shape)},
	{where: 'the "expect" of a test', keys: Object.keys(expectation.shape)},
] as const;

/** What was probably meant among the keys of the level, or where else the key belongs. */
const guess = (key: string, depth: number): string => {
	// `tests[0]` is one level of the file and two parts of a path.
	const level = levels[depth === 0 ? 0 : depth - 1];
	const elsewhere = levels.find(other => other !== level && other.keys.includes(key));
	return elsewhere === undefined
		? suggestion(key, level?.keys ?? [])
		: ` here; it belongs to ${elsewhere.where}`;
};

const describeIssue = (issue: z.core.$ZodIssue): string => {
	if (issue.code === 'invalid_type') {
		return `expected ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
	}
	return issue.message;
};

const problemsOf = (issue: z.core.$ZodIssue): readonly ShapeProblem[] => {
	const place = issue.path.map(part => (typeof part === 'number' ? part : String(part)));
	if (issue.code !== 'unrecognized_keys') {
		return [{path: place, message: describeIssue(issue), isAboutKey: false}];
	}
	return issue.keys.map(key => {
		const message = `unknown key${guess(key, place.length)}`;
		return {path: [...place, key], message, isAboutKey: true};
	});
};

export type ShapedTest = z.output<typeof check>;

export type ReadShape =
	| {readonly type: 'read'; readonly tests: readonly ShapedTest[]}
	| {readonly type: 'refused'; readonly problems: readonly ShapeProblem[]};

/** Reads what a file of tests says. Every key counts: one that is misspelled would be an expectation that nobody checks. */
export const readShape = (value: unknown): ReadShape => {
	const parsed = file.safeParse(value);
	return parsed.success
		? {type: 'read', tests: parsed.data.tests}
		: {type: 'refused', problems: parsed.error.issues.flatMap(problemsOf)};
};
