import type {JsonValue} from '../../domain/json.ts';
import {canOpen, childrenOf, createNode, innerRows, setOpen, startsOf, type TreeNode} from './tree-node.ts';

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

	/** Nodes whose members have been opened or closed count their rows anew: from the last to the first, each once. */
	const count = (changed: readonly TreeNode[], top: TreeNode): void => {
		const before = top.rows;
		for (const node of changed.toReversed()) {
			node.rows = node.isOpen ? 1 + innerRows(node) : 1;
			node.starts = undefined;
		}
		for (let above = top.parent; above !== undefined; above = above.parent) {
			above.rows += top.rows - before;
			above.starts = undefined;
		}
	};
	/** Level by level, without recursion: JSON may be nested as deeply as its author likes. */
	const openBelow = (node: TreeNode, most: number): boolean => {
		const changed: TreeNode[] = [];
		let rows = root.rows;
		let level: readonly TreeNode[] = [node];
		let isWhole = true;
		while (level.length > 0 && isWhole) {
			for (const each of level) {
				const added = canOpen(each) && !each.isOpen ? innerRows(each) : 0;
				if (rows + added > most) {
					isWhole = false;
					break;
				}
				rows += added;
				each.isOpen ||= added > 0;
				changed.push(each);
			}
			level = level.flatMap(each => (each.isOpen && each.text === undefined ? childrenOf(each) : []));
		}
		count(changed, node);
		return isWhole;
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
			const waiting: TreeNode[] = [...childrenOf(root)];
			for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
				for (const child of node.isOpen ? (node.children ?? []) : []) {
					waiting.push(child);
				}
				node.isOpen = false;
				node.rows = 1;
			}
			count(root.isOpen ? [root] : [], root);
		},
	};
};
