/** What keys ask for where something is read in a window of its own. */
export type ViewerIntent =
	| 'up'
	| 'down'
	| 'page-up'
	| 'page-down'
	| 'half-up'
	| 'half-down'
	| 'top'
	| 'bottom'
	| 'left'
	| 'right'
	| 'toggle'
	| 'open-all'
	| 'close-all'
	| 'wrap'
	| 'search'
	| 'next-match'
	| 'previous-match'
	| 'next-tab'
	| 'previous-tab'
	| 'tab-1'
	| 'tab-2'
	| 'tab-3'
	| 'tab-4'
	| 'tab-5'
	| 'tab-6'
	| 'other-form'
	| 'copy'
	| 'copy-path'
	| 'edit-outside'
	| 'previous'
	| 'next'
	| 'list'
	| 'insert'
	| 'explore'
	| 'servers'
	| 'tools'
	| 'traffic'
	| 'sessions'
	| 'again'
	| 'keys'
	| 'back'
	| 'close'
	| 'yes';

export type ViewerBinding = {
	readonly keys: readonly string[];
	readonly intent: ViewerIntent;
	/** Shown in the list of keys and the README. */
	readonly help?: string;
	/** A word for the last line of the window. */
	readonly hint?: string;
};

/** Wherever there are tabs. */
export const tabBindings: readonly ViewerBinding[] = [
	{keys: ['tab'], intent: 'next-tab', help: 'next tab', hint: 'next tab'},
	{keys: ['shift+tab'], intent: 'previous-tab', help: 'tab before'},
	{keys: ['1'], intent: 'tab-1', help: 'first tab, and so on to 6'},
	{keys: ['2'], intent: 'tab-2'},
	{keys: ['3'], intent: 'tab-3'},
	{keys: ['4'], intent: 'tab-4'},
	{keys: ['5'], intent: 'tab-5'},
	{keys: ['6'], intent: 'tab-6'},
];

/** Wherever something is read in a window of its own. */
export const readingBindings: readonly ViewerBinding[] = [
	{keys: ['q', 'ctrl+c'], intent: 'close', help: 'close', hint: 'close'},
	{keys: ['esc'], intent: 'back', help: 'end the search, else close'},
	{keys: ['?'], intent: 'keys', help: 'these keys', hint: 'keys'},
	{keys: ['up', 'k'], intent: 'up', help: 'line up'},
	{keys: ['down', 'j'], intent: 'down', help: 'line down'},
	{keys: ['page-up', 'b'], intent: 'page-up', help: 'page up'},
	{keys: ['page-down', ' '], intent: 'page-down', help: 'page down'},
	{keys: ['ctrl+u'], intent: 'half-up', help: 'half a page up'},
	{keys: ['ctrl+d'], intent: 'half-down', help: 'half a page down'},
	{keys: ['home', 'g'], intent: 'top', help: 'to the beginning'},
	{keys: ['end', 'G'], intent: 'bottom', help: 'to the end'},
	{keys: ['/'], intent: 'search', help: 'search; capitals count where you type one', hint: 'search'},
	{keys: ['n'], intent: 'next-match', help: 'next place found'},
	{keys: ['N'], intent: 'previous-match', help: 'place found before'},
	{keys: ['w'], intent: 'wrap', help: 'wrap long lines, or not: then left and right move sideways'},
	{keys: ['y'], intent: 'copy', help: 'copy what is shown; in a tree, what the cursor is on', hint: 'copy'},
	{keys: ['ctrl+g'], intent: 'edit-outside', help: 'open what is shown in $EDITOR'},
	{keys: ['t'], intent: 'other-form', help: 'JSON as a tree, or as text'},
	...tabBindings,
];

/** Where JSON is shown as a tree. */
export const treeBindings: readonly ViewerBinding[] = [
	{keys: ['right'], intent: 'right', help: 'open, or go in'},
	{keys: ['left'], intent: 'left', help: 'close, or go out'},
	{keys: ['enter'], intent: 'toggle', help: 'open or close'},
	{keys: ['e'], intent: 'open-all', help: 'open everything below the cursor'},
	{keys: ['c'], intent: 'close-all', help: 'close everything'},
	{keys: ['p'], intent: 'copy-path', help: 'copy the path of what the cursor is on'},
];

/** From what has happened to the workbench. */
const partBindings: readonly ViewerBinding[] = [
	{keys: ['f2'], intent: 'servers', help: 'servers'},
	{keys: ['f3'], intent: 'tools', help: 'tools'},
	{keys: ['f4'], intent: 'traffic', help: 'traffic'},
	{keys: ['f5'], intent: 'sessions', help: 'sessions'},
];

/** In the details of a call. */
export const callBindings: readonly ViewerBinding[] = [
	{keys: ['[', 'left'], intent: 'previous', help: 'the call before (left not in a tree)'},
	{keys: [']', 'right'], intent: 'next', help: 'the call after (right not in a tree)'},
	{keys: ['l'], intent: 'list', help: 'every call of the session', hint: 'list'},
	{keys: ['i'], intent: 'insert', help: 'put the result into the draft, quoted'},
	{keys: ['r'], intent: 'again', help: 'run the call again, as your own act', hint: 'again'},
	{
		keys: ['x'],
		intent: 'explore',
		help: 'its tool in the workbench, to try it with these arguments',
		hint: 'explore',
	},
	{keys: ['ctrl+o'], intent: 'close'},
	...partBindings,
];

/** In the statistics. */
export const statsBindings: readonly ViewerBinding[] = [
	{keys: ['[', 'left'], intent: 'previous', help: 'the turn before'},
	{keys: [']', 'right'], intent: 'next', help: 'the turn after', hint: 'turns'},
];

/** Where the thinking of the model is read. */
export const thinkingBindings: readonly ViewerBinding[] = [
	{keys: ['ctrl+t'], intent: 'close', help: 'close'},
	...partBindings,
];

/** When something is about to happen that cannot be taken back. Every other key means no. */
export const confirmBindings: readonly ViewerBinding[] = [{keys: ['y'], intent: 'yes'}];

/** A key as it is written for people. */
export const shownKey = (key: string): string => (key === ' ' ? 'space' : key);

/** Each table, with when it counts, for the list of keys and the README. */
export const viewerTables: readonly {
	readonly title: string;
	readonly bindings: readonly ViewerBinding[];
}[] = [
	{title: 'When you read something in a window of its own', bindings: readingBindings},
	{title: 'When that is a tree', bindings: treeBindings},
	{title: 'When it is the details of a call', bindings: callBindings},
	{title: 'When it is what the model thought', bindings: thinkingBindings},
	{title: 'When it is the statistics', bindings: statsBindings},
];

/** Where lines are not wrapped. */
export const sidewaysBindings: readonly ViewerBinding[] = [
	{keys: ['left'], intent: 'left'},
	{keys: ['right'], intent: 'right'},
];

/** What a key may mean, in the order of the tables: the first that makes sense just now is meant. */
export const findViewerIntents = (
	tables: readonly (readonly ViewerBinding[])[],
	key: string,
): readonly ViewerIntent[] =>
	tables.flatMap(table => table.filter(({keys}) => keys.includes(key)).map(({intent}) => intent));
