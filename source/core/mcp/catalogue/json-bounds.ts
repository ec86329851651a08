/**
 * How much JSON there is, roughly in characters; undefined when it is nested deeper than `maxDepth`. Stops counting
 * soon after `maxSize`.
 */
export const measureJson = (
	value: unknown,
	maxDepth: number,
	maxSize = Number.POSITIVE_INFINITY,
): number | undefined => {
	let size = 0;
	// A stack of our own: the data comes from a server and may be nested deeper than the language can recurse.
	const open: {readonly value: unknown; readonly depth: number}[] = [{value, depth: 0}];
	for (let item = open.pop(); item !== undefined; item = open.pop()) {
		if (typeof item.value === 'string') {
			size += item.value.length + 2;
			continue;
		}
		size += 4;
		if (size > maxSize) return size;
		if (typeof item.value !== 'object' || item.value === null) continue;
		if (item.depth >= maxDepth) return undefined;
		for (const [key, child] of Object.entries(item.value)) {
			if (!Array.isArray(item.value)) size += key.length + 3;
			open.push({value: child, depth: item.depth + 1});
		}
	}
	return size;
};
