import type {BenchBinding} from './binding.ts';

/** In the list of servers. */
export const serverBindings: readonly BenchBinding[] = [
	{keys: ['n'], intent: 'add', help: 'add a server: a form, a command line, an address or JSON', hint: 'add'},
	{
		keys: ['f'],
		intent: 'find',
		help: 'find one in the MCP registry or among installed packages',
		hint: 'find',
	},
	{keys: [' '], intent: 'toggle', help: 'enable or disable it', hint: 'on/off'},
	{keys: ['e'], intent: 'edit', help: 'edit its entry', hint: 'edit'},
	{keys: ['s'], intent: 'start', help: 'start or connect it', hint: 'start'},
	{keys: ['R'], intent: 'reconnect', help: 'end it and connect again', hint: 'reconnect'},
	{keys: ['t'], intent: 'test', help: 'test it: start it apart, and say what it offers', hint: 'test'},
	{keys: ['D'], intent: 'diagnose', help: 'doctor: walk the way to it step by step', hint: 'doctor'},
	{keys: ['i'], intent: 'sign-in', help: 'sign in'},
	{keys: ['o'], intent: 'sign-out', help: 'sign out'},
	{keys: ['L'], intent: 'log-level', help: 'what it is to log'},
	{keys: ['c'], intent: 'duplicate', help: 'add another one like it'},
	{keys: ['d'], intent: 'remove', help: 'remove its entry', hint: 'remove'},
];
