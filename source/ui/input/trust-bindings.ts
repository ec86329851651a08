import {type Binding, choosing, silent} from './binding.ts';

/** While the question whether a tool may run has the keyboard. */
export const approvalBindings: readonly Binding[] = [
	{keys: ['y'], intent: {type: 'choose', choice: 'once'}, help: 'allow this call once'},
	{keys: ['s'], intent: {type: 'choose', choice: 'session'}, help: 'allow this tool for this session'},
	{
		keys: ['a'],
		intent: {type: 'choose', choice: 'always'},
		help: 'allow always; then: this tool, or its server',
	},
	{
		keys: ['e'],
		intent: {type: 'choose', choice: 'edit'},
		help: 'edit the arguments, and run the call with them',
	},
	{keys: ['n'], intent: {type: 'choose', choice: 'deny'}, help: 'deny'},
	{keys: ['r'], intent: {type: 'choose', choice: 'reason'}, help: 'deny, with a reason for the model'},
	{keys: ['x'], intent: {type: 'choose', choice: 'explore'}, help: 'open in the explorer'},
	{keys: ['esc'], intent: {type: 'choose', choice: 'stop'}, help: 'deny and stop the turn'},
	...choosing,
	{keys: ['ctrl+d'], intent: {type: 'quit-when-empty'}},
	{keys: ['shift+tab'], intent: {type: 'cycle-approvals'}},
];

/** While it is open for what an "always" holds. */
export const alwaysBindings: readonly Binding[] = [
	{
		keys: ['t'],
		intent: {type: 'choose', choice: 'keep-tool'},
		help: 'this tool, until it or the way to its server changes',
	},
	{
		keys: ['s'],
		intent: {type: 'choose', choice: 'keep-server'},
		help: 'every tool that the server has now',
	},
	{keys: ['esc', 'n'], intent: {type: 'choose', choice: 'back'}, help: 'back to the question'},
	...silent(choosing),
];

/** While arguments or a result are edited. Everything else that is typed goes into the text. */
export const editorBindings: readonly Binding[] = [
	{
		keys: ['enter', 'ctrl+s'],
		intent: {type: 'editor', step: 'send'},
		help: 'run the call with these arguments, or send the result like this',
	},
	{
		keys: ['ctrl+j', 'alt+enter', 'shift+enter'],
		intent: {type: 'edit', edit: 'newline'},
		help: 'new line',
	},
	{
		keys: ['esc'],
		intent: {type: 'editor', step: 'close'},
		help: 'back to the question or the form; what you wrote is kept',
	},
	{keys: ['ctrl+t'], intent: {type: 'editor', step: 'form'}, help: 'the arguments as a form, and back'},
	{keys: ['ctrl+g'], intent: {type: 'editor', step: 'outside'}, help: 'edit it in $EDITOR'},
	{keys: ['up'], intent: {type: 'editor', step: 'up'}},
	{keys: ['down'], intent: {type: 'editor', step: 'down'}},
	{keys: ['page-up'], intent: {type: 'editor', step: 'page-up'}},
	{keys: ['page-down'], intent: {type: 'editor', step: 'page-down'}},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
];

/** The keys of the editor as its last line shows them. */
export const editorLabels = (kind: 'arguments' | 'result', hasForm: boolean) =>
	[
		{
			choice: 'send',
			key: 'enter',
			label: kind === 'arguments' ? 'run it with these' : 'send it like this',
			short: kind === 'arguments' ? 'run' : 'send',
		},
		{choice: 'newline', key: 'ctrl+j', label: 'new line', short: 'line'},
		...(hasForm ? [{choice: 'form', key: 'ctrl+t', label: 'as a form', short: 'form'} as const] : []),
		{choice: 'outside', key: 'ctrl+g', label: '$EDITOR'},
		{choice: 'close', key: 'esc', label: 'back'},
	] as const;

/** The keys of the editor while it is looked at whether the tool takes the arguments. */
export const checkingLabels = [{choice: 'close', key: 'esc', label: 'stop checking'}] as const;

/** While a result waits for the user before it goes to the model. */
export const resultBindings: readonly Binding[] = [
	{
		keys: ['w', 'n'],
		intent: {type: 'choose', choice: 'withhold'},
		help: 'withhold it; the model gets your message instead, if you write one',
	},
	{keys: ['y'], intent: {type: 'choose', choice: 'send'}, help: 'send it to the model as it is'},
	{keys: ['e'], intent: {type: 'choose', choice: 'edit'}, help: 'edit it first'},
	{keys: ['esc'], intent: {type: 'choose', choice: 'stop'}, help: 'withhold it and stop the turn'},
	...silent(choosing),
];

/** While tools that are not what they were wait to be accepted. */
export const definitionBindings: readonly Binding[] = [
	{
		keys: ['n', 'esc'],
		intent: {type: 'choose', choice: 'deny'},
		help: 'keep these tools from the model',
	},
	{keys: ['y'], intent: {type: 'choose', choice: 'accept'}, help: 'accept every change that is shown'},
	...silent(choosing),
];

/** While the servers of a project wait to be trusted. Its key is its own: `y` may be meant for a tool call. */
export const folderBindings: readonly Binding[] = [
	{keys: ['n', 'esc'], intent: {type: 'choose', choice: 'later'}, help: 'not now: nothing is started'},
	{
		keys: ['t'],
		intent: {type: 'choose', choice: 'trust'},
		help: 'trust exactly these; any change asks again',
	},
	{
		keys: ['d'],
		intent: {type: 'choose', choice: 'never'},
		help: 'never ask about these again; they are not used',
	},
	{keys: ['y'], intent: {type: 'explain', hint: 'y does nothing here: press t to trust these servers'}},
	...silent(choosing),
];

/** While a value for the configuration is typed. Everything else that is typed goes into the field. */
export const inputBindings: readonly Binding[] = [
	{keys: ['enter'], intent: {type: 'choose', choice: 'keep'}, help: 'keep the value with your secrets'},
	{keys: ['esc'], intent: {type: 'choose', choice: 'later'}, help: 'not now: its servers do not start'},
	{keys: ['up'], intent: {type: 'scroll', step: -1}},
	{keys: ['down'], intent: {type: 'scroll', step: 1}},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
];
