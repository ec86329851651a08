import type {CheckAnswer, Difference, Expectation, JudgeAnswer} from '../../domain/check.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {readJsonPath} from '../../support/json-path.ts';
import {compareJson} from './compare-json.ts';
import {type Subject, subjectOf} from './result-subject.ts';
import {showPair, showValue} from './show-pair.ts';

/** What a schema says about a value, found out where neither can do harm. */
export type CheckSchema = (
	schema: JsonObject,
	value: JsonValue,
	signal: AbortSignal,
) => Promise<
	| {readonly type: 'valid'}
	| {readonly type: 'invalid'; readonly problems: readonly string[]}
	| {readonly type: 'unchecked'; readonly why: string}
>;

const describeAnswer = (isError: boolean, text: string): string => {
	const what = isError ? 'an error' : 'a result';
	return text.trim() === '' ? `${what} without a text` : `${what}: ${showValue(text)}`;
};

const judgeError = ({error}: Expectation, {isError}: CheckAnswer, {text}: Subject): readonly Difference[] =>
	error === isError
		? []
		: [
				{
					expectation: 'error',
					expected: error ? 'an error' : 'no error',
					got: describeAnswer(isError, text),
				},
			];

/** Where two texts differ is told by the line, if there are several. */
const compareTexts = (expected: string, got: string): readonly Difference[] => {
	if (expected === got) return [];
	const lines = got.split('\n');
	const wanted = expected.split('\n');
	const at = wanted.findIndex((line, index) => line !== lines[index]);
	const index = at === -1 ? wanted.length : at;
	return wanted.length === 1 && lines.length === 1
		? [{expectation: 'equals', ...showPair(expected, got)}]
		: [{expectation: 'equals', path: `line ${index + 1}`, ...showPair(wanted[index], lines[index])}];
};

/** A plain value that somebody wrote by hand. */
const plainJson = (text: string): JsonValue | undefined => {
	try {
		const value: JsonValue = JSON.parse(text);
		return typeof value === 'object' ? undefined : value;
	} catch {
		return undefined;
	}
};

const judgeEquals = ({equals, ignore}: Expectation, {text, json}: Subject): readonly Difference[] => {
	if (equals === undefined) return [];
	if (typeof equals === 'string') return compareTexts(equals, text);
	const got = json ?? plainJson(text);
	if (got === undefined && equals !== null) {
		return [{expectation: 'equals', expected: showValue(equals), got: `no JSON, but ${showValue(text)}`}];
	}
	const ignored = ignore.map(readJsonPath).filter(path => path !== undefined);
	return compareJson(equals, got ?? null, ignored).map(difference => ({
		expectation: 'equals',
		...difference,
	}));
};

const judgeContains = ({contains}: Expectation, {text}: Subject): readonly Difference[] =>
	contains
		.filter(part => !text.includes(part))
		.map(part => ({
			expectation: 'contains',
			expected: showValue(part),
			got: text.trim() === '' ? 'no text' : showValue(text),
		}));

/** What a JSON pointer leads to, as far as it leads anywhere. */
const valueAt = (value: JsonValue, pointer: string): JsonValue =>
	(pointer === '' || pointer === '/' ? [] : (readJsonPath(pointer) ?? [])).reduce<JsonValue>(
		(inner, step) => {
			if (Array.isArray(inner)) return inner[Number(step)] ?? inner;
			const key = String(step);
			return isJsonObject(inner) && Object.hasOwn(inner, key) ? (inner[key] ?? null) : inner;
		},
		value,
	);

const judgeSchema = async (
	{schema}: Expectation,
	{text, json}: Subject,
	checkSchema: CheckSchema,
	signal: AbortSignal,
): Promise<readonly Difference[]> => {
	if (schema === undefined) return [];
	const value = json ?? plainJson(text);
	if (value === undefined) {
		return [{expectation: 'schema', expected: 'JSON', got: showValue(text)}];
	}
	const verdict = await checkSchema(schema, value, signal);
	switch (verdict.type) {
		case 'valid':
			return [];
		case 'invalid':
			return verdict.problems.map(problem => {
				const [, path = '', message = problem] = /^(\/\S*): (.*)$/s.exec(problem) ?? [];
				return {
					expectation: 'schema',
					...(path === '' || path === '/' ? {} : {path}),
					expected: message,
					got: showValue(valueAt(value, path)),
				};
			});
		case 'unchecked':
			return [{expectation: 'schema', expected: 'a check of the result', got: verdict.why}];
	}
};

const judgeLatency = ({maxLatency}: Expectation, {milliseconds}: CheckAnswer): readonly Difference[] =>
	maxLatency === undefined || milliseconds <= maxLatency
		? []
		: [
				{
					expectation: 'maxLatency',
					expected: `at most ${maxLatency} ms`,
					got: `${Math.ceil(milliseconds)} ms`,
				},
			];

/** Compares answers with expectations; schemas are checked by `checkSchema`. */
export const createJudge =
	(checkSchema: CheckSchema): JudgeAnswer =>
	async (expectation, answer, signal) => {
		const subject = subjectOf(answer.result);
		const latency = judgeLatency(expectation, answer);
		const error = judgeError(expectation, answer, subject);
		// What else differs between an error and a result says nothing.
		if (error.length > 0) return [...error, ...latency];
		return [
			...judgeEquals(expectation, subject),
			...judgeContains(expectation, subject),
			...(await judgeSchema(expectation, subject, checkSchema, signal)),
			...latency,
		];
	};
