import {describe, expect, it} from 'vitest';
import {factsOf, priceOf} from '../../../../source/core/models/providers/model-facts.ts';
import {withCost} from '../../../../source/core/models/providers/price.ts';

const at = (name: string, change = {}) => ({name, isLocal: false, needsKey: true, ...change});

describe('what is known about a model', () => {
	it('counts for its dated names and for nothing newer', () => {
		const facts = {contextTokens: 200_000, outputTokens: 64_000, seesImages: true};
		expect(factsOf('anthropic', 'claude-sonnet-4-5', {})).toEqual(facts);
		expect(factsOf('anthropic', 'claude-sonnet-4-5-20250929', {})).toEqual(facts);
		expect(factsOf('anthropic', 'claude-3-5-haiku-latest', {}).contextTokens).toBe(200_000);
		expect(factsOf('anthropic', 'claude-sonnet-9', {})).toEqual({seesImages: true});
		expect(factsOf('openai', 'gpt-9', {})).toEqual({});
	});

	it('costs nothing on this machine', () => {
		const here = {isLocal: true, needsKey: false};
		expect(priceOf(at('ollama', here), 'qwen3', {})).toEqual({input: 0, output: 0});
		// A gateway on this machine passes the bill on.
		expect(priceOf(at('openai', {isLocal: true}), 'gpt-5', {})?.output).toBe(10);
	});

	it('is not made up where the provider has not said it', () => {
		expect(factsOf('openai', 'gpt-99', {})).toEqual({});
		expect(priceOf(at('openai'), 'gpt-99', {})).toBeUndefined();
		expect(priceOf(at('anthropic'), 'claude-opus-5-5', {})).toBeUndefined();
	});

	it('is what the user says, where they do', () => {
		expect(factsOf('openai', 'gpt-5', {contextTokens: 5}).contextTokens).toBe(5);
		expect(factsOf('work', 'large', {contextTokens: 5})).toEqual({contextTokens: 5});
	});

	it('holds for others that offer the same model, apart from the price', () => {
		expect(factsOf('openrouter', 'anthropic/claude-sonnet-4.5:beta', {}).contextTokens).toBe(200_000);
		expect(factsOf('openrouter', 'openai/gpt-4.1-mini', {}).contextTokens).toBe(1_047_576);
		expect(priceOf(at('openrouter'), 'anthropic/claude-sonnet-4.5', {})).toBeUndefined();
		expect(factsOf('ollama', 'constructor', {})).toEqual({});
	});
});

describe('the price of a model', () => {
	it.each([
		['anthropic', 'claude-sonnet-4-5-20250929', 3, 15],
		['anthropic', 'claude-opus-4-1', 15, 75],
		['anthropic', 'claude-opus-4-5', 5, 25],
		['openai', 'gpt-5', 1.25, 10],
		['openai', 'gpt-5-2025-08-07', 1.25, 10],
		['openai', 'gpt-5-nano', 0.05, 0.4],
		['openai', 'gpt-4o-2024-08-06', 2.5, 10],
		['openai', 'gpt-4o-2024-05-13', 5, 15],
		['openai', 'o4-mini', 1.1, 4.4],
	])('of %s/%s is known', (provider, model, input, output) => {
		expect(priceOf(at(provider), model, {})).toMatchObject({input, output});
	});

	it.each([
		['openai', 'gpt-5-pro'],
		['openai', 'gpt-5.9'],
		['openai', 'o3-pro'],
		['openai', 'gpt-4o-audio-preview'],
		['anthropic', 'claude-opus-4-9'],
		['anthropic', 'claude-sonnet-4-5-turbo'],
		['ollama', 'gpt-5'],
	])('of %s/%s is not guessed from its relatives', (provider, model) => {
		expect(priceOf(at(provider), model, {})).toBeUndefined();
	});

	it('is the one that the user names', () => {
		const prices = {'gpt-5': {input: 9, output: 9}};
		expect(priceOf(at('openai'), 'gpt-5', {prices})).toEqual({input: 9, output: 9});
		expect(priceOf(at('openai'), 'gpt-5-mini', {prices})).toMatchObject({input: 0.25});
		expect(priceOf(at('work'), 'toString', {prices})).toBeUndefined();
	});
});

describe('the cost of an answer', () => {
	const usage = {
		inputTokens: 1_000_000,
		outputTokens: 100_000,
		cachedTokens: 600_000,
		cacheWriteTokens: 100_000,
	};

	it('is not there without a price', () => {
		expect(withCost(usage, undefined)).toEqual(usage);
	});

	it('counts each kind of token at its own price', () => {
		const {cost} = withCost(usage, {input: 10, output: 50, cached: 1, cacheWrite: 12.5});
		expect(cost).toBeCloseTo(0.3 * 10 + 0.6 * 1 + 0.1 * 12.5 + 0.1 * 50);
	});

	it('counts cached tokens like others where they have no price of their own', () => {
		expect(withCost(usage, {input: 10, output: 0}).cost).toBeCloseTo(10);
		expect(withCost({inputTokens: 3, outputTokens: 0}, {input: 0, output: 1}).cost).toBe(0);
	});

	it('never counts below nothing when the parts are more than the whole', () => {
		const odd = {inputTokens: 10, outputTokens: 0, cachedTokens: 50};
		expect(withCost(odd, {input: 1_000_000, output: 0, cached: 0}).cost).toBe(0);
	});
});
