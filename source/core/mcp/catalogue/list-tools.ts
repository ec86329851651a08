import {z} from 'zod';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ToolAnnotations, ToolDefinition} from '../../../domain/tool.ts';
import {measureJson} from './json-bounds.ts';

const maxPages = 100;
const maxSchemaDepth = 64;
const maxEntrySize = 256 * 1024;
const maxListSize = 16 * 1024 * 1024;

/** Asks for one page; the result is whatever the server sent. */
export type FetchPage = (cursor: string | undefined) => Promise<unknown>;

export type ToolList = {
	readonly tools: readonly ToolDefinition[];
	/** What was wrong with the list, as a sentence. */
	readonly note?: string;
};

const annotationsSchema = z
	.object({
		title: z.string().optional().catch(undefined),
		readOnlyHint: z.boolean().optional().catch(undefined),
		destructiveHint: z.boolean().optional().catch(undefined),
		idempotentHint: z.boolean().optional().catch(undefined),
		openWorldHint: z.boolean().optional().catch(undefined),
	})
	.catch({});

const jsonObject = z.custom<JsonObject>(isJsonObject);

const entrySchema = z.object({
	name: z.string().min(1).max(512),
	title: z.string().optional().catch(undefined),
	description: z.string().catch(''),
	inputSchema: jsonObject,
	outputSchema: jsonObject.optional().catch(undefined),
	annotations: annotationsSchema.optional(),
});

const pageSchema = z.object({
	tools: z.array(z.unknown()),
	nextCursor: z.string().nullish().catch(undefined),
});

const definedOnly = <T extends object>(value: T): {[K in keyof T]?: Exclude<T[K], undefined>} =>
	Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};

const toDefinition = (server: string, entry: unknown): ToolDefinition | undefined => {
	const parsed = entrySchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const {name, title, description, inputSchema, outputSchema, annotations} = parsed.data;
	const hints: ToolAnnotations = definedOnly(annotations ?? {});
	return {
		server,
		tool: name,
		...(title === undefined ? {} : {title}),
		description,
		inputSchema,
		...(outputSchema === undefined ? {} : {outputSchema}),
		annotations: hints,
	};
};

/** Every tool of a server. One bad entry costs only itself; a server that never stops is cut off. */
export const listTools = async (server: string, fetchPage: FetchPage): Promise<ToolList> => {
	const tools = new Map<string, ToolDefinition>();
	const seenCursors = new Set<string>();
	let cursor: string | undefined;
	let dropped = 0;
	let room = maxListSize;

	const take = (entry: unknown) => {
		const size = measureJson(entry, maxSchemaDepth);
		const definition =
			size === undefined || size > Math.min(maxEntrySize, room) ? undefined : toDefinition(server, entry);
		if (size === undefined || definition === undefined || tools.has(definition.tool)) {
			dropped += 1;
			return;
		}
		room -= size;
		tools.set(definition.tool, definition);
	};

	const finished = (trouble?: string): ToolList => {
		const counted =
			dropped === 0 ? [] : [`${dropped} invalid ${dropped === 1 ? 'entry was' : 'entries were'} left out.`];
		const notes = [...(trouble === undefined ? [] : [trouble]), ...counted];
		return {tools: [...tools.values()], ...(notes.length === 0 ? {} : {note: notes.join(' ')})};
	};

	for (let page = 0; page < maxPages; page += 1) {
		const {tools: entries, nextCursor} = pageSchema.parse(await fetchPage(cursor));
		for (const entry of entries) take(entry);
		if (nextCursor === undefined || nextCursor === null) return finished();
		if (seenCursors.has(nextCursor)) return finished('Its list of tools never ends: it repeats a cursor.');
		seenCursors.add(nextCursor);
		cursor = nextCursor;
	}
	return finished(`Its list of tools was cut after ${maxPages} pages.`);
};
