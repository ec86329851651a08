import {z} from 'zod';

export type CalculateOutput = {
	readonly expression: string;
	readonly result: number;
};

export const CalculateOutputSchema: z.ZodType<CalculateOutput> = z.object({
	expression: z.string(),
	result: z.number(),
});
