/**
 * A list that only grows. Everyone who adds to it shares one array, and each sees no more than its own
 * first part of it: adding costs the same at any length, and an earlier list still reads as it was.
 */
export type Sequence<Value> = Iterable<Value> & {
	readonly length: number;
	/** Like the methods of an array, negative positions included. */
	readonly at: (index: number) => Value | undefined;
	readonly slice: (from: number) => readonly Value[];
	readonly append: (...values: readonly Value[]) => Sequence<Value>;
};

const view = <Value>(shared: Value[], length: number): Sequence<Value> => {
	const resolve = (index: number): number => (index < 0 ? Math.max(0, length + index) : index);
	return {
		length,
		at: index => (index >= -length && index < length ? shared[resolve(index)] : undefined),
		slice: from => shared.slice(resolve(from), length),
		append(...values) {
			// Where the shared array already goes on in another way, this list goes on in one of its own.
			const own = length > 0 && shared.length === length ? shared : shared.slice(0, length);
			for (const value of values) {
				own.push(value);
			}
			return view(own, own.length);
		},
		*[Symbol.iterator]() {
			for (let index = 0; index < length; index++) {
				yield shared[index] as Value;
			}
		},
	};
};

/** Takes the array over: whoever gives it must not change it any more. */
export const createSequence = <Value>(values: Value[] = []): Sequence<Value> => view(values, values.length);
