/** Runs something later, unless what it returns is called before. */
export const schedule = (run: () => void, milliseconds: number): (() => void) => {
	const timer = setTimeout(run, milliseconds);
	return () => clearTimeout(timer);
};

/** The same, but nothing waits for it: a program that has nothing else to do ends before. */
export const scheduleLoosely = (run: () => void, milliseconds: number): (() => void) => {
	const timer = setTimeout(run, milliseconds).unref();
	return () => clearTimeout(timer);
};
