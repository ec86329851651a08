import {z} from 'zod';

export type FoundTool = {
	/** The name to call it by. */
	readonly name: string;
	readonly server: string;
	readonly tool: string;
	readonly description: string;
	/** Names only. */
	readonly parameters: readonly string[];
};

export type SearchToolsOutput = {
	/** Best first. */
	readonly tools: readonly FoundTool[];
	/** How many fit, shown or not. */
	readonly found: number;
};

export const SearchToolsOutputSchema: z.ZodType<SearchToolsOutput> = z.object({
	tools: z.array(
		z.object({
			name: z.string(),
			server: z.string(),
			tool: z.string(),
			description: z.string(),
			parameters: z.array(z.string()),
		}),
	),
	found: z.number().int(),
});
