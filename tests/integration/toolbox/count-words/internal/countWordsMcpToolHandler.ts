import type {McpToolOutcome} from '../../../../../source/core/toolbox/shared/McpTool.ts';
import {McpToolError} from '../../../../../source/core/toolbox/shared/McpToolError.ts';
import type {CountWordsInput} from './CountWordsInputSchema.ts';
import type {CountWordsOutput} from './CountWordsOutputSchema.ts';

export const countWordsMcpToolHandler = async ({
	params: {text, top = 5},
}: {
	readonly params: CountWordsInput;
}): Promise<McpToolOutcome<CountWordsOutput>> => {
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	if (words.length === 0) return new McpToolError('There is no word in the text.', 'text');
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const frequent = [...counts]
		.map(([word, times]) => ({word, times}))
		.sort((one, other) => other.times - one.times)
		.slice(0, top);
	const named = frequent.map(({word, times}) => `${word} ${times}`).join(', ');
	return [
		{type: 'text', text: `${words.length} words${named === '' ? '' : `: ${named}`}`},
		{type: 'json', data: {words: words.length, frequent}},
	];
};
