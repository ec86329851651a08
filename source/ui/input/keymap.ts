import type {AskChoice, AskContext} from '../asks/ask-choices.ts';
import type {EditName} from './text-buffer.ts';

/** What a key asks for when it needs no more words. */
export type PlainIntent =
	| 'submit'
	| 'up'
	| 'down'
	| 'accept-suggestion'
	| 'interrupt'
	| 'clear-or-quit'
	| 'quit-when-empty'
	| 'cycle-approvals'
	| 'show-keys'
	| 'choose-highlighted';

export type FormStep = 'next' | 'back' | 'decline' | 'cancel' | 'mute' | 'up' | 'down';

export type Intent =
	| {readonly type: 'edit'; readonly edit: EditName}
	| {readonly type: 'choose'; readonly choice: AskChoice}
	| {readonly type: 'form'; readonly step: FormStep}
	| {readonly type: 'highlight'; readonly step: -1 | 1}
	| {readonly type: 'scroll'; readonly step: number}
	| {readonly type: PlainIntent};

export type Binding = {
	readonly keys: readonly string[];
	readonly intent: Intent;
	/** Shown in the key overlay and the README; bindings without a text are self-evident. */
	readonly help?: string;
};

const edit = (name: EditName): Intent => ({type: 'edit', edit: name});

/** While the draft has the keyboard. Keys exist in these tables and nowhere else. */
export const promptBindings: readonly Binding[] = [
	{keys: ['enter'], intent: {type: 'submit'}, help: 'send; while the model works: queue'},
	{
		keys: ['ctrl+j', 'alt+enter', 'shift+enter'],
		intent: edit('newline'),
		help: 'new line (also \\ and enter)',
	},
	{keys: ['esc'], intent: {type: 'interrupt'}, help: 'close, else interrupt the model'},
	{
		keys: ['ctrl+c'],
		intent: {type: 'clear-or-quit'},
		help: 'clear the draft; again within 2 s: quit',
	},
	{keys: ['ctrl+d'], intent: {type: 'quit-when-empty'}, help: 'quit when the draft is empty'},
	{
		keys: ['shift+tab'],
		intent: {type: 'cycle-approvals'},
		help: 'next approval mode: always-ask, trusted-only, auto',
	},
	{keys: ['tab'], intent: {type: 'accept-suggestion'}, help: 'take the suggestion, or answer the question'},
	{keys: ['?'], intent: {type: 'show-keys'}, help: 'on an empty prompt: these keys'},
	{keys: ['up'], intent: {type: 'up'}, help: 'line above, or earlier message'},
	{keys: ['down'], intent: {type: 'down'}, help: 'line below, or later message'},
	{keys: ['backspace'], intent: edit('backspace')},
	{keys: ['delete'], intent: edit('delete')},
	{keys: ['left', 'ctrl+b'], intent: edit('left')},
	{keys: ['right', 'ctrl+f'], intent: edit('right')},
	{keys: ['home', 'ctrl+a'], intent: edit('line-start'), help: 'start of the line'},
	{keys: ['end', 'ctrl+e'], intent: edit('line-end'), help: 'end of the line'},
	{keys: ['ctrl+left', 'alt+left', 'alt+b'], intent: edit('word-left'), help: 'word to the left'},
	{keys: ['ctrl+right', 'alt+right', 'alt+f'], intent: edit('word-right'), help: 'word to the right'},
	{keys: ['ctrl+w', 'alt+backspace'], intent: edit('delete-word'), help: 'delete the word before'},
	{keys: ['ctrl+u'], intent: edit('delete-to-start'), help: 'delete to the start of the line'},
	{keys: ['ctrl+k'], intent: edit('delete-to-end'), help: 'delete to the end of the line'},
];

/** Moving about in a question that is chosen from. */
const choosing: readonly Binding[] = [
	{keys: ['right', 'tab'], intent: {type: 'highlight', step: 1}, help: 'next answer'},
	{keys: ['left'], intent: {type: 'highlight', step: -1}},
	{keys: ['up'], intent: {type: 'scroll', step: -1}, help: 'scroll the arguments up'},
	{keys: ['down'], intent: {type: 'scroll', step: 1}, help: 'scroll the arguments down'},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}, help: 'ten lines up'},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}, help: 'ten lines down'},
	{keys: ['enter'], intent: {type: 'choose-highlighted'}, help: 'the highlighted answer (deny at first)'},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
];

