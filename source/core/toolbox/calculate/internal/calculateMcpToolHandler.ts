import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import type {CalculateInput} from './CalculateInputSchema.ts';
import type {CalculateOutput} from './CalculateOutputSchema.ts';
import {evaluateExpression} from './evaluateExpression.ts';

type CalculateMcpToolHandlerParams = {
	readonly params: CalculateInput;
};

/** Hides the last bits of binary fractions: 0.1 + 0.2 is 0.3. */
const tidy = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

export const calculateMcpToolHandler = async ({
	params,
}: CalculateMcpToolHandlerParams): Promise<McpToolOutcome<CalculateOutput>> => {
	try {
		const expression = params.expression.trim();
		const result = tidy(evaluateExpression(expression));
		const isRounded = Number.isInteger(result) && !Number.isSafeInteger(result);
		const note = isRounded ? ' (rounded to about 16 digits)' : '';
		return [
			{type: 'text', text: `${result}${note}`},
			{type: 'json', data: {expression, result}},
		];
	} catch (error) {
		if (error instanceof McpToolError) return error;
		throw error;
	}
};
