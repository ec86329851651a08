import {describeError} from '../../../domain/failure.ts';
import type {JsonObject, JsonValue} from '../../../domain/json.ts';
import {createLimitedWorker} from '../../../support/limited-worker.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {inSeconds} from '../connection/time-limit.ts';
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
	/** Nobody knows; `why` continues a sentence, as in `the schema is too large`. */
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
	/** Schemas that are known to be of a sensible size. */
	const sized = new WeakSet<JsonObject>();
	const worker = createLimitedWorker({start: startThread});
	const closing = new AbortController();
	let waiting = 0;

	const giveUp = (schema: JsonObject, why: string): SchemaVerdict => {
		hopeless.set(schema, why);
		return unchecked(why);
	};

	const run = async (schema: JsonObject, value: JsonValue, signal: AbortSignal): Promise<SchemaVerdict> => {
		const check = async (thread: SchemaThread): Promise<SchemaVerdict> => {
			// It may have become hopeless while this check was waiting.
			const why = hopeless.get(schema);
			return why === undefined ? thread.check(schema, value) : unchecked(why);
		};
		const end = await worker.run(check, checkLimit, AbortSignal.any([signal, closing.signal]));
		switch (end.type) {
			case 'done':
				return end.result;
			case 'too-late':
				return giveUp(schema, `checking it took longer than ${inSeconds(checkLimit)}`);
			case 'failed':
				return giveUp(schema, `checking it failed (${describeError(end.error)})`);
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
			if (why !== undefined) return unchecked(why);
			if (waiting >= maxWaiting) return unchecked('too many other checks are waiting');
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
