import {z} from 'zod';

export type CountWordsOutput = {
	readonly words: number;
	readonly frequent: ReadonlyArray<{readonly word: string; readonly times: number}>;
};

export const CountWordsOutputSchema: z.ZodType<CountWordsOutput> = z.object({
	words: z.number().int(),
	frequent: z.array(z.object({word: z.string(), times: z.number().int()})),
});
