/** What a server was found to want otherwise than its protocol says. */
export type Quirks = {
	/** Optional members that it refuses, by their path: `temperature`, `reasoning.summary`. */
	readonly refused: ReadonlySet<string>;
	/** How it calls the most tokens of an answer; only Chat Completions has two names for it. */
	readonly limitName: 'max_tokens' | 'max_completion_tokens';
	readonly seesImages: boolean;
	readonly takesTools: boolean;
	/** It would not take an image of this very request; the next may be better. */
	readonly isBlindForNow: boolean;
	/** Whether the model's own reasoning goes back to it: as it came, not at all, or with every message. */
	readonly reasoning: 'as-it-came' | 'never' | 'always';
	/** Of the ids of calls. Below 20 it is the exact length, of letters and digits: Mistral takes nine. */
	readonly longestId: number;
	/** It wants an answer between the results of tools and the next words of the user. */
	readonly wantsAnswerAfterTools: boolean;
};

export const noQuirks: Quirks = {
	refused: new Set(),
	limitName: 'max_tokens',
	seesImages: true,
	takesTools: true,
	isBlindForNow: false,
	reasoning: 'as-it-came',
	longestId: 256,
	wantsAnswerAfterTools: false,
};

/** What a request had in it that a server might refuse. */
export type Sent = {
	/** The optional members, by their path. */
	readonly optional: readonly string[];
	readonly hasImages: boolean;
	readonly hasTools: boolean;
	/** Whether reasoning of earlier answers went along. */
	readonly hasReasoning: boolean;
};
