import type {JsonObject, JsonValue} from '../../../domain/json.ts';
import {startWorkerThread, type WorkerThread} from '../../../support/worker-thread.ts';
import type {SchemaVerdict} from './schema-checker.ts';

const maxKnownSchemas = 200;
const maxHeapMegabytes = 256;

type Question = {
	readonly schemaId: number;
	/** Where the thread does not have it yet. */
	readonly schema?: JsonObject;
	readonly value: JsonValue;
	readonly forget?: number;
};

/** `unusable`: nothing can be checked by this schema as it is written. */
type ThreadVerdict = SchemaVerdict | {readonly type: 'unusable'; readonly why: string};

/** A thread that checks one value at a time. */
export type SchemaThread = Pick<WorkerThread<Question, ThreadVerdict>, 'ready' | 'end'> & {
	/** Rejects when the thread dies of it. Nothing else may be asked until it is settled. */
	readonly check: (schema: JsonObject, value: JsonValue) => Promise<ThreadVerdict>;
};

export const startSchemaThread = (): SchemaThread => {
	const {ready, ask, end} = startWorkerThread<Question, ThreadVerdict>({
		// The build replaces this by the code of the worker.
		bundled: process.env.MCP_TUI_SCHEMA_WORKER,
		file: new URL('./schema-worker.mjs', import.meta.url),
		maxHeapMegabytes,
	});
	/** Schemas that the thread has, by the number it knows them under; the oldest first. */
	const known = new Map<JsonObject, number>();
	let nextId = 0;

	const oldestToForget = (): {readonly forget?: number} => {
		const oldest = known.size < maxKnownSchemas ? undefined : known.entries().next().value;
		if (oldest === undefined) return {};
		known.delete(oldest[0]);
		return {forget: oldest[1]};
	};

	return {
		ready,
		check: (schema, value) => {
			const id = known.get(schema);
			if (id !== undefined) return ask({schemaId: id, value});
			const forgotten = oldestToForget();
			nextId += 1;
			known.set(schema, nextId);
			return ask({schemaId: nextId, schema, value, ...forgotten});
		},
		end,
	};
};
