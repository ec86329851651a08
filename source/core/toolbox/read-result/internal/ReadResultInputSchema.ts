import {z} from 'zod';

export type ReadResultInput = {
	/** What stands where something was left out of a result. */
	readonly id: string;
	/** The first character to read, counted from 0. */
	readonly offset?: number | undefined;
	/** How many characters to read. */
	readonly limit?: number | undefined;
};

/** Fewer than a result may have, so that a part is never cut itself. */
export const mostCharacters = 30_000;

export const ReadResultInputSchema: z.ZodType<ReadResultInput> = z.strictObject({
	id: z.string().min(1).max(100).describe('The id that stands where something was left out of a result.'),
	offset: z
		.number()
		.int()
		.min(0)
		.optional()
		.describe('The first character to read, counted from 0; the beginning when left out.'),
	limit: z
		.number()
		.int()
		.min(1)
		.max(mostCharacters)
		.optional()
		.describe(`How many characters to read; ${mostCharacters} at most, which is also the default.`),
});
