import {assertNever} from '../../../domain/assert-never.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {ThinkingForm} from './model-family.ts';

export type Effort = 'low' | 'medium' | 'high';

const budgets: Readonly<Record<Effort, number>> = {low: 4096, medium: 10_000, high: 24_000};
const smallestBudget = 1024;

/** The part of a request that asks a model to think; empty where the answer has no room for it. */
export const thinkingSettings = (form: ThinkingForm, effort: Effort, maxTokens: number): JsonObject => {
	switch (form) {
		case 'adaptive':
			// Several models keep their thinking to themselves unless they are asked for it.
			return {thinking: {type: 'adaptive', display: 'summarized'}, output_config: {effort}};
		case 'budget': {
			// Thinking counts as output: some of the room has to stay for the answer.
			const budget = Math.min(budgets[effort], Math.floor(maxTokens * 0.75));
			return budget < smallestBudget ? {} : {thinking: {type: 'enabled', budget_tokens: budget}};
		}
		default:
			return assertNever(form);
	}
};
