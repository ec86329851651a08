import {benchBindings, detailBindings, listBindings} from '../input/bench/shell.ts';
import {readingBindings, treeBindings, type ViewerBinding} from '../input/viewer-bindings.ts';
import {hintLine, type KeyTable} from '../pager/viewer-lines.ts';
import type {OpenSection} from './open-section.ts';

/** Those that mean something else in the workbench, or nothing. */
const foreign: ReadonlySet<string> = new Set(['close', 'back', 'keys', 'next-tab', 'previous-tab', 'tab-1']);

const reading = readingBindings.filter(({intent}) => !foreign.has(intent));

/** Without a search, the keys that go through what it found do what they do in the list. */
const searching: ReadonlySet<string> = new Set(['next-match', 'previous-match']);

const takenBy =
	(bindings: readonly ViewerBinding[]) =>
	(key: string): boolean =>
		bindings.some(({keys, intent}) => keys.includes(key) && !searching.has(intent));

/** The keys worth naming where one is, as many as fit: what can be done first. */
export const hintText = (
	section: OpenSection | undefined,
	focus: 'list' | 'detail',
	width: number,
): string => {
	const own = section?.bindings ?? [];
	const isTabbed = (section?.pane.tabCount() ?? 0) > 1;
	const frame = benchBindings.filter(({intent}) => isTabbed || intent !== 'next-tab');
	const isTaken = takenBy(section?.pane.page()?.kind === 'tree' ? [...treeBindings, ...reading] : reading);
	const tables =
		focus === 'list'
			? [frame, own, listBindings]
			: [frame, detailBindings, reading, own.filter(({keys: [key = '']}) => !isTaken(key))];
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
