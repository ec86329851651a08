/**
 * How a model is asked to think: by effort alone, or with a number of tokens for it; and how it is asked not to:
 * `between_tools` leaves it only what it writes between calls.
 */
export type ThinkingForm = 'adaptive' | 'budget' | 'disabled' | 'between_tools';

/** What the user wants; without a word the model decides. */
export type ThinkingWish = 'off' | 'low' | 'medium' | 'high' | undefined;

/** `claude-sonnet-4-6` is 4.6, `claude-3-7-sonnet-20250219` is 3.7; a date is no version. */
const versionOf = (model: string): number | undefined => {
	const match = /claude-(?:[a-z]+-)*(\d{1,2})(?:[-.](\d{1,2}))?(?![\d.])/i.exec(model);
	return match === null ? undefined : Number(match[1]) + Number(match[2] ?? 0) / 100;
};

const isAdaptive = (model: string): boolean => {
	const version = versionOf(model);
	// Without a number: the models that came after numbers had settled, such as previews.
	return version === undefined ? /claude-/i.test(model) : version >= 4.06;
};

/** The forms to try, the first guess first; a provider that takes none of them gets none. */
export const thinkingFormsOf = (model: string, wish: ThinkingWish): readonly ThinkingForm[] => {
	const adaptive = isAdaptive(model);
	// Older models think only when they are asked to.
	if (wish === undefined) return adaptive ? ['adaptive'] : [];
	if (wish !== 'off') return adaptive ? ['adaptive', 'budget'] : ['budget', 'adaptive'];
	if (!adaptive) return [];
	return (versionOf(model) ?? 0) >= 5.05 ? ['between_tools'] : ['disabled'];
};

/** Whether the signatures of a model's thinking hold only for the conversation they were made in. */
export const bindsThinking = (model: string): boolean => (versionOf(model) ?? 0) >= 5;

/** Enough for a long answer and its thinking, and not so much that a runaway answer costs a fortune. */
const mostByDefault = 32_000;

/** How many tokens an answer may have where nobody said so. */
export const defaultOutputTokens = (model: string, known: number | undefined): number => {
	if (known !== undefined) return Math.min(known, mostByDefault);
	const version = versionOf(model);
	if (version === undefined) return /claude-/i.test(model) ? 16_000 : 8192;
	if (version < 3.05) return 4096;
	return version < 3.07 ? 8192 : 16_000;
};
