import {assertNever} from '../../../domain/assert-never.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {ThinkingForm, ThinkingWish} from './model-family.ts';

const budgets = {off: 0, low: 4096, medium: 10_000, high: 24_000};
const smallestBudget = 1024;
/** In less, a model that nobody asked to think would use up its answer with it. */
const shortestThoughtful = 4096;

/** The beta of the API that knows `block_binding`. */
export const bindingBeta = 'thinking-binding-controls-2026-08-01';

/** Old thinking that does not belong to this conversation any more is left out, in place of a refusal. */
const forgiving: JsonObject = {block_binding: {prefix_mismatch_behavior: 'drop_block'}};

export type ThinkingOptions = {
	readonly wish: ThinkingWish;
	readonly maxTokens: number;
	/** The provider is asked to forgive thinking that was made in another conversation. */
	readonly isForgiving: boolean;
};

/** The part of a request that is about thinking; empty where the answer has no room for it. */
export const thinkingSettings = (
	form: ThinkingForm,
	{wish, maxTokens, isForgiving}: ThinkingOptions,
): JsonObject => {
	const binding = isForgiving ? forgiving : {};
	switch (form) {
		case 'adaptive': {
			// Several models keep their thinking to themselves unless they are asked for it.
			const thinking = {type: form, display: 'summarized', ...binding};
			if (wish !== undefined) return {thinking, output_config: {effort: wish}};
			return maxTokens < shortestThoughtful ? {} : {thinking};
		}
		case 'budget': {
			// Thinking counts as output: some of the room has to stay for the answer.
			const budget = Math.min(budgets[wish ?? 'off'], Math.floor(maxTokens * 0.75));
			return budget < smallestBudget ? {} : {thinking: {type: 'enabled', budget_tokens: budget, ...binding}};
		}
		case 'disabled':
		case 'between_tools':
			return {thinking: {type: form}};
		default:
			return assertNever(form);
	}
};
