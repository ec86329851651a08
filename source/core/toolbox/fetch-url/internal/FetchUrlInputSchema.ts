import {z} from 'zod';

export type FetchUrlInput = {
	/** The address of the page. */
	readonly url: string;
	/** The first character of its text to give, counted from 0. */
	readonly offset?: number | undefined;
	/** How many characters to give. */
	readonly limit?: number | undefined;
};

export const longestUrl = 2048;

/** Fewer than a result may have, so that a part is never cut itself. */
export const mostCharacters = 30_000;

export const FetchUrlInputSchema: z.ZodType<FetchUrlInput> = z.strictObject({
	url: z
		.string()
		.min(1)
		.max(longestUrl)
		.describe('The whole address, with http:// or https:// at its beginning.'),
	offset: z
		.number()
		.int()
		.min(0)
		.optional()
		.describe('The first character of the text to read, counted from 0; the beginning when left out.'),
	limit: z
		.number()
		.int()
		.min(1)
		.max(mostCharacters)
		.optional()
		.describe(`How many characters to read; ${mostCharacters} at most, which is also the default.`),
});
