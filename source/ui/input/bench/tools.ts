import type {BenchBinding} from './binding.ts';

/** While the list of tools has the keyboard. */
export const toolsBindings: readonly BenchBinding[] = [
	{
		keys: ['enter', 't'],
		intent: 'try',
		help: 'try the tool: a form, a look at it, then it runs',
		hint: 'try',
	},
	{keys: ['a'], intent: 'earlier', help: 'try it with saved arguments, or those of an earlier try'},
	{keys: [' '], intent: 'switch', help: 'switch the tool on or off, in your configuration', hint: 'on/off'},
	{keys: ['s'], intent: 'sort', help: 'sort by server, by name, or by use', hint: 'sort'},
	{keys: ['d'], intent: 'forget', help: 'remove a saved call'},
	{keys: ['c'], intent: 'connect', help: 'start the servers that are not running'},
];

/** While a call that is to be tried is looked at. */
export const reviewBindings: readonly BenchBinding[] = [
	{keys: ['enter'], intent: 'run', help: 'run the call that is shown', hint: 'run it'},
	{keys: ['y'], intent: 'run-anyway', help: 'run it in spite of what is said against it'},
	{keys: ['shift+tab', 'esc'], intent: 'edit', help: 'back to the arguments', hint: 'change it'},
	{keys: ['ctrl+t'], intent: 'text', help: 'the arguments as JSON text', hint: 'as JSON'},
	{keys: ['up'], intent: 'up'},
	{keys: ['down'], intent: 'down'},
	{keys: ['page-up'], intent: 'page-up'},
	{keys: ['page-down'], intent: 'page-down'},
	{keys: ['ctrl+c'], intent: 'leave', help: 'back to the tools', hint: 'close'},
];

/** Out of a try and back: it stays open meanwhile. */
const partBindings: readonly BenchBinding[] = [
	{keys: ['f2'], intent: 'servers', help: 'servers; f3 comes back to it'},
	{keys: ['f4'], intent: 'traffic', help: 'traffic; f3 comes back to it', hint: 'traffic'},
	{keys: ['f5'], intent: 'sessions', help: 'sessions; f3 comes back to it'},
];

/** While a tool runs that is tried. */
export const tryingBindings: readonly BenchBinding[] = [
	{keys: ['esc', 'ctrl+c'], intent: 'cancel', help: 'break the call off', hint: 'cancel'},
	{
		keys: ['q'],
		intent: 'chat',
		help: 'to the chat, for instance to answer; the call goes on, f3 comes back to it',
		hint: 'chat',
	},
	...partBindings,
];

/** When a tool that is tried is done. */
export const triedBindings: readonly BenchBinding[] = [
	{keys: ['esc', 'q', 'ctrl+c'], intent: 'leave', help: 'back to the tools', hint: 'close'},
	{keys: ['?'], intent: 'keys', help: 'these keys', hint: 'keys'},
	{keys: ['r'], intent: 'again', help: 'run it again with the same arguments', hint: 'again'},
	{keys: ['e'], intent: 'edit', help: 'change the arguments', hint: 'edit'},
	{keys: ['i'], intent: 'insert', help: 'put the result into the draft, quoted', hint: 'into the chat'},
	{keys: ['y'], intent: 'copy', help: 'copy the result, or what the cursor is on', hint: 'copy'},
	{keys: ['s'], intent: 'save', help: 'save the call by a name', hint: 'save'},
	{keys: ['c'], intent: 'command', help: 'copy the call as a command (mcp-tui call)', hint: 'as command'},
	{keys: ['m'], intent: 'message', help: 'copy the call as a message (JSON-RPC)', hint: 'as JSON-RPC'},
	{keys: ['u'], intent: 'curl', help: 'copy the call for curl', hint: 'as curl'},
	...partBindings,
];
