/** Milliseconds of work in one turn of the event loop, after which others get theirs. */
const budget = 10;

/** Answers whether this turn of the event loop has been used up. */
export const createTurnBudget = (): (() => boolean) => {
	let turnEnds: number | undefined;
	return () => {
		if (turnEnds === undefined) {
			turnEnds = performance.now() + budget;
			setImmediate(() => {
				turnEnds = undefined;
			});
		}
		return performance.now() >= turnEnds;
	};
};
