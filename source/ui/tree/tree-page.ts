import type {JsonValue} from '../../domain/json.ts';
import type {ViewerIntent} from '../input/viewer-bindings.ts';
import type {Copied, Page, PageDeps} from '../pager/page.ts';
import {createScroller} from '../pager/scroller.ts';
import {createSearch} from '../pager/search.ts';
import {writeJson} from '../text/write-json.ts';
import {createJsonTree, type TreePath} from './json-tree.ts';
import {pathText, searchedText, treeLine} from './tree-lines.ts';
import {canOpen, setOpen, type TreeNode} from './tree-node.ts';
import {comparePaths, createTreeWalk} from './tree-walk.ts';

/** JSON to go about in. */
export const createTreePage = (value: JsonValue, {schedule, onChange}: PageDeps): Page => {
	const tree = createJsonTree(value);
	const walk = createTreeWalk(value);
	const scroller = createScroller({count: tree.count, at: index => treeLine(tree.rowAt(index))});
	let cursor = 0;

	const current = (): TreeNode => tree.rowAt(cursor).node;
	const moveTo = (row: number): true => {
		cursor = Math.max(0, Math.min(tree.count() - 1, row));
		scroller.show(cursor);
		return true;
	};
	/** Rows are others now, the node is the same. */
	const stayAt = (node: TreeNode): true => {
		scroller.forget();
		return moveTo(tree.indexOf(node));
	};
	const turn = (node: TreeNode, isOpen: boolean): true => {
		setOpen(node, isOpen);
		return stayAt(node);
	};
	const search = createSearch<TreePath>(
		{
			first: () => [],
			next: walk.next,
			text(path) {
				const found = walk.at(path);
				return searchedText(found.key, found.value);
			},
			compare: comparePaths,
			here: () => tree.pathOf(current()),
			show: path => stayAt(tree.reach(path)),
		},
		schedule,
		onChange,
	);
	const act = (intent: ViewerIntent): boolean => {
		const node = current();
		const page = Math.max(1, scroller.height() - 1);
		switch (intent) {
			case 'up':
				return moveTo(cursor - 1);
			case 'down':
				return moveTo(cursor + 1);
			case 'page-up':
				return moveTo(cursor - page);
			case 'page-down':
				return moveTo(cursor + page);
			case 'half-up':
				return moveTo(cursor - Math.ceil(page / 2));
			case 'half-down':
				return moveTo(cursor + Math.ceil(page / 2));
			case 'top':
				return moveTo(0);
			case 'bottom':
				return moveTo(tree.count() - 1);
			case 'right':
				return canOpen(node) && !node.isOpen ? turn(node, true) : moveTo(cursor + 1);
			case 'left':
				// In a text that is shown whole the cursor goes to its head first.
				if (node.isOpen) {
					return turn(node, false);
				}
				return node.parent === undefined ? true : moveTo(tree.indexOf(node.parent));
			case 'toggle':
				return turn(node, !node.isOpen);
			case 'open-all':
				tree.openAll(node);
				return stayAt(node);
			case 'close-all':
				tree.closeAll();
				scroller.forget();
				return moveTo(0);
			case 'wrap':
				return scroller.act(intent);
			default:
				return false;
		}
	};
	const copied = (intent: 'copy' | 'copy-path'): Copied => {
		const node = current();
		if (intent === 'copy-path') {
			return {what: 'the path', text: pathText(node)};
		}
		return typeof node.value === 'string'
			? {what: 'the text under the cursor', text: node.value}
			: {
					what: node.parent === undefined ? 'all of it' : 'what the cursor is on',
					text: writeJson(node.value),
				};
	};
	return {
		kind: 'tree',
		draw: (area, styles) => scroller.draw(area, styles, {pattern: search.state().pattern, cursor}),
		act,
		search,
		copied,
		changed: scroller.forget,
	};
};
