import type {JsonValue} from '../../domain/json.ts';
import type {TreePath} from './json-tree.ts';
import {keysOf, memberOf} from './tree-node.ts';

/** What there is at a path. */
type Found = {readonly key: string | number | undefined; readonly value: JsonValue};

/**
 * Goes through all values of JSON in the order in which they are written, open or closed, without making rows of
 * them. Steps from the last path asked for cost the same at any depth.
 */
export const createTreeWalk = (root: JsonValue) => {
	const keys = new WeakMap<object, readonly (string | number)[]>();
	const keysIn = (value: JsonValue): readonly (string | number)[] => {
		if (typeof value !== 'object' || value === null) {
			return [];
		}
		const known = keys.get(value) ?? keysOf(value);
		keys.set(value, known);
		return known;
	};
	/** The values from the root to the last path that was asked for. */
	let trail: {readonly path: TreePath; readonly found: readonly Found[]} = {
		path: [],
		found: [{key: undefined, value: root}],
	};
	const descend = (path: TreePath): readonly Found[] => {
		if (trail.path === path) {
			return trail.found;
		}
		const found: Found[] = [{key: undefined, value: root}];
		for (const index of path) {
			const {value = null} = found.at(-1) ?? {};
			const key = keysIn(value)[index] ?? 0;
			found.push({key, value: memberOf(value, key)});
		}
		trail = {path, found};
		return found;
	};
	return {
		at: (path: TreePath): Found => descend(path).at(-1) ?? {key: undefined, value: root},
		next(path: TreePath): TreePath | undefined {
			const found = descend(path);
			const value = found.at(-1)?.value ?? null;
			if (keysIn(value).length > 0) {
				const next = [...path, 0];
				const [key = 0] = keysIn(value);
				trail = {path: next, found: [...found, {key, value: memberOf(value, key)}]};
				return next;
			}
			for (let depth = path.length - 1; depth >= 0; depth--) {
				const index = (path[depth] ?? 0) + 1;
				const parent = found[depth]?.value ?? null;
				const key = keysIn(parent)[index];
				if (key !== undefined) {
					const next = [...path.slice(0, depth), index];
					trail = {path: next, found: [...found.slice(0, depth + 1), {key, value: memberOf(parent, key)}]};
					return next;
				}
			}
			return undefined;
		},
	};
};

/** In the order in which values are written. */
export const comparePaths = (one: TreePath, other: TreePath): number => {
	for (let depth = 0; depth < Math.min(one.length, other.length); depth++) {
		const difference = (one[depth] ?? 0) - (other[depth] ?? 0);
		if (difference !== 0) {
			return difference;
		}
	}
	return one.length - other.length;
};
