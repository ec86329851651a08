import {Worker} from 'node:worker_threads';
import type {JsonObject, JsonValue} from '../../../domain/json.ts';
import type {SchemaVerdict} from './schema-checker.ts';

const maxKnownSchemas = 200;
const maxHeapMegabytes = 256;

/** A thread that checks one value at a time. */
export type SchemaThread = {
	/** Resolves once it can work, and rejects when it never will. */
	readonly ready: Promise<void>;
	/** Rejects when the thread dies of it. Nothing else may be asked until it is settled. */
	readonly check: (schema: JsonObject, value: JsonValue) => Promise<SchemaVerdict>;
	readonly end: () => Promise<void>;
};

const startWorker = (): Worker => {
	const options = {
		// Nothing of the program's environment or arguments is of use there.
		env: {},
		argv: [],
		execArgv: [],
		stdout: true,
		stderr: true,
		resourceLimits: {maxOldGenerationSizeMb: maxHeapMegabytes},
	};
	// The build replaces this by the code of the worker.
	const bundled = process.env.MCP_TUI_SCHEMA_WORKER;
	if (bundled !== undefined) return new Worker(bundled, {...options, eval: true});
	const file = new URL('./schema-worker.mjs', import.meta.url);
	return new Worker(file, options);
};

const isVerdict = (value: unknown): value is SchemaVerdict =>
	typeof value === 'object' && value !== null && 'type' in value;

export const startSchemaThread = (): SchemaThread => {
	const worker = startWorker();
	/** Schemas that the thread has, by the number it knows them under; the oldest first. */
	const known = new Map<JsonObject, number>();
	let nextId = 0;
	let waiting: {resolve: (verdict: SchemaVerdict) => void; reject: (error: Error) => void} | undefined;

	let becomeReady = () => {};
	let neverReady = (_error: Error) => {};
	const ready = new Promise<void>((resolve, reject) => {
		becomeReady = resolve;
		neverReady = reject;
	});
	ready.catch(() => {
		// Whoever waits for it hears of it; a thread that nobody waits for is no news.
	});

	const fail = (error: Error) => {
		neverReady(error);
		waiting?.reject(error);
		waiting = undefined;
	};
	worker.on('message', (message: unknown) => {
		if (!isVerdict(message)) return becomeReady();
		waiting?.resolve(message);
		waiting = undefined;
	});
	worker.on('error', fail);
	worker.on('exit', () => fail(new Error('the thread that checks schemas ended')));
	// It never keeps the program alive.
	worker.unref();

	const oldestToForget = (): {readonly forget?: number} => {
		const oldest = known.size < maxKnownSchemas ? undefined : known.entries().next().value;
		if (oldest === undefined) return {};
		known.delete(oldest[0]);
		return {forget: oldest[1]};
	};

	return {
		ready,
		check: (schema, value) =>
			new Promise((resolve, reject) => {
				waiting = {resolve, reject};
				const id = known.get(schema);
				if (id !== undefined) {
					worker.postMessage({schemaId: id, value});
					return;
				}
				const forgotten = oldestToForget();
				nextId += 1;
				known.set(schema, nextId);
				worker.postMessage({schemaId: nextId, schema, value, ...forgotten});
			}),
		end: async () => {
			await worker.terminate();
		},
	};
};
