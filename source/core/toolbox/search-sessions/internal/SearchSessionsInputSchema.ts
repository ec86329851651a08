import {z} from 'zod';

export type SearchSessionsInput = {
	/** Words that all have to be in one message, answer or call. */
	readonly query: string;
	/** How many places to show. */
	readonly limit?: number | undefined;
};

const mostPlaces = 50;
export const usualPlaces = 15;

export const SearchSessionsInputSchema: z.ZodType<SearchSessionsInput> = z.strictObject({
	query: z
		.string()
		.min(1)
		.max(500)
		.describe(
			'One or a few words. A message, an answer or a tool call is found when all of them are in it, in any order, in upper or lower case.',
		),
	limit: z
		.number()
		.int()
		.min(1)
		.max(mostPlaces)
		.optional()
		.describe(`How many places to show; ${mostPlaces} at most, ${usualPlaces} by default.`),
});
