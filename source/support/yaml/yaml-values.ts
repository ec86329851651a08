import type {Alias, Document, Pair, Scalar, YAMLMap, YAMLSeq} from 'yaml';

/** Keys and indexes that lead to a value. */
type Place = readonly (string | number)[];

const maxAliases = 100;
const maxDepth = 64;
/** Nobody reads more. */
const maxComplaints = 100;

type Spot = {
	readonly value: number;
	/** Where its key begins. */
	readonly key: number;
};

/** A plain value. */
type YamlScalar = {
	readonly value: unknown;
	/** How it is written: `1.10` is not the same version as `1.1`. */
	readonly source?: string;
};

/** What is wrong with how a value is written. */
type YamlComplaint = {readonly path: Place; readonly message: string; readonly offset: number};

export type YamlValues = {
	/** The values of a node. What cannot be read is left out, with a complaint. */
	readonly read: (node: unknown, path: Place) => unknown;
	/** The members of a map, without reading their values; undefined for anything else. */
	readonly members: (node: unknown, path: Place) => ReadonlyMap<string, unknown> | undefined;
	/** The items of a list, without reading them; undefined for anything else. */
	readonly items: (node: unknown, path: Place) => readonly unknown[] | undefined;
	readonly complaints: readonly YamlComplaint[];
	/** There was too much to read it all. */
	readonly isExhausted: () => boolean;
	/** Where a value is; what is missing is where the object is that lacks it. */
	readonly offsetOf: (path: Place) => number;
	readonly keyOffsetOf: (path: Place) => number;
	/** A plain value that was read. */
	readonly scalarAt: (path: Place) => YamlScalar | undefined;
};

export type YamlGuards = {
	readonly isAlias: (node: unknown) => node is Alias;
	readonly isMap: (node: unknown) => node is YAMLMap<unknown, unknown>;
	readonly isSeq: (node: unknown) => node is YAMLSeq<unknown>;
	readonly isScalar: (node: unknown) => node is Scalar<unknown>;
};

/** Aliases can make a small file say billions of values. */
type YamlBounds = {
	readonly maxValues: number;
	/** What is said beyond them, as in `an agent is smaller`. */
	readonly tooMany: string;
};

const startOf = (node: unknown): number | undefined =>
	typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
		? Number(node.range[0])
		: undefined;

/** Also what becomes of a template such as `{{ name }}`. */
const keyMessage = 'has a key that is no text; put it in quotes';

