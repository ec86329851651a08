import type {Binding, PickStep} from './binding.ts';

/** `keys` is the list of keys itself. */
export type PickContext = 'completion' | 'search' | 'fields' | 'keys';

const step = (name: PickStep): Binding['intent'] => ({type: 'pick', step: name});

const paging: readonly Binding[] = [
	{keys: ['page-up'], intent: step('page-up')},
	{keys: ['page-down'], intent: step('page-down')},
];

/** While a list follows the draft. Everything else goes to the draft. */
const completionBindings: readonly Binding[] = [
	{keys: ['up'], intent: step('up'), help: 'entry above'},
	{keys: ['down'], intent: step('down'), help: 'entry below'},
	{keys: ['tab'], intent: step('take'), help: 'put the entry into the draft'},
	{keys: ['enter'], intent: step('accept'), help: 'take the highlighted entry; without one, send'},
	{keys: ['esc'], intent: step('close'), help: 'close the list, and nothing else'},
	...paging,
];

/** While the palette or the history is searched. Everything else that is typed is searched for. */
const searchBindings: readonly Binding[] = [
	{keys: ['up'], intent: step('up'), help: 'entry above'},
	{keys: ['down', 'ctrl+r'], intent: step('down'), help: 'entry below, or older message'},
	{
		keys: ['enter', 'tab'],
		intent: step('accept'),
		help: 'run the entry, or put the message into the draft',
	},
	{keys: ['esc', 'ctrl+c', 'ctrl+p'], intent: step('close'), help: 'close; the draft is as it was'},
	...paging,
];

/** While the values of a prompt or of a resource are typed. Everything else that is typed goes into the field. */
const fieldBindings: readonly Binding[] = [
	{keys: ['enter'], intent: step('accept'), help: 'next value; at the end: use them'},
	{keys: ['tab'], intent: step('take'), help: 'take what the server suggests'},
	{keys: ['up'], intent: step('up'), help: 'suggestion above'},
	{keys: ['down'], intent: step('down'), help: 'suggestion below'},
	{keys: ['shift+tab'], intent: step('back'), help: 'the value before'},
	{keys: ['esc', 'ctrl+c'], intent: step('close'), help: 'close; the draft is as it was'},
	...paging,
];

/** While the list of keys is open. Every other key closes it. */
const keysBindings: readonly Binding[] = [
	{
		keys: ['down', 'page-down', 'right', ' '],
		intent: {type: 'scroll', step: 1},
		help: 'next page',
	},
	{
		keys: ['up', 'page-up', 'left'],
		intent: {type: 'scroll', step: -1},
		help: 'page before; every other key closes it',
	},
];

/** Every table of what is chosen from, with when it counts. */
export const pickBindings: Readonly<
	Record<PickContext, {readonly title: string; readonly bindings: readonly Binding[]}>
> = {
	completion: {title: 'When a list follows what you type', bindings: completionBindings},
	search: {title: 'In the palette and the history', bindings: searchBindings},
	fields: {title: 'When a prompt or a resource needs values', bindings: fieldBindings},
	keys: {title: 'In the list of keys', bindings: keysBindings},
};

type Label = {readonly step: PickStep; readonly key: string; readonly label: string};

/** The keys of a list as it shows them. */
export const pickLabels: Readonly<
	Record<'completion' | 'palette' | 'history' | 'messages' | 'fields', readonly Label[]>
> = {
	completion: [
		{step: 'take', key: 'tab', label: 'take'},
		{step: 'close', key: 'esc', label: 'close'},
	],
	palette: [
		{step: 'accept', key: 'enter', label: 'run'},
		{step: 'close', key: 'esc', label: 'close'},
	],
	history: [
		{step: 'accept', key: 'enter', label: 'edit'},
		{step: 'down', key: 'ctrl+r', label: 'older'},
		{step: 'close', key: 'esc', label: 'close'},
	],
	messages: [
		{step: 'accept', key: 'enter', label: 'go back'},
		{step: 'close', key: 'esc', label: 'close'},
	],
	fields: [
		{step: 'accept', key: 'enter', label: 'next'},
		{step: 'take', key: 'tab', label: 'take'},
		{step: 'close', key: 'esc', label: 'close'},
		{step: 'back', key: 'shift+tab', label: 'back'},
	],
};
