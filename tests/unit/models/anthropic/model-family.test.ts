import {describe, expect, it} from 'vitest';
import {
	bindsThinking,
	defaultOutputTokens,
	thinkingFormsOf,
} from '../../../../source/core/models/anthropic/model-family.ts';
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
	] as const)('of %s is %s, and then the other', (model, form) => {
		const other = form === 'budget' ? 'adaptive' : 'budget';
		expect(thinkingFormsOf(model, 'high')).toEqual([form, other]);
	});

	it.each([
		['claude-sonnet-5-5', ['adaptive'], ['between_tools']],
		['claude-haiku-5-5', ['adaptive'], ['between_tools']],
		['claude-sonnet-5', ['adaptive'], ['disabled']],
		['claude-opus-4-6', ['adaptive'], ['disabled']],
		['claude-mythos-preview', ['adaptive'], ['disabled']],
		['claude-opus-4-5', [], []],
		['qwen3-coder', [], []],
	])('of %s where nobody said how much is %j, and %j where it is off', (model, unset, off) => {
		expect(thinkingFormsOf(model, undefined)).toEqual(unset);
		expect(thinkingFormsOf(model, 'off')).toEqual(off);
	});

	const given = {wish: 'high', maxTokens: 16_000, isForgiving: false} as const;

	it('is effort, and thinking that is shown, for models that decide themselves', () => {
		expect(thinkingSettings('adaptive', given)).toEqual({
			thinking: {type: 'adaptive', display: 'summarized'},
			output_config: {effort: 'high'},
		});
	});

	it('leaves the effort to the model where nobody said how much, unless the answer is to be short', () => {
		expect(thinkingSettings('adaptive', {...given, wish: undefined})).toEqual({
			thinking: {type: 'adaptive', display: 'summarized'},
		});
		expect(thinkingSettings('adaptive', {...given, wish: undefined, maxTokens: 500})).toEqual({});
		expect(thinkingSettings('adaptive', {...given, maxTokens: 500})).toHaveProperty('thinking');
	});

	it('asks to leave out old thinking that does not fit any more, where that can be asked for', () => {
		const block_binding = {prefix_mismatch_behavior: 'drop_block'};
		const forgiving = {...given, isForgiving: true};
		expect(thinkingSettings('adaptive', forgiving).thinking).toMatchObject({block_binding});
		expect(thinkingSettings('budget', forgiving).thinking).toMatchObject({block_binding});
		expect(thinkingSettings('between_tools', forgiving).thinking).toEqual({type: 'between_tools'});
		expect(['claude-sonnet-5-5', 'claude-opus-5', 'claude-opus-4-8', 'qwen3'].map(bindsThinking)).toEqual([
			true,
			true,
			false,
			false,
		]);
	});

	it.each([
		['low', 32_000, 4096],
		['medium', 32_000, 10_000],
		['high', 32_000, 24_000],
		['high', 8192, 6144],
	] as const)('is a number of tokens for %s thinking in %i tokens of output', (wish, maxTokens, budget) => {
		expect(thinkingSettings('budget', {...given, wish, maxTokens})).toEqual({
			thinking: {type: 'enabled', budget_tokens: budget},
		});
	});

	it('is none where the answer is too short for it', () => {
		expect(thinkingSettings('budget', {...given, wish: 'low', maxTokens: 1300})).toEqual({});
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
