import {z} from 'zod';

export type CountWordsInput = {
	readonly text: string;
	/** How many of the most frequent words to name. */
	readonly top?: number | undefined;
};

export const CountWordsInputSchema: z.ZodType<CountWordsInput> = z.strictObject({
	text: z.string().min(1).max(100_000).describe('The text whose words are counted.'),
	top: z
		.number()
		.int()
		.min(0)
		.max(50)
		.optional()
		.describe('How many of the most frequent words to name; 5 without it.'),
});
