import {z} from 'zod';

export type ListDirectoryInput = {
	/** Relative to the first granted folder, or absolute; that folder itself when absent. */
	readonly path?: string | undefined;
};

export const ListDirectoryInputSchema: z.ZodType<ListDirectoryInput> = z.strictObject({
	path: z
		.string()
		.min(1)
		.max(4096)
		.optional()
		.describe(
			'The folder to list, relative to the first granted folder or absolute. Leave it out for that folder itself.',
		),
});
