import type {AskChoice} from '../asks/ask-choices.ts';
import type {EditName} from './text-buffer.ts';

/** What a key asks for when it needs no more words. */
export type PlainIntent =
	| 'submit'
	| 'up'
	| 'down'
	| 'accept-suggestion'
	| 'interrupt'
	| 'rewind'
	| 'clear-or-quit'
	| 'quit-when-empty'
	| 'cycle-approvals'
	| 'show-keys'
	| 'undo'
	| 'redo'
	| 'yank'
	| 'open-palette'
	| 'search-history'
	| 'show-details'
	| 'show-thinking'
	| 'show-stats'
	| 'show-turn'
	| 'show-servers'
	| 'show-tools'
	| 'show-traffic'
	| 'show-sessions'
	| 'edit-outside'
	| 'redraw'
	| 'suspend'
	| 'choose-highlighted';

export type FormStep =
	| 'take'
	| 'next'
	| 'back'
	| 'up'
	| 'down'
	| 'review'
	| 'decline'
	| 'cancel'
	| 'mute'
	| 'text'
	| 'outside';

export type EditorStep = 'send' | 'close' | 'up' | 'down' | 'page-up' | 'page-down' | 'form' | 'outside';

/** What a key does in a list that is chosen from, and in the fields of a prompt. */
export type PickStep = 'up' | 'down' | 'page-up' | 'page-down' | 'take' | 'accept' | 'back' | 'close';

export type Intent =
	| {readonly type: 'edit'; readonly edit: EditName}
	| {readonly type: 'choose'; readonly choice: AskChoice}
	| {readonly type: 'form'; readonly step: FormStep}
	| {readonly type: 'editor'; readonly step: EditorStep}
	| {readonly type: 'pick'; readonly step: PickStep}
	| {readonly type: 'highlight'; readonly step: -1 | 1}
	| {readonly type: 'scroll'; readonly step: number}
	/** A key that does nothing here says so. */
	| {readonly type: 'explain'; readonly hint: string}
	| {readonly type: PlainIntent};

export type Binding = {
	readonly keys: readonly string[];
	readonly intent: Intent;
	/** Shown in the key overlay and the README; bindings without a text are self-evident. */
	readonly help?: string;
};

/** Moving about in a question that is chosen from. */
export const choosing: readonly Binding[] = [
	{keys: ['right', 'tab'], intent: {type: 'highlight', step: 1}, help: 'next answer'},
	{keys: ['left'], intent: {type: 'highlight', step: -1}},
	{keys: ['up'], intent: {type: 'scroll', step: -1}, help: 'scroll up'},
	{keys: ['down'], intent: {type: 'scroll', step: 1}, help: 'scroll down'},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}, help: 'ten lines up'},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}, help: 'ten lines down'},
	{keys: ['enter'], intent: {type: 'choose-highlighted'}, help: 'the highlighted answer (deny at first)'},
	{keys: ['?'], intent: {type: 'show-keys'}},
	{keys: ['ctrl+o'], intent: {type: 'show-details'}},
	{keys: ['ctrl+t'], intent: {type: 'show-thinking'}},
	{keys: ['f2'], intent: {type: 'show-servers'}},
	{keys: ['f3'], intent: {type: 'show-tools'}},
	{keys: ['f4'], intent: {type: 'show-traffic'}},
	{keys: ['f5'], intent: {type: 'show-sessions'}},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
];

/** Explained once is enough. */
export const silent = (bindings: readonly Binding[]): readonly Binding[] =>
	bindings.map(({keys, intent}) => ({keys, intent}));
