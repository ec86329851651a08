import {z} from 'zod';

export type WriteFileOutput = {
	/** As it was asked for. */
	readonly path: string;
	readonly bytes: number;
	/** False when a file of that name was replaced. */
	readonly created: boolean;
};

export const WriteFileOutputSchema: z.ZodType<WriteFileOutput> = z.object({
	path: z.string(),
	bytes: z.number().int(),
	created: z.boolean(),
});
