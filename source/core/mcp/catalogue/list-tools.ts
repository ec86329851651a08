import {z} from 'zod';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {reachKey, type ToolAnnotations, type ToolDefinition, whereKey} from '../../../domain/tool.ts';
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
	_meta: z
		.object({
			[reachKey]: z.string().optional().catch(undefined),
			[whereKey]: z.string().optional().catch(undefined),
		})
		.optional()
		.catch(undefined),
});

const readTool = (server: string, entry: unknown, isInside: boolean): ToolDefinition | undefined => {
	const parsed = entrySchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const {name, title, description, inputSchema, outputSchema, annotations, execution, _meta} = parsed.data;
	const {[reachKey]: reach, [whereKey]: where} = (isInside ? _meta : undefined) ?? {};
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
		...(reach === undefined ? {} : {reach}),
		...(where === undefined ? {} : {where}),
	};
};

type ListTools = (server: string, fetchPage: FetchPage) => Promise<PagedList<ToolDefinition>>;

const createListTools =
	(isInside: boolean): ListTools =>
	(server, fetchPage) =>
		readPages(
			{
				field: 'tools',
				what: 'tools',
				read: entry => readTool(server, entry, isInside),
				keyOf: ({tool}) => tool,
			},
			fetchPage,
		);

/** Every tool of a server. */
export const listTools = createListTools(false);

/** The same of a server inside this program, which also says what its tools may reach. */
export const listInsideTools = createListTools(true);
