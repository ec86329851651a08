import type {Secret} from './secret.ts';

/** How much a model thinks before it answers. */
export const thinkingEfforts = ['off', 'low', 'medium', 'high'] as const;
export type ThinkingEffort = (typeof thinkingEfforts)[number];

/** What the user's configuration says about one provider of models. Everything is optional. */
export type ProviderSettings = {
	readonly baseUrl?: string;
	readonly apiKey?: Secret;
	/** The key is in the keychain under this name, and is fetched when it is first needed. */
	readonly keychainEntry?: string;
	/** What `provider` alone stands for. */
	readonly model?: string;
	readonly api?: 'anthropic' | 'responses' | 'chat';
	readonly headers?: Readonly<Record<string, string>>;
	readonly temperature?: number;
	readonly maxTokens?: number;
	readonly thinking?: ThinkingEffort;
	readonly maxTools?: number;
	/** Milliseconds without a byte after which an answer counts as stalled. */
	readonly idleLimit?: number;
	readonly allowInsecure?: boolean;
	readonly contextTokens?: number;
	/** US dollars for a million tokens, by model. */
	readonly prices?: Readonly<Record<string, ModelPrice>>;
};

type ModelPrice = {
	readonly input: number;
	readonly output: number;
	readonly cached?: number;
	readonly cacheWrite?: number;
};

/** An entry that cannot be used as it is written. */
export type RefusedProvider = {
	readonly name: string;
	/** One line each: `file:line:col  place: what is wrong`. */
	readonly problems: readonly string[];
};
