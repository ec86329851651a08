import type {Usage} from '../domain/model.ts';
import type {AppState} from './app-state.ts';

/** The sum of two numbers of which either may not be known. */
const plus = (one: number | undefined, other: number | undefined): number | undefined =>
	one === undefined ? other : one + (other ?? 0);

const addUsage = (sum: Usage, usage: Usage): Usage => {
	const cachedTokens = plus(sum.cachedTokens, usage.cachedTokens);
	const cacheWriteTokens = plus(sum.cacheWriteTokens, usage.cacheWriteTokens);
	const cost = plus(sum.cost, usage.cost);
	return {
		inputTokens: sum.inputTokens + usage.inputTokens,
		outputTokens: sum.outputTokens + usage.outputTokens,
		...(cachedTokens === undefined ? {} : {cachedTokens}),
		...(cacheWriteTokens === undefined ? {} : {cacheWriteTokens}),
		...(cost === undefined ? {} : {cost}),
	};
};

/** Adds what one request used to what the session used. */
export const countUsage = (state: AppState, usage: Usage | undefined): AppState =>
	usage === undefined
		? state
		: {
				...state,
				usage: addUsage(state.usage, usage),
				hasUnpriced: state.hasUnpriced || usage.cost === undefined,
			};
