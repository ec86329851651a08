/** A map that only grows: what `Sequence` is for lists. A key keeps its first value. */
export type GrowingMap<Key, Value> = {
	readonly size: number;
	readonly get: (key: Key) => Value | undefined;
	readonly add: (key: Key, value: Value) => GrowingMap<Key, Value>;
};

type Entry<Value> = {readonly position: number; readonly value: Value};

const view = <Key, Value>(shared: Map<Key, Entry<Value>>, size: number): GrowingMap<Key, Value> => {
	const find = (key: Key): Entry<Value> | undefined => {
		const entry = shared.get(key);
		return entry !== undefined && entry.position < size ? entry : undefined;
	};
	const self: GrowingMap<Key, Value> = {
		size,
		get: key => find(key)?.value,
		add(key, value) {
			if (find(key) !== undefined) {
				return self;
			}
			// Where the shared map already goes on in another way, this one goes on in one of its own.
			const own = size > 0 && shared.size === size ? shared : new Map([...shared].slice(0, size));
			own.set(key, {position: size, value});
			return view(own, own.size);
		},
	};
	return self;
};

export const createGrowingMap = <Key, Value>(): GrowingMap<Key, Value> => view(new Map(), 0);
