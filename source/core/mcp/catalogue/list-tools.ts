import {z} from 'zod';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ToolAnnotations, ToolDefinition} from '../../../domain/tool.ts';
import {definedOnly} from './defined-only.ts';
import {type FetchPage, type PagedList, readPages} from './read-pages.ts';

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
	execution: z
		.object({taskSupport: z.enum(['optional', 'required']).optional().catch(undefined)})
		.optional()
		.catch(undefined),
});

const readTool = (server: string, entry: unknown): ToolDefinition | undefined => {
	const parsed = entrySchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const {name, title, description, inputSchema, outputSchema, annotations, execution} = parsed.data;
	const hints: ToolAnnotations = definedOnly(annotations ?? {});
	return {
		server,
		tool: name,
		...(title === undefined ? {} : {title}),
		description,
		inputSchema,
		...(outputSchema === undefined ? {} : {outputSchema}),
		annotations: hints,
		...(execution?.taskSupport === undefined ? {} : {taskSupport: execution.taskSupport}),
	};
};

/** Every tool of a server. */
export const listTools = (server: string, fetchPage: FetchPage): Promise<PagedList<ToolDefinition>> =>
	readPages(
		{
			field: 'tools',
			what: 'tools',
			read: entry => readTool(server, entry),
			keyOf: ({tool}) => tool,
		},
		fetchPage,
	);
