/** A defect of someone who only listens: it must be seen, but not by the one who was speaking. */
export const throwLater = (error: unknown): void => {
	queueMicrotask(() => {
		throw error;
	});
};
