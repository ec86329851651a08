const first = 500;
const longest = 30_000;

/** Milliseconds before attempt 1, 2, 3...: each waits twice as long, and not everyone at the same moment. */
export const backoff = (attempt: number, random: () => number = Math.random): number => {
	const full = Math.min(longest, first * 2 ** Math.max(0, attempt - 1));
	return Math.round(full * (0.75 + random() / 4));
};
