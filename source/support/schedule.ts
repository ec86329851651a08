/** Runs something later, unless what it returns is called before. */
export const schedule = (run: () => void, milliseconds: number): (() => void) => {
	const timer = setTimeout(run, milliseconds);
	return () => clearTimeout(timer);
};
