import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import {createTextSource, type TextSource} from '../pager/text-source.ts';

/** A value of JSON with what is open below it. Children are made when it is opened first. */
export type TreeNode = {
	readonly key: string | number | undefined;
	readonly value: JsonValue;
	readonly parent: TreeNode | undefined;
	readonly depth: number;
	/** Its place among its siblings. */
	readonly index: number;
	isOpen: boolean;
	/** The rows of it and of all that is open below it. */
	rows: number;
	children: readonly TreeNode[] | undefined;
	/** Row of each child, counted from this node. Made anew when something below has changed. */
	starts: readonly number[] | undefined;
	/** The lines of a text that is shown whole. */
	text: TextSource | undefined;
};

/** A text up to this length is shown where it stands. */
const inlineText = 300;

export const isLongText = (value: JsonValue): value is string =>
	typeof value === 'string' && (value.length > inlineText || value.includes('\n'));

export const keysOf = (value: JsonValue): readonly (string | number)[] => {
	if (Array.isArray(value)) {
		return Array.from({length: value.length}, (_, index) => index);
	}
	return isJsonObject(value) ? Object.keys(value) : [];
};

/** How many members it has. */
export const sizeOf = (value: JsonValue): number => {
	if (Array.isArray(value)) {
		return value.length;
	}
	return isJsonObject(value) ? Object.keys(value).length : 0;
};

export const memberOf = (value: JsonValue, key: string | number): JsonValue => {
	if (Array.isArray(value)) {
		const items: readonly JsonValue[] = value;
		return items[Number(key)] ?? null;
	}
	return isJsonObject(value) ? (value[key] ?? null) : null;
};

export const canOpen = ({value}: Pick<TreeNode, 'value'>): boolean => isLongText(value) || sizeOf(value) > 0;

export const createNode = (
	value: JsonValue,
	place: {
		readonly key: string | number | undefined;
		readonly parent: TreeNode | undefined;
		readonly index: number;
	},
): TreeNode => ({
	key: place.key,
	parent: place.parent,
	index: place.index,
	value,
	depth: place.parent === undefined ? 0 : place.parent.depth + 1,
	isOpen: false,
	rows: 1,
	children: undefined,
	starts: undefined,
	text: undefined,
});

export const childrenOf = (node: TreeNode): readonly TreeNode[] => {
	node.children ??= keysOf(node.value).map((key, index) =>
		createNode(memberOf(node.value, key), {key, parent: node, index}),
	);
	return node.children;
};

/** The rows below a node, if it were open. */
export const innerRows = (node: TreeNode): number => {
	if (isLongText(node.value)) {
		node.text ??= createTextSource(node.value);
		return node.text.count();
	}
	return childrenOf(node).reduce((sum, child) => sum + child.rows, 0);
};

/** Opens or closes it, and tells everything above. */
export const setOpen = (node: TreeNode, isOpen: boolean): void => {
	if (node.isOpen === isOpen || !canOpen(node)) {
		return;
	}
	node.isOpen = isOpen;
	const rows = isOpen ? 1 + innerRows(node) : 1;
	const change = rows - node.rows;
	for (let each: TreeNode | undefined = node; each !== undefined; each = each.parent) {
		each.rows += change;
		each.starts = undefined;
		// What is closed has one row, whatever happens in it.
		if (each.parent?.isOpen === false) {
			each.parent.starts = undefined;
			break;
		}
	}
};

/** Row of each child, counted from the node's own. */
export const startsOf = (node: TreeNode): readonly number[] => {
	if (node.starts === undefined) {
		let row = 1;
		node.starts = childrenOf(node).map(child => {
			const first = row;
			row += child.rows;
			return first;
		});
	}
	return node.starts;
};
