import type {BenchBinding} from './binding.ts';

export const sessionBindings: readonly BenchBinding[] = [
	{keys: ['enter'], intent: 'resume', help: 'go on with this session', hint: 'resume'},
	{keys: ['f'], intent: 'fork', help: 'go on in a copy of it', hint: 'fork'},
	{keys: ['s'], intent: 'search', help: 'find words in all sessions', hint: 'search'},
	{keys: ['a'], intent: 'all', help: 'end the search: all sessions again'},
	{keys: ['r'], intent: 'rename', help: 'give it a name', hint: 'rename'},
	{keys: ['d'], intent: 'delete', help: 'delete it, or all that are marked', hint: 'delete'},
	{keys: ['m'], intent: 'mark', help: 'mark it, or no longer, to delete several'},
	{keys: ['e'], intent: 'export', help: 'write it into a file: Markdown, JSON or HTML', hint: 'export'},
	{keys: ['n'], intent: 'new', help: 'begin a new session', hint: 'new'},
	{keys: ['y'], intent: 'copy', help: 'copy its id', hint: 'copy id'},
];