/** Explained once is enough. */
const silent = (bindings: readonly Binding[]): readonly Binding[] =>
	bindings.map(({keys, intent}) => ({keys, intent}));

/** While the question whether a tool may run has the keyboard. */
export const approvalBindings: readonly Binding[] = [
	{keys: ['y'], intent: {type: 'choose', choice: 'once'}, help: 'allow this call once'},
	{keys: ['s'], intent: {type: 'choose', choice: 'session'}, help: 'allow this tool for this session'},
	{keys: ['n'], intent: {type: 'choose', choice: 'deny'}, help: 'deny'},
	{keys: ['r'], intent: {type: 'choose', choice: 'reason'}, help: 'deny, with a reason for the model'},
	{keys: ['esc'], intent: {type: 'choose', choice: 'stop'}, help: 'deny and stop the turn'},
	...choosing,
	{keys: ['ctrl+d'], intent: {type: 'quit-when-empty'}},
	{keys: ['shift+tab'], intent: {type: 'cycle-approvals'}},
];

const noMore = 'cancel, and hear no more questions of this server until the program ends';
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
const longTurnBindings: readonly Binding[] = [
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
const fullContextBindings: readonly Binding[] = [
	{
		keys: ['c', 'y'],
		intent: {type: 'choose', choice: 'compact'},
		help: 'have the model summarise what came before, then go on',
	},
	{keys: ['esc', 'n'], intent: {type: 'choose', choice: 'stop'}, help: 'stop here'},
	...silent(choosing),
];

/** While a form has the keyboard. Everything else that is typed goes into the field. */
export const formBindings: readonly Binding[] = [
	{
		keys: ['enter', 'tab'],
		intent: {type: 'form', step: 'next'},
		help: 'next field; at the end: send the answers',
	},
	{keys: ['shift+tab'], intent: {type: 'form', step: 'back'}, help: 'the field before'},
	{keys: ['up'], intent: {type: 'form', step: 'up'}, help: 'choice above, or scroll'},
	{
		keys: ['down'],
		intent: {type: 'form', step: 'down'},
		help: 'choice below, or scroll (1-9 and space pick)',
	},
	{keys: ['ctrl+x'], intent: {type: 'form', step: 'decline'}, help: 'decline to answer'},
	{
		keys: ['esc'],
		intent: {type: 'form', step: 'cancel'},
		help: 'cancel: the server hears that you did not answer',
	},
	{keys: ['ctrl+n'], intent: {type: 'form', step: 'mute'}, help: noMore},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
];

/** The keys of a form as its last line shows them. */
export const formLabels = (isReview: boolean) =>
	[
		{choice: 'next', key: 'enter', label: isReview ? 'send' : 'next'},
		{choice: 'back', key: 'shift+tab', label: 'back'},
		{choice: 'decline', key: 'ctrl+x', label: 'decline'},
		{choice: 'cancel', key: 'esc', label: 'cancel'},
		{choice: 'mute', key: 'ctrl+n', label: 'no more'},
	] as const;

/** Every table of answers, with when it counts. */
export const askBindings: Readonly<
	Record<AskContext, {readonly title: string; readonly bindings: readonly Binding[]}>
> = {
	approval: {title: 'When a tool asks', bindings: approvalBindings},
	form: {title: 'When a server asks with a form', bindings: formBindings},
	address: {title: 'When a server wants you to open a page', bindings: addressBindings},
	sampling: {title: 'When a server wants to use your model', bindings: samplingBindings},
	'sign-in': {title: 'When a server wants you to sign in', bindings: signInBindings},
	'long-turn': {title: 'When the model has used its steps', bindings: longTurnBindings},
	'full-context': {title: 'When the conversation does not fit any more', bindings: fullContextBindings},
};

const index = (bindings: readonly Binding[]): ReadonlyMap<string, Intent> =>
	new Map(bindings.flatMap(({keys, intent}) => keys.map(key => [key, intent] as const)));

const indexes: ReadonlyMap<string, ReadonlyMap<string, Intent>> = new Map([
	['prompt', index(promptBindings)],
	...Object.entries(askBindings).map(([name, {bindings}]) => [name, index(bindings)] as const),
]);

export const findIntent = (context: 'prompt' | AskContext, key: string): Intent | undefined =>
	indexes.get(context)?.get(key);
