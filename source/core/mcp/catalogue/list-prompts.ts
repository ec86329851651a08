import {z} from 'zod';
import type {PromptDefinition} from '../../../domain/catalogue.ts';
import {type FetchPage, type PagedList, readPages} from './read-pages.ts';

const argumentSchema = z.object({
	name: z.string().min(1).max(512),
	description: z.string().catch(''),
	required: z.boolean().catch(false),
});

const entrySchema = z.object({
	name: z.string().min(1).max(512),
	title: z.string().optional().catch(undefined),
	description: z.string().catch(''),
	arguments: z.array(argumentSchema).nullish(),
});

// A prompt with an argument that cannot be read is left out: without the argument it could not be asked for.
const readPrompt = (server: string, entry: unknown): PromptDefinition | undefined => {
	const parsed = entrySchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const {name, title, description, arguments: args} = parsed.data;
	return {
		server,
		prompt: name,
		...(title === undefined ? {} : {title}),
		description,
		arguments: args ?? [],
	};
};

/** Every prompt of a server. */
export const listPrompts = (server: string, fetchPage: FetchPage): Promise<PagedList<PromptDefinition>> =>
	readPages(
		{
			field: 'prompts',
			what: 'prompts',
			read: entry => readPrompt(server, entry),
			keyOf: ({prompt}) => prompt,
		},
		fetchPage,
	);
