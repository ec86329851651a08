/** The same without keys whose value is undefined: for us a value that is not there has no key. */
export const definedOnly = <T extends object>(value: T): {[K in keyof T]?: Exclude<T[K], undefined>} =>
	Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
