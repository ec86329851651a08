import {z} from 'zod';

export type SearchToolsInput = {
	/** A few words, or a name. */
	readonly query: string;
	/** How many tools to show. */
	readonly limit?: number | undefined;
};

const mostTools = 20;
export const usualTools = 10;

export const SearchToolsInputSchema: z.ZodType<SearchToolsInput> = z.strictObject({
	query: z
		.string()
		.min(1)
		.max(500)
		.describe('A few words about what the tool should do, or the name of a tool or a server.'),
	limit: z
		.number()
		.int()
		.min(1)
		.max(mostTools)
		.optional()
		.describe(`How many tools to show; ${mostTools} at most, ${usualTools} by default.`),
});
