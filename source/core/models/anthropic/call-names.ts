const longestName = 128;

const tame = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, '_');

/** A tool's name as the API takes it; a model may have invented one that it does not. */
export const tameName = (name: string): string => tame(name).slice(0, longestName) || 'unknown';

/** Ids of calls as the API takes them: other providers put all kinds of characters into theirs. */
export const createTameIds = (): ((id: string) => string) => {
	const tamed = new Map<string, string>();
	const taken = new Set<string>();
	return id => {
		const known = tamed.get(id);
		if (known !== undefined) return known;
		const base = tame(id) || 'call';
		let candidate = base;
		for (let count = 2; taken.has(candidate); count += 1) candidate = `${base}_${count}`;
		tamed.set(id, candidate);
		taken.add(candidate);
		return candidate;
	};
};
