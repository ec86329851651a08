/** What a server was found to want otherwise than its protocol says. */
export type Quirks = {
	/** Optional members that it does not know, by their path: `temperature`, `reasoning.summary`. */
	readonly refused: ReadonlySet<string>;
	/** Optional members whose value in this very request it would not take; the next may be better. */
	readonly refusedForNow: ReadonlySet<string>;
	/** How it calls the most tokens of an answer; only Chat Completions has two names for it. */
	readonly limitName: 'max_tokens' | 'max_completion_tokens';
	/** What it takes for no thinking at all. */
	readonly leastEffort: LeastEffort;
	readonly seesImages: boolean;
	/** Of a request; the newest count. */
	readonly mostImages: number;
	/** It would not take an image of this very request; the next may be better. */
	readonly isBlindForNow: boolean;
	/** Single images, and answers whose reasoning it would not take; those of earlier requests are known otherwise. */
	readonly leftOut: ReadonlySet<object>;
	readonly takesTools: boolean;
	/** Whether there is a place for instructions other than the first words of the user. */
	readonly takesInstructions: boolean;
	/** Whether the model's own reasoning goes back to it: as it came, not at all, or with every message. */
	readonly reasoning: 'as-it-came' | 'never' | 'always';
	/** Of the ids of calls. Below 20 it is the exact length, of letters and digits: Mistral takes nine. */
	readonly longestId: number;
	/** It wants an answer between the results of tools and the next words of the user. */
	readonly wantsAnswerAfterTools: boolean;
};

export type LeastEffort = 'none' | 'minimal' | 'low';

export const noQuirks: Quirks = {
	refused: new Set(),
	refusedForNow: new Set(),
	limitName: 'max_tokens',
	leastEffort: 'none',
	seesImages: true,
	mostImages: Number.POSITIVE_INFINITY,
	isBlindForNow: false,
	leftOut: new Set(),
	takesTools: true,
	takesInstructions: true,
	reasoning: 'as-it-came',
	longestId: 256,
	wantsAnswerAfterTools: false,
};

/** What holds for the requests that follow, too. */
export const lastingQuirks = (quirks: Quirks): Quirks => ({
	...quirks,
	refusedForNow: noQuirks.refusedForNow,
	isBlindForNow: false,
	leftOut: noQuirks.leftOut,
});

export const isRefusedMember = ({refused, refusedForNow}: Quirks, path: string): boolean =>
	refused.has(path) || refusedForNow.has(path);

/** A piece of content whose image went along, and the place of its message in the conversation. */
export type SentImage = {readonly piece: object; readonly message: number};

/** What a request had in it that a server might refuse. */
export type Sent = {
	/** The optional members, by their path. */
	readonly optional: readonly string[];
	/** How much the model is to think. */
	readonly effort?: string;
	/** In the order of the conversation. */
	readonly images: readonly SentImage[];
	readonly hasTools: boolean;
	readonly hasInstructions: boolean;
	/** Whether reasoning of earlier answers went along. */
	readonly hasReasoning: boolean;
	/** The answers whose own reasoning went along. */
	readonly answers: readonly object[];
};
