import {z} from 'zod';

export type WriteFileInput = {
	/** Relative to the first granted folder, or absolute. */
	readonly path: string;
	/** The whole new content of the file. */
	readonly content: string;
};

const longestContent = 1_000_000;

export const WriteFileInputSchema: z.ZodType<WriteFileInput> = z.strictObject({
	path: z
		.string()
		.min(1)
		.max(4096)
		.describe(
			'The file to write, relative to the first granted folder or absolute. Missing folders are created.',
		),
	content: z
		.string()
		.max(longestContent)
		.describe('The whole content of the file. What the file held before is lost.'),
});
