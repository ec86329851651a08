import type {BenchBinding} from './binding.ts';

/** In the list of assistants. */
export const assistantBindings: readonly BenchBinding[] = [
	{keys: ['enter'], intent: 'use', help: 'use it from the next message on', hint: 'use'},
	{keys: ['n'], intent: 'new', help: 'make a new one', hint: 'new'},
	{keys: ['e'], intent: 'edit', help: 'change it', hint: 'edit'},
	{keys: ['c'], intent: 'copy-item', help: 'make a new one like it', hint: 'copy'},
	{keys: ['d'], intent: 'remove', help: 'remove it from your configuration', hint: 'remove'},
];

/** What keys ask for where an assistant is changed. */
export type AssistantEditorIntent =
	| 'save'
	| 'leave'
	| 'outside'
	| 'next'
	| 'previous'
	| 'up'
	| 'down'
	| 'page-up'
	| 'page-down'
	| 'take'
	| 'choose'
	| 'trust';

export type AssistantEditorBinding = {
	readonly keys: readonly string[];
	readonly intent: AssistantEditorIntent;
	readonly help?: string;
};

/** While an assistant is changed. Everything else that is typed goes into the field. */
export const assistantEditorBindings: readonly AssistantEditorBinding[] = [
	{keys: ['ctrl+s'], intent: 'save', help: 'save it'},
	{keys: ['esc', 'ctrl+c'], intent: 'leave', help: 'leave; what you changed is lost after a yes'},
	{keys: ['ctrl+g'], intent: 'outside', help: 'edit the instructions in $EDITOR'},
	{keys: ['tab'], intent: 'next', help: 'next field; in "model", complete a model that is known'},
	{keys: ['shift+tab'], intent: 'previous', help: 'the field before'},
	{keys: ['up'], intent: 'up', help: 'line above'},
	{keys: ['down'], intent: 'down', help: 'line below'},
	{keys: ['page-up'], intent: 'page-up', help: 'page up'},
	{keys: ['page-down'], intent: 'page-down', help: 'page down'},
	{keys: ['enter'], intent: 'take', help: 'choose, or go on; in the instructions, a new line'},
];

/** On what is chosen rather than typed. */
export const assistantChoiceBindings: readonly AssistantEditorBinding[] = [
	{keys: [' '], intent: 'choose', help: 'choose a server or an approval setting; use a tool or not'},
	{keys: ['t'], intent: 'trust', help: 'trust a tool, or not any more'},
];

export const findEditorIntent = (
	bindings: readonly AssistantEditorBinding[],
	key: string,
): AssistantEditorIntent | undefined => bindings.find(({keys}) => keys.includes(key))?.intent;
