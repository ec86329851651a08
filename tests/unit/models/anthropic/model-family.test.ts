import {describe, expect, it} from 'vitest';
import {defaultOutputTokens, thinkingFormOf} from '../../../../source/core/models/anthropic/model-family.ts';
import {thinkingSettings} from '../../../../source/core/models/anthropic/thinking-settings.ts';

describe('the form in which a model is asked to think', () => {
	it.each([
		['claude-opus-4-6', 'adaptive'],
		['claude-sonnet-4-6', 'adaptive'],
		['claude-opus-4-8', 'adaptive'],
		['claude-sonnet-5', 'adaptive'],
		['claude-sonnet-5-5', 'adaptive'],
		['claude-fable-5-2', 'adaptive'],
		['claude-mythos-preview', 'adaptive'],
		['anthropic/claude-opus-5.5', 'adaptive'],
		['claude-opus-4-5-20251101', 'budget'],
		['claude-sonnet-4-5', 'budget'],
		['claude-sonnet-4-20250514', 'budget'],
		['claude-3-7-sonnet-20250219', 'budget'],
		['qwen3-coder', 'budget'],
	] as const)('of %s is %s', (model, form) => {
		expect(thinkingFormOf(model)).toBe(form);
	});

	it('is effort, and thinking that is shown, for models that decide themselves', () => {
		expect(thinkingSettings('adaptive', 'high', 16_000)).toEqual({
			thinking: {type: 'adaptive', display: 'summarized'},
			output_config: {effort: 'high'},
		});
	});

	it.each([
		['low', 32_000, 4096],
		['medium', 32_000, 10_000],
		['high', 32_000, 24_000],
		['high', 8192, 6144],
	] as const)('is a number of tokens for %s thinking in %i tokens of output', (effort, maxTokens, budget) => {
		expect(thinkingSettings('budget', effort, maxTokens)).toEqual({
			thinking: {type: 'enabled', budget_tokens: budget},
		});
	});

	it('is none where the answer is too short for it', () => {
		expect(thinkingSettings('budget', 'low', 1300)).toEqual({});
	});
});

describe('how long an answer may be where nobody said so', () => {
	it.each([
		['claude-3-haiku-20240307', undefined, 4096],
		['claude-3-5-sonnet-20241022', undefined, 8192],
		['claude-3-7-sonnet-20250219', undefined, 16_000],
		['claude-sonnet-5-5', undefined, 16_000],
		['claude-sonnet-5-5', 128_000, 32_000],
		['claude-3-haiku-20240307', 4096, 4096],
		['some-local-model', undefined, 8192],
	] as const)('with %s of which %s is known is %i tokens', (model, known, tokens) => {
		expect(defaultOutputTokens(model, known)).toBe(tokens);
	});
});
