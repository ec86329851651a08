import {tabBindings} from '../viewer-bindings.ts';
import type {BenchBinding} from './binding.ts';

/** Wherever one is in the workbench. */
export const benchBindings: readonly BenchBinding[] = [
	{keys: ['q', 'ctrl+c'], intent: 'close', help: 'back to the chat', hint: 'chat'},
	{keys: ['?'], intent: 'keys', help: 'these keys', hint: 'keys'},
	{keys: ['f2'], intent: 'servers', help: 'servers'},
	{keys: ['f3'], intent: 'tools', help: 'tools'},
	{keys: ['f4'], intent: 'traffic', help: 'traffic'},
	{keys: ['f5'], intent: 'sessions', help: 'sessions'},
	{keys: [']'], intent: 'next-section', help: 'next part of the workbench', hint: 'more'},
	{keys: ['['], intent: 'previous-section', help: 'part before'},
	...tabBindings,
	{keys: ['ctrl+l'], intent: 'redraw', help: 'draw again'},
	{keys: ['ctrl+z'], intent: 'suspend', help: 'to the shell; fg comes back'},
];

/** While the list has the keyboard. */
export const listBindings: readonly BenchBinding[] = [
	{keys: ['/'], intent: 'filter', help: 'show only what has these words', hint: 'filter'},
	{keys: ['up', 'k'], intent: 'up', help: 'row above'},
	{keys: ['down', 'j'], intent: 'down', help: 'row below'},
	{keys: ['page-up', 'ctrl+u'], intent: 'page-up', help: 'page up'},
	{keys: ['page-down', 'ctrl+d'], intent: 'page-down', help: 'page down'},
	{keys: ['home', 'g'], intent: 'top', help: 'first row'},
	{keys: ['end', 'G'], intent: 'bottom', help: 'last row'},
	{keys: ['right', 'l', 'enter'], intent: 'to-detail', help: 'to the right side, to read it'},
	{keys: ['esc'], intent: 'back', help: 'end the filter or the search, else back to the chat'},
];

/** While the right side has the keyboard: what is read there has its own keys, too. */
export const detailBindings: readonly BenchBinding[] = [
	{
		keys: ['esc', 'left', 'h'],
		intent: 'to-list',
		help: 'back to the list (left not in a tree)',
		hint: 'list',
	},
];
