import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Usage} from '../../../domain/model.ts';

const count = (value: JsonValue | undefined): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
	isJsonObject(value) ? value[name] : undefined;

const usageOf = (
	input: number | undefined,
	output: number | undefined,
	cached: number | undefined,
	cacheWrite: number | undefined,
): Usage | undefined =>
	input === undefined && output === undefined
		? undefined
		: {
				inputTokens: input ?? 0,
				outputTokens: output ?? 0,
				...(cached === undefined ? {} : {cachedTokens: cached}),
				...(cacheWrite === undefined ? {} : {cacheWriteTokens: cacheWrite}),
			};

/** The usage of a chunk of Chat Completions, under any of the names that servers have for it. */
export const readChatUsage = (chunk: JsonObject): Usage | undefined => {
	const usage = isJsonObject(chunk.usage) ? chunk.usage : member(chunk.x_groq, 'usage');
	if (!isJsonObject(usage)) return undefined;
	const input = count(usage.prompt_tokens);
	const output = count(usage.completion_tokens);
	const total = count(usage.total_tokens);
	return usageOf(
		input,
		// xAI and Gemini count what the model thought only in the total.
		input === undefined || total === undefined ? output : Math.max(output ?? 0, total - input),
		count(member(usage.prompt_tokens_details, 'cached_tokens')) ??
			count(usage.prompt_cache_hit_tokens) ??
			count(usage.cached_tokens),
		count(member(usage.prompt_tokens_details, 'cache_write_tokens')),
	);
};

export const readResponsesUsage = (response: JsonObject): Usage | undefined => {
	const usage = response.usage;
	return usageOf(
		count(member(usage, 'input_tokens')),
		count(member(usage, 'output_tokens')),
		count(member(member(usage, 'input_tokens_details'), 'cached_tokens')),
		count(member(member(usage, 'input_tokens_details'), 'cache_write_tokens')),
	);
};
