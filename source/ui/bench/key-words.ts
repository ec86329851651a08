import {benchBindings, detailBindings, listBindings} from '../input/bench/shell.ts';
import {readingBindings, treeBindings} from '../input/viewer-bindings.ts';
import {hintLine, type KeyTable} from '../pager/viewer-lines.ts';
import type {OpenSection} from './open-section.ts';

/** Those that mean something else in the workbench, or nothing. */
const foreign: ReadonlySet<string> = new Set(['close', 'back', 'keys', 'next-tab', 'previous-tab', 'tab-1']);

const reading = readingBindings.filter(({intent}) => !foreign.has(intent));

/** The keys worth naming where one is, as many as fit: what can be done first. */
export const hintText = (
	section: OpenSection | undefined,
	focus: 'list' | 'detail',
	width: number,
): string => {
	const own = section?.bindings ?? [];
	const isTabbed = (section?.pane.tabCount() ?? 0) > 1;
	const frame = benchBindings.filter(({intent}) => isTabbed || intent !== 'next-tab');
	const tables = focus === 'list' ? [frame, own, listBindings] : [frame, detailBindings, reading, own];
	return hintLine(tables, width);
};

/** Every key that works there, by where it does. */
export const helpTables = (section: OpenSection | undefined): readonly KeyTable[] => [
	...(section === undefined ? [] : [{title: section.title, bindings: section.bindings}]),
	{title: 'In the list', bindings: listBindings},
	{title: 'Everywhere in the workbench', bindings: benchBindings},
	{title: 'On the right side', bindings: [...detailBindings, ...reading]},
	{title: 'In a tree', bindings: treeBindings},
];
