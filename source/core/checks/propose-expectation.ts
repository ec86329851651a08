import type {RecordedCall} from '../../domain/check.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {type HideSecrets, hideInAnswers} from './hide-secrets.ts';
import {inferSchema} from './infer-schema.ts';
import {deepestWritten, isShallow, type Subject, subjectOf, subjectOfText} from './result-subject.ts';
import {findStableParts, findVolatilePaths, type VolatilePath} from './volatile-paths.ts';

/** What a call that was answered so should be answered again, and why it says no more than that. */
export type ProposedExpectation = {
	readonly error: boolean;
	readonly schema?: JsonObject;
	readonly equals?: JsonValue;
	readonly ignore: readonly VolatilePath[];
	readonly contains: readonly string[];
	readonly maxLatency?: number;
	/** A sentence each, for whoever reads the file. */
	readonly notes: readonly string[];
};

type Answer = Extract<RecordedCall['answer'], {type: 'answered'}>;

/** More of a result makes a file that nobody reads. */
const mostComparedCharacters = 20_000;
const longestBeginning = 200;
const latencyFactor = 10;
const leastLatency = 1000;
/** Round, so that nobody takes it for a measurement. */
const latencyStep = 500;

/** What took longer waited for a person. */
const mostLatency = 60 * 60 * 1000;

const latencyFor = (milliseconds: number | undefined): {readonly maxLatency?: number} => {
	if (milliseconds === undefined) return {};
	const most = Math.max(leastLatency, Math.ceil((milliseconds * latencyFactor) / latencyStep) * latencyStep);
	return most > mostLatency ? {} : {maxLatency: most};
};

/** The first line of a text that says something. */
const beginningOf = (text: string): readonly string[] => {
	const line = text.split('\n', 100).find(each => each.trim() !== '');
	return line === undefined ? [] : [line.trim().slice(0, longestBeginning).trim()];
};

/** Parts of a text that will probably stand in it again. */
export const proposeParts = (text: string, args: JsonObject): readonly string[] =>
	findStableParts(text, args)?.parts ?? beginningOf(text);

type About = Omit<ProposedExpectation, 'error' | 'maxLatency'>;

const aboutJson = (json: JsonValue, args: JsonObject): About => {
	const schema = inferSchema(json);
	const isLong = (value: JsonValue): boolean => JSON.stringify(value).length > mostComparedCharacters;
	if (isLong(json)) {
		return {
			...(isLong(schema) ? {} : {schema}),
			ignore: [],
			contains: [],
			notes: ['The result is too large to be compared value by value.'],
		};
	}
	return {schema, equals: json, ignore: findVolatilePaths(json, args), contains: [], notes: []};
};

const aboutText = (text: string, isAll: boolean, args: JsonObject): About => {
	const stable = findStableParts(text, args);
	if (!isAll || text.length > mostComparedCharacters) {
		const contains = stable === undefined ? beginningOf(text) : stable.parts.slice(0, 1);
		return {ignore: [], contains, notes: ['The result is too long to be compared as a whole.']};
	}
	return stable === undefined
		? {equals: text, ignore: [], contains: [], notes: []}
		: {
				ignore: [],
				contains: stable.parts,
				notes: [`The text holds ${stable.why}, so only parts of it are compared.`],
			};
};

const aboutSubject = (
	{text, json}: Subject,
	isAll: boolean,
	{args, hide}: {readonly args: JsonObject; readonly hide: HideSecrets},
): About =>
	json === undefined || !isShallow(json, deepestWritten)
		? aboutText(hide(text), isAll, args)
		: aboutJson(hide(json), args);

const aboutAnswer = ({result, whole}: Answer, args: JsonObject, hide: HideSecrets): About => {
	if (whole !== undefined) {
		const subject = whole.isAll ? subjectOfText(whole.text) : {text: whole.text};
		return aboutSubject(subject, whole.isAll, {args, hide});
	}
	if (result === undefined) {
		const notes = ['The result was replaced by hand, so nothing is known of the one that the server sent.'];
		return {ignore: [], contains: [], notes};
	}
	return aboutSubject(subjectOf(result), result.stored === undefined, {args, hide});
};

/** What can be expected of a call, going by how it was answered once. A file is handed on, so secrets are no part of it. */
export const proposeExpectation = (
	answer: Answer,
	args: JsonObject,
	hide: HideSecrets = hideInAnswers,
): ProposedExpectation => ({
	error: answer.isError,
	...aboutAnswer(answer, args, hide),
	...latencyFor(answer.milliseconds),
});
