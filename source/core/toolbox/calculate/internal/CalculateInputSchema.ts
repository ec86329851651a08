import {z} from 'zod';

export type CalculateInput = {
	readonly expression: string;
};

const longestExpression = 1000;

export const CalculateInputSchema: z.ZodType<CalculateInput> = z.strictObject({
	expression: z
		.string()
		.min(1)
		.max(longestExpression)
		.describe(
			'An arithmetic expression, such as (1200 * 1.19 + 80) / 3 or round(sqrt(2), 4). Operators: + - * / % ^. ' +
				'Constants: pi, e. Functions: abs, ceil, floor, round, trunc, sign, sqrt, cbrt, exp, ln, log2, log10, ' +
				'sin, cos, tan, asin, acos, atan, atan2, pow, min, max, sum, avg. Angles are in radians.',
		),
});
