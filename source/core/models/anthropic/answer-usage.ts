import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {Usage} from '../../../domain/model.ts';

const keys = [
	'input_tokens',
	'output_tokens',
	'cache_read_input_tokens',
	'cache_creation_input_tokens',
] as const;

/** Counts come at the start and again, complete, at the end; the last word counts. */
export const createUsageReader = () => {
	const counts = new Map<string, number>();
	return {
		read: (usage: JsonValue | undefined): void => {
			if (!isJsonObject(usage)) return;
			const reported: JsonObject = usage;
			for (const key of keys) {
				const count = reported[key];
				if (typeof count === 'number' && Number.isFinite(count) && count >= 0) counts.set(key, count);
			}
		},
		usage: (): Usage | undefined => {
			if (counts.size === 0) return undefined;
			const cached = counts.get('cache_read_input_tokens') ?? 0;
			const cacheWrite = counts.get('cache_creation_input_tokens') ?? 0;
			return {
				// What goes through the cache is not part of the provider's own count of the input.
				inputTokens: (counts.get('input_tokens') ?? 0) + cached + cacheWrite,
				outputTokens: counts.get('output_tokens') ?? 0,
				...(counts.has('cache_read_input_tokens') ? {cachedTokens: cached} : {}),
				...(counts.has('cache_creation_input_tokens') ? {cacheWriteTokens: cacheWrite} : {}),
			};
		},
	};
};
