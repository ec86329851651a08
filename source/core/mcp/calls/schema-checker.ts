import {describeError} from '../../../domain/failure.ts';
import type {JsonObject, JsonValue} from '../../../domain/json.ts';
import {measureJson} from '../catalogue/json-bounds.ts';
import {inSeconds} from '../connection/time-limit.ts';
import {unlessAborted} from '../connection/unless-aborted.ts';
import type {SchemaThread} from './schema-thread.ts';

const maxSchemaSize = 256 * 1024;
const maxSchemaDepth = 64;
const maxValueSize = 1024 * 1024;
const maxValueDepth = 256;
const maxWaiting = 200;
const startLimit = 15_000;
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

type Timed<T> = {readonly type: 'in-time'; readonly value: T} | {readonly type: 'too-late'};

const unchecked = (why: string): SchemaVerdict => ({type: 'unchecked', why});

const within = async <T>(milliseconds: number, promise: Promise<T>): Promise<Timed<T>> => {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<Timed<T>>(resolve => {
		timer = setTimeout(() => resolve({type: 'too-late'}), milliseconds);
	});
	try {
		return await Promise.race([promise.then((value): Timed<T> => ({type: 'in-time', value})), late]);
	} finally {
		clearTimeout(timer);
	}
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
	/** Schemas that are known to be of a sensible size. */
	const sized = new WeakSet<JsonObject>();
	let thread: Promise<SchemaThread> | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let waiting = 0;
	let isClosed = false;

	const endThread = async () => {
		const ending = thread;
		thread = undefined;
		try {
			await (await ending)?.end();
		} catch {
			// It never started: there is nothing to end.
		}
	};

	const run = async (schema: JsonObject, value: JsonValue): Promise<SchemaVerdict> => {
		thread ??= startThread();
		try {
			const running = await thread;
			if ((await within(startLimit, running.ready)).type === 'too-late')
				throw new Error('the thread for it does not start');
			const checked = await within(checkLimit, running.check(schema, value));
			if (checked.type === 'in-time') return checked.value;
			hopeless.set(schema, `checking it took longer than ${inSeconds(checkLimit)}`);
		} catch (error) {
			// Out of memory ends the thread, too.
			hopeless.set(schema, `checking it failed (${describeError(error)})`);
		}
		await endThread();
		return unchecked(hopeless.get(schema) ?? 'checking it failed');
	};

	const inTurn = async (
		schema: JsonObject,
		value: JsonValue,
		signal: AbortSignal,
	): Promise<SchemaVerdict> => {
		if (signal.aborted) return unchecked('it was cancelled');
		if (isClosed) return unchecked('the program is about to end');
		const why = hopeless.get(schema);
		return why === undefined ? run(schema, value) : unchecked(why);
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
			const turn = last.then(() => inTurn(schema, value, signal));
			last = turn;
			turn.finally(() => {
				waiting -= 1;
			});
			return (await unlessAborted(turn, signal)) ?? unchecked('it was cancelled');
		},
		close: async () => {
			isClosed = true;
			await endThread();
		},
	};
};
