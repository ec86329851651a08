import {type Binding, choosing, silent} from './binding.ts';

export const noMore = 'cancel, and hear no more questions of this server until the program ends';
const mute: Binding = {keys: ['ctrl+n'], intent: {type: 'choose', choice: 'mute'}, help: noMore};

/** While a server wants a page to be opened. */
export const addressBindings: readonly Binding[] = [
	{
		keys: ['y'],
		intent: {type: 'choose', choice: 'open'},
		help: 'open the page in the browser, and tell the server so',
	},
	{keys: ['n'], intent: {type: 'choose', choice: 'deny'}, help: 'decline'},
	{
		keys: ['esc'],
		intent: {type: 'choose', choice: 'cancel'},
		help: 'cancel: the server hears that you did not answer',
	},
	mute,
	...silent(choosing),
];

/** While a server asks for consent, with nothing to fill in. */
export const consentBindings: readonly Binding[] = [
	{keys: ['y'], intent: {type: 'choose', choice: 'accept'}, help: 'accept'},
	{keys: ['n'], intent: {type: 'choose', choice: 'deny'}, help: 'decline'},
	{
		keys: ['esc'],
		intent: {type: 'choose', choice: 'cancel'},
		help: 'cancel: the server hears that you did not answer',
	},
	mute,
	...silent(choosing),
];

/** While a server wants to use the model. */
export const samplingBindings: readonly Binding[] = [
	{keys: ['y'], intent: {type: 'choose', choice: 'allow'}, help: 'let the server use your model once'},
	{keys: ['n', 'esc'], intent: {type: 'choose', choice: 'deny'}, help: 'deny'},
	mute,
	...silent(choosing),
];

/** While a server wants to know who the user is. */
export const signInBindings: readonly Binding[] = [
	{keys: ['y'], intent: {type: 'choose', choice: 'open'}, help: 'open the sign-in page in the browser'},
	{
		keys: ['p'],
		intent: {type: 'choose', choice: 'paste'},
		help: 'paste the address that the browser ended at',
	},
	{
		keys: ['n', 'esc'],
		intent: {type: 'choose', choice: 'deny'},
		help: 'do not sign in now, or give up waiting for the browser',
	},
	...silent(choosing),
];

/** While a turn that has gone on for long waits to be told what to do. */
export const longTurnBindings: readonly Binding[] = [
	{keys: ['c'], intent: {type: 'choose', choice: 'continue'}, help: 'let the model go on'},
	{
		keys: ['w'],
		intent: {type: 'choose', choice: 'wrap-up'},
		help: 'one more answer without tools: what it has by now',
	},
	{keys: ['esc', 'n'], intent: {type: 'choose', choice: 'stop'}, help: 'stop here'},
	...silent(choosing),
];

/** While a conversation no longer fits into the context of the model. */
export const fullContextBindings: readonly Binding[] = [
	{
		keys: ['c', 'y'],
		intent: {type: 'choose', choice: 'compact'},
		help: 'have the model summarise what came before, then go on',
	},
	{keys: ['esc', 'n'], intent: {type: 'choose', choice: 'stop'}, help: 'stop here'},
	...silent(choosing),
];
