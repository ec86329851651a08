import {describe, expect, it} from 'vitest';
import {readChatUsage, readResponsesUsage} from '../../../../source/core/models/openai/read-usage.ts';

describe('the usage of an answer', () => {
	it('has what went into a cache, in both protocols', () => {
		const details = {cached_tokens: 5, cache_write_tokens: 90};
		const usage = {inputTokens: 100, outputTokens: 1, cachedTokens: 5, cacheWriteTokens: 90};
		expect(
			readChatUsage({usage: {prompt_tokens: 100, completion_tokens: 1, prompt_tokens_details: details}}),
		).toEqual(usage);
		expect(
			readResponsesUsage({usage: {input_tokens: 100, output_tokens: 1, input_tokens_details: details}}),
		).toEqual(usage);
	});

	it('has what was thought, also where only the total has it', () => {
		const count = (completion: number, total: number) =>
			readChatUsage({usage: {prompt_tokens: 100, completion_tokens: completion, total_tokens: total}})
				?.outputTokens;
		expect(count(10, 910)).toBe(810);
		expect(count(810, 910)).toBe(810);
		expect(count(10, 0)).toBe(10);
	});

	it('is none where a server counts nothing', () => {
		expect(readChatUsage({usage: {}})).toBeUndefined();
		expect(readChatUsage({usage: null})).toBeUndefined();
		expect(readResponsesUsage({})).toBeUndefined();
	});
});