/** Reads values out of a document, and remembers where they were. */
export const createYamlValues = (
	document: Document,
	guards: YamlGuards,
	{maxValues, tooMany}: YamlBounds,
): YamlValues => {
	const {isAlias, isMap, isSeq, isScalar} = guards;
	const complaints: YamlComplaint[] = [];
	const spots = new Map<string, Spot>();
	const scalars = new Map<string, YamlScalar>();
	let values = 0;
	let aliases = 0;
	let isExhausted = false;

	const spotOf = (path: Place): Spot | undefined => spots.get(JSON.stringify(path));
	const nearestSpot = (path: Place): Spot | undefined => {
		for (let length = path.length; length >= 0; length -= 1) {
			const spot = spotOf(path.slice(0, length));
			if (spot !== undefined) return spot;
		}
		return undefined;
	};

	const complain = (path: Place, message: string, node?: unknown): void => {
		const offset = startOf(node) ?? nearestSpot(path)?.value ?? 0;
		// Members may be looked at before they are read.
		const isKnown = complaints.some(other => other.offset === offset && other.message === message);
		if (!isKnown && complaints.length < maxComplaints) {
			complaints.push({path, message, offset});
		}
	};
	const exhaust = (path: Place, message: string): void => {
		if (!isExhausted) complain(path, message);
		isExhausted = true;
	};

	const count = (more: number, path: Place): void => {
		values += more;
		if (values > maxValues) exhaust(path, `makes more than ${maxValues} values; ${tooMany}`);
	};

	const note = (path: Place, node: unknown, key?: unknown): void => {
		const keyStart = startOf(key);
		const start = startOf(node) ?? keyStart ?? 0;
		const isEmpty = isScalar(node) && node.value === null && (node.source ?? '') === '';
		spots.set(JSON.stringify(path), {
			value: isEmpty ? (keyStart ?? start) : start,
			key: keyStart ?? start,
		});
	};

	/** What an alias stands for. */
	const resolve = (node: unknown, path: Place): unknown => {
		let found = node;
		while (isAlias(found) && !isExhausted) {
			aliases += 1;
			if (aliases > maxAliases) {
				exhaust(path, `has too many aliases: at most ${maxAliases} are read`);
				return undefined;
			}
			const target: unknown = found.resolve(document);
			if (target === undefined) complain(path, `there is no anchor &${found.source} before this`, found);
			found = target;
		}
		return found;
	};

	const keyOf = (pair: Pair<unknown, unknown>, path: Place): string | undefined => {
		const key = resolve(pair.key, path);
		if (isScalar(key) && typeof key.value === 'string') {
			return key.value;
		}
		if (!isExhausted) complain(path, keyMessage, pair.key);
		return undefined;
	};

	const isMerge = ({key}: Pair<unknown, unknown>): boolean =>
		isScalar(key) && key.value === '<<' && key.type === 'PLAIN';

	const mergedMaps = (pair: Pair<unknown, unknown>, path: Place): readonly YAMLMap<unknown, unknown>[] => {
		const value = resolve(pair.value, path);
		const found = (isSeq(value) ? value.items : [value]).map(item => resolve(item, path));
		const maps = found.filter(item => isMap(item));
		if (maps.length < found.length && !isExhausted) {
			complain([...path, '<<'], 'expected an object to merge, or an array of them', pair.key);
		}
		return maps;
	};

	const collect = (
		map: YAMLMap<unknown, unknown>,
		path: Place,
		found: Map<string, unknown>,
		depth: number,
	): void => {
		if (depth > maxDepth) {
			exhaust(path, 'is nested too deeply');
			return;
		}
		const merges: Pair<unknown, unknown>[] = [];
		const own = new Set<string>();
		for (const pair of map.items) {
			count(1, path);
			if (isExhausted) return;
			if (isMerge(pair)) {
				merges.push(pair);
				continue;
			}
			const key = keyOf(pair, path);
			if (key === undefined) continue;
			const place = [...path, key];
			if (own.has(key)) {
				complain(place, 'is there twice; keep one of them', pair.key);
			} else if (!found.has(key)) {
				found.set(key, pair.value);
				note(place, pair.value, pair.key);
			}
			own.add(key);
		}
		for (const pair of merges) {
			for (const other of mergedMaps(pair, path)) collect(other, path, found, depth + 1);
		}
	};

	const members: YamlValues['members'] = (node, path) => {
		const map = resolve(node, path);
		if (!isMap(map)) {
			return undefined;
		}
		const found = new Map<string, unknown>();
		collect(map, path, found, path.length);
		return found;
	};

	const items: YamlValues['items'] = (node, path) => {
		const list = resolve(node, path);
		if (!isSeq(list)) {
			return undefined;
		}
		count(list.items.length, path);
		if (isExhausted) return [];
		for (const [index, item] of list.items.entries()) note([...path, index], item);
		return list.items;
	};

	const read: YamlValues['read'] = (node, path) => {
		count(1, path);
		if (path.length > maxDepth) exhaust(path, 'is nested too deeply');
		if (isExhausted) {
			return undefined;
		}
		const value = resolve(node, path);
		const object = members(value, path);
		if (object !== undefined) {
			return Object.fromEntries([...object].map(([key, item]) => [key, read(item, [...path, key])]));
		}
		const list = items(value, path);
		if (list !== undefined) {
			return list.map((item, index) => read(item, [...path, index]));
		}
		const scalar = isScalar(value) ? value : {value: null};
		const source = 'source' in scalar ? scalar.source : undefined;
		scalars.set(JSON.stringify(path), {
			value: scalar.value,
			...(typeof source === 'string' ? {source} : {}),
		});
		return scalar.value;
	};

	note([], document.contents);
	return {
		read,
		members,
		items,
		complaints,
		isExhausted: () => isExhausted,
		offsetOf: path => nearestSpot(path)?.value ?? 0,
		keyOffsetOf: path => nearestSpot(path)?.key ?? 0,
		scalarAt: path => scalars.get(JSON.stringify(path)),
	};
};
