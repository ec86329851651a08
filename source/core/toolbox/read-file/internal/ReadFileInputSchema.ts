import {z} from 'zod';

export type ReadFileInput = {
	/** Relative to the first granted folder, or absolute. */
	readonly path: string;
	/** The first line to read, counted from 1. */
	readonly offset?: number | undefined;
	/** How many lines to read. */
	readonly limit?: number | undefined;
};

export const mostLines = 2000;

export const ReadFileInputSchema: z.ZodType<ReadFileInput> = z.strictObject({
	path: z
		.string()
		.min(1)
		.max(4096)
		.describe('The file to read, relative to the first granted folder or absolute.'),
	offset: z.number().int().min(1).optional().describe('The first line to read, counted from 1.'),
	limit: z
		.number()
		.int()
		.min(1)
		.max(mostLines)
		.optional()
		.describe(`How many lines to read; ${mostLines} at most, which is also the default.`),
});
