import type {Usage} from '../../../domain/model.ts';
import type {Price} from '../adapter.ts';

const million = 1_000_000;

/** Adds what an answer cost, where the price is known. */
export const withCost = (usage: Usage, price: Price | undefined): Usage => {
	if (price === undefined) return usage;
	const {input, output, cached, cacheWrite} = price;
	const read = usage.cachedTokens ?? 0;
	const written = usage.cacheWriteTokens ?? 0;
	const plain = Math.max(0, usage.inputTokens - read - written);
	const dollars =
		(plain * input +
			read * (cached ?? input) +
			written * (cacheWrite ?? input) +
			usage.outputTokens * output) /
		million;
	return {...usage, cost: dollars};
};
