/**
 * A regular expression that is made when it is first needed: to make one of the tables of Unicode takes up to a
 * millisecond, and what a start evaluates comes before its first frame.
 */
export const latePattern = (source: string, flags: string): (() => RegExp) => {
	let made: RegExp | undefined;
	return () => {
		made ??= new RegExp(source, flags);
		return made;
	};
};
