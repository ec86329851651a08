import {describeError} from '../../../domain/failure.ts';
import type {JsonObject, JsonValue} from '../../../domain/json.ts';
import {type CheckableForm, checkableForm, describeLost} from '../../../domain/schema/checkable-form.ts';
import {createLimitedWorker} from '../../../support/limited-worker.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {inSeconds} from '../connection/time-limit.ts';
import {plainProblems} from './plain-check.ts';
import type {SchemaThread} from './schema-thread.ts';

const maxSchemaSize = 256 * 1024;
const maxSchemaDepth = 64;
const maxValueSize = 1024 * 1024;
const maxValueDepth = 256;
const maxWaiting = 200;
/** Milliseconds that one check may take. */
const checkLimit = 500;

/** What a schema says about a value. */
export type SchemaVerdict =
	| {readonly type: 'valid'}
	/** `/path: what is wrong there`, the first few. */
	| {readonly type: 'invalid'; readonly problems: readonly string[]}
	/** Nothing is known to be wrong, and not all was looked at; `why` continues a sentence: `the schema is too large`. */
	| {readonly type: 'unchecked'; readonly why: string};

/** Checks values against the schemas of servers, away from everything else. Never rejects. */
export type SchemaChecker = {
	readonly check: (schema: JsonObject, value: JsonValue, signal: AbortSignal) => Promise<SchemaVerdict>;
	readonly close: () => Promise<void>;
};

export type SchemaCheckerOptions = {
	readonly startThread?: () => Promise<SchemaThread>;
};

const unchecked = (why: string): SchemaVerdict => ({type: 'unchecked', why});

/** A check that could not be made whole still finds what is wrong at first sight. */
const atFirstSight = (schema: JsonObject, value: JsonValue, why: string): SchemaVerdict => {
	const problems = plainProblems(schema, value);
	return problems.length === 0 ? unchecked(why) : {type: 'invalid', problems};
};

const startRealThread = async (): Promise<SchemaThread> => {
	const {startSchemaThread} = await import('./schema-thread.ts');
	return startSchemaThread();
};

const tooMuch = (what: string, json: JsonValue, maxDepth: number, maxSize: number): string | undefined => {
	const size = measureJson(json, maxDepth, maxSize);
	if (size === undefined) return `the ${what} is nested too deeply`;
	return size > maxSize ? `the ${what} is too large` : undefined;
};

/**
 * One thread for all servers, started with the first check. A check that takes too long costs the thread, and its
 * schema is not tried again; the next check gets a new thread.
 */
export const createSchemaChecker = ({
	startThread = startRealThread,
}: SchemaCheckerOptions = {}): SchemaChecker => {
	/** Schemas that are not worth another try, with the reason. */
	const hopeless = new WeakMap<JsonObject, string>();
	/** Those of schemas that cannot be used as they are written. */
	const forms = new WeakMap<JsonObject, CheckableForm>();
	/** Schemas that are known to be of a sensible size. */
	const sized = new WeakSet<JsonObject>();
	const worker = createLimitedWorker({start: startThread});
	const closing = new AbortController();
	let waiting = 0;

	const giveUp = (schema: JsonObject, value: JsonValue, why: string): SchemaVerdict => {
		hopeless.set(schema, why);
		return atFirstSight(schema, value, why);
	};

	/** The form that is checked by where the schema as written cannot be used. Made once: threads know it by identity. */
	const formOf = (schema: JsonObject): CheckableForm => {
		const form = forms.get(schema) ?? checkableForm(schema);
		forms.set(schema, form);
		return form;
	};

	const checkIn = async (
		thread: SchemaThread,
		schema: JsonObject,
		value: JsonValue,
	): Promise<SchemaVerdict> => {
		const written = forms.has(schema) ? undefined : await thread.check(schema, value);
		if (written !== undefined && written.type !== 'unusable') return written;
		const form = formOf(schema);
		const checked = await thread.check(form.schema, value);
		if (checked.type === 'unusable') return giveUp(schema, value, checked.why);
		return checked.type === 'valid' && form.lost.length > 0
			? unchecked(`a part of the schema cannot be used (${describeLost(form.lost)})`)
			: checked;
	};

	const run = async (schema: JsonObject, value: JsonValue, signal: AbortSignal): Promise<SchemaVerdict> => {
		const check = async (thread: SchemaThread): Promise<SchemaVerdict> => {
			// It may have become hopeless while this check was waiting.
			const why = hopeless.get(schema);
			return why === undefined ? checkIn(thread, schema, value) : atFirstSight(schema, value, why);
		};
		const end = await worker.run(check, checkLimit, AbortSignal.any([signal, closing.signal]));
		switch (end.type) {
			case 'done':
				return end.result;
			case 'too-late':
				return giveUp(schema, value, `checking it took longer than ${inSeconds(checkLimit)}`);
			case 'failed':
				return giveUp(schema, value, `checking it failed (${describeError(end.error)})`);
			case 'aborted':
				return unchecked(closing.signal.aborted ? 'the program is about to end' : 'it was cancelled');
		}
	};

	const refusalOf = (schema: JsonObject, value: JsonValue): string | undefined => {
		const known = hopeless.get(schema);
		if (known !== undefined) return known;
		if (!sized.has(schema)) {
			const why = tooMuch('schema', schema, maxSchemaDepth, maxSchemaSize);
			if (why !== undefined) return why;
			sized.add(schema);
		}
		return tooMuch('value', value, maxValueDepth, maxValueSize);
	};

	return {
		check: async (schema, value, signal) => {
			const why = refusalOf(schema, value);
			if (why !== undefined) return atFirstSight(schema, value, why);
			if (waiting >= maxWaiting) return atFirstSight(schema, value, 'too many other checks are waiting');
			waiting += 1;
			try {
				return await run(schema, value, signal);
			} finally {
				waiting -= 1;
			}
		},
		close: async () => {
			closing.abort();
			await worker.end();
		},
	};
};
