import type {JsonValue} from '../../domain/json.ts';
import {canOpen, childrenOf, createNode, setOpen, startsOf, type TreeNode} from './tree-node.ts';

/** A row of a tree: a value, or a line of a text that is shown whole. */
export type TreeRow = {readonly node: TreeNode; readonly textLine?: number};

/** Where a value is: the place among its siblings on every level. */
export type TreePath = readonly number[];

export type JsonTree = {
	readonly root: TreeNode;
	readonly count: () => number;
	readonly rowAt: (index: number) => TreeRow;
	readonly indexOf: (node: TreeNode) => number;
	/** Opens everything above it. */
	readonly reach: (path: TreePath) => TreeNode;
	readonly pathOf: (node: TreeNode) => TreePath;
	/** Opens all that is below, as long as that stays bearable. Says whether that was everything. */
	readonly openAll: (node: TreeNode) => boolean;
	readonly closeAll: () => void;
};

/** At first so many rows are open. */
const firstRows = 60;
const mostRows = 100_000;

/** The last child that begins at the row or before it. */
const childAt = (starts: readonly number[], row: number): number => {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((starts[middle] ?? 0) <= row) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
};

/** JSON as rows that open and close. Nothing is made of what is closed. */
export const createJsonTree = (value: JsonValue): JsonTree => {
	const root = createNode(value, {key: undefined, parent: undefined, index: 0});

	/** Level by level, without recursion: JSON may be nested as deeply as its author likes. */
	const openBelow = (node: TreeNode, most: number): boolean => {
		let level: readonly TreeNode[] = [node];
		while (level.length > 0) {
			for (const each of level) {
				if (canOpen(each) && !each.isOpen) {
					if (root.rows >= most) {
						return false;
					}
					setOpen(each, true);
					if (root.rows > most && each !== node) {
						setOpen(each, false);
						return false;
					}
				}
			}
			level = level.flatMap(each => (each.isOpen && each.text === undefined ? childrenOf(each) : []));
		}
		return true;
	};
	setOpen(root, true);
	openBelow(root, firstRows);

	return {
		root,
		count: () => root.rows,
		rowAt(index) {
			let node = root;
			let row = index;
			while (row > 0) {
				if (node.text !== undefined) {
					return {node, textLine: row - 1};
				}
				const starts = startsOf(node);
				const place = childAt(starts, row);
				const child = childrenOf(node)[place];
				if (child === undefined) {
					break;
				}
				node = child;
				row -= starts[place] ?? 0;
			}
			return {node};
		},
		indexOf(node) {
			let row = 0;
			for (let each = node; each.parent !== undefined; each = each.parent) {
				row += startsOf(each.parent)[each.index] ?? 0;
			}
			return row;
		},
		reach(path) {
			let node = root;
			for (const index of path) {
				setOpen(node, true);
				node = childrenOf(node)[index] ?? node;
			}
			return node;
		},
		pathOf(node) {
			const path: number[] = [];
			for (let each = node; each.parent !== undefined; each = each.parent) {
				path.unshift(each.index);
			}
			return path;
		},
		openAll: node => openBelow(node, root.rows + mostRows),
		closeAll() {
			// From the leaves up would be the same; what is below is as it was when it is opened again.
			for (const child of childrenOf(root)) {
				closeBelow(child);
			}
		},
	};
};

const closeBelow = (node: TreeNode): void => {
	const open: TreeNode[] = [];
	const waiting: TreeNode[] = [node];
	for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
		if (each.isOpen) {
			open.push(each);
			waiting.push(...(each.text === undefined ? (each.children ?? []) : []));
		}
	}
	for (const each of open.reverse()) {
		setOpen(each, false);
	}
};
