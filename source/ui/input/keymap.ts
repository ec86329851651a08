import type {ApprovalChoice} from '../frame/approval-lines.ts';
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

export type Intent =
	| {readonly type: 'edit'; readonly edit: EditName}
	| {readonly type: 'choose'; readonly choice: ApprovalChoice}
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

/** While a question has the keyboard. */
export const approvalBindings: readonly Binding[] = [
	{keys: ['y'], intent: {type: 'choose', choice: 'once'}, help: 'allow this call once'},
	{keys: ['s'], intent: {type: 'choose', choice: 'session'}, help: 'allow this tool for this session'},
	{keys: ['n'], intent: {type: 'choose', choice: 'deny'}, help: 'deny'},
	{keys: ['r'], intent: {type: 'choose', choice: 'reason'}, help: 'deny, with a reason for the model'},
	{keys: ['esc'], intent: {type: 'choose', choice: 'stop'}, help: 'deny and stop the turn'},
	{keys: ['right', 'tab'], intent: {type: 'highlight', step: 1}, help: 'next answer'},
	{keys: ['left'], intent: {type: 'highlight', step: -1}},
	{keys: ['up'], intent: {type: 'scroll', step: -1}, help: 'scroll the arguments up'},
	{keys: ['down'], intent: {type: 'scroll', step: 1}, help: 'scroll the arguments down'},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}, help: 'ten lines up'},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}, help: 'ten lines down'},
	{keys: ['enter'], intent: {type: 'choose-highlighted'}, help: 'the highlighted answer (deny at first)'},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
	{keys: ['ctrl+d'], intent: {type: 'quit-when-empty'}},
	{keys: ['shift+tab'], intent: {type: 'cycle-approvals'}},
];

const index = (bindings: readonly Binding[]): ReadonlyMap<string, Intent> =>
	new Map(bindings.flatMap(({keys, intent}) => keys.map(key => [key, intent] as const)));

const promptIndex = index(promptBindings);
const approvalIndex = index(approvalBindings);

export const findIntent = (context: 'prompt' | 'approval', key: string): Intent | undefined =>
	(context === 'prompt' ? promptIndex : approvalIndex).get(key);
