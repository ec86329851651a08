/** What keys ask for in the form of a server. Everything else that is typed goes into the field. */
export type ServerFormIntent =
	| 'take'
	| 'next'
	| 'back'
	| 'up'
	| 'down'
	| 'page-up'
	| 'page-down'
	| 'remove'
	| 'test'
	| 'save'
	| 'leave';

type ServerFormBinding = {
	readonly keys: readonly string[];
	readonly intent: ServerFormIntent;
	readonly help: string;
	/** A word for the last line of the window. */
	readonly hint?: string;
};

export const serverFormBindings: readonly ServerFormBinding[] = [
	{keys: ['enter'], intent: 'take', help: 'take what is typed or chosen, and go on', hint: 'next'},
	{keys: ['tab'], intent: 'next', help: 'next field'},
	{keys: ['shift+tab'], intent: 'back', help: 'the field before'},
	{keys: ['up'], intent: 'up', help: 'choice above, or the field before'},
	{keys: ['down'], intent: 'down', help: 'choice below, or the next field (space and 1-9 pick)'},
	{keys: ['ctrl+t'], intent: 'test', help: 'test the connection and see the tools', hint: 'test'},
	{keys: ['ctrl+s'], intent: 'save', help: 'save', hint: 'save'},
	{keys: ['ctrl+x'], intent: 'remove', help: 'take this variable or header away'},
	{keys: ['page-up'], intent: 'page-up', help: 'what the test found, upwards'},
	{keys: ['page-down'], intent: 'page-down', help: 'what the test found, downwards'},
	{keys: ['esc', 'ctrl+c'], intent: 'leave', help: 'stop the test, else leave', hint: 'leave'},
];

export const findServerFormIntent = (key: string): ServerFormIntent | undefined =>
	serverFormBindings.find(({keys}) => keys.includes(key))?.intent;
