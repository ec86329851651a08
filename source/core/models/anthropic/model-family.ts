/** How a model is asked to think: by effort alone, or with a number of tokens for it. */
export type ThinkingForm = 'adaptive' | 'budget';

/** `claude-sonnet-4-6` is 4.6, `claude-3-7-sonnet-20250219` is 3.7; a date is no version. */
const versionOf = (model: string): number | undefined => {
	const match = /claude-(?:[a-z]+-)*(\d{1,2})(?:[-.](\d{1,2}))?(?![\d.])/i.exec(model);
	return match === null ? undefined : Number(match[1]) + Number(match[2] ?? 0) / 100;
};

/** The first guess; a provider that does not agree says so, and is asked in the other form. */
export const thinkingFormOf = (model: string): ThinkingForm => {
	const version = versionOf(model);
	// Without a number: the models that came after numbers had settled, such as previews.
	if (version === undefined) return /claude-/i.test(model) ? 'adaptive' : 'budget';
	return version >= 4.06 ? 'adaptive' : 'budget';
};

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
