/** No data of ours is nested so deep, and what is might end the program. */
const deepest = 200;

const isPlainObject = (value: object): boolean => {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
};

/**
 * Plain data with every text in it changed, names of members too; the same object where nothing changes. What is nested
 * too deeply becomes `tooDeep`.
 */
export const mapTexts = <Value>(
	value: Value,
	change: (text: string) => string,
	tooDeep = '[nested too deeply]',
): Value => {
	const mapEntries = (object: object, depth: number): object => {
		let isChanged = false;
		const entries = Object.entries(object).map(([key, inner]): readonly [string, unknown] => {
			const entry = [change(key), map(inner, depth)] as const;
			isChanged ||= entry[0] !== key || entry[1] !== inner;
			return entry;
		});
		return isChanged ? Object.fromEntries(entries) : object;
	};
	const map = (inner: unknown, depth: number): unknown => {
		if (typeof inner === 'string') {
			return change(inner);
		}
		if (typeof inner !== 'object' || inner === null) {
			return inner;
		}
		if (depth > deepest) {
			return tooDeep;
		}
		if (Array.isArray(inner)) {
			const items: readonly unknown[] = inner.map(item => map(item, depth + 1));
			return items.some((item, index) => item !== inner[index]) ? items : inner;
		}
		return isPlainObject(inner) ? mapEntries(inner, depth + 1) : inner;
	};
	// Texts are replaced by texts, and nothing else is: what comes out has the type of what went in.
	return map(value, 0) as Value;
};
