import type {KeyChoices} from '../../domain/key-choice.ts';
import type {AskContext} from '../asks/ask-choices.ts';
import type {Binding, Intent} from './binding.ts';
import {argumentsBindings, formBindings} from './form-bindings.ts';
import {type PickContext, pickBindings} from './pick-bindings.ts';
import {
	addressBindings,
	consentBindings,
	fullContextBindings,
	longTurnBindings,
	samplingBindings,
	signInBindings,
} from './server-bindings.ts';
import type {EditName} from './text-buffer.ts';
import {
	alwaysBindings,
	approvalBindings,
	definitionBindings,
	editorBindings,
	folderBindings,
	inputBindings,
	resultBindings,
} from './trust-bindings.ts';

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
	{keys: ['esc esc'], intent: {type: 'rewind'}, help: 'on an empty prompt: go back to an earlier message'},
	{
		keys: ['ctrl+c'],
		intent: {type: 'clear-or-quit'},
		help: 'clear the draft; again within 2 s: quit',
	},
	{keys: ['ctrl+d'], intent: {type: 'quit-when-empty'}, help: 'quit when the draft is empty'},
	{
		keys: ['shift+tab'],
		intent: {type: 'cycle-approvals'},
		help: 'next mode: plan, always-ask, trusted-only, auto',
	},
	{
		keys: ['tab'],
		intent: {type: 'accept-suggestion'},
		help: 'suggestion, folded paste, or the question',
	},
	{keys: ['?'], intent: {type: 'show-keys'}, help: 'on an empty prompt: these keys'},
	{keys: ['up'], intent: {type: 'up'}, help: 'row above, or earlier message'},
	{keys: ['down'], intent: {type: 'down'}, help: 'row below, or later message'},
	{keys: ['ctrl+p'], intent: {type: 'open-palette'}, help: 'palette: every command'},
	{keys: ['ctrl+r'], intent: {type: 'search-history'}, help: 'search what you sent before'},
	{keys: ['ctrl+o'], intent: {type: 'show-details'}, help: 'details of the last tool call'},
	{keys: ['ctrl+t'], intent: {type: 'show-thinking'}, help: 'what the model thought'},
	{keys: ['f2'], intent: {type: 'show-servers'}, help: 'servers'},
	{keys: ['f3'], intent: {type: 'show-tools'}, help: 'tools'},
	{keys: ['f4'], intent: {type: 'show-traffic'}, help: 'traffic: every message of every server'},
	{keys: ['f5'], intent: {type: 'show-sessions'}, help: 'sessions'},
	{keys: ['ctrl+g'], intent: {type: 'edit-outside'}, help: 'write in $EDITOR'},
	{keys: ['ctrl+l'], intent: {type: 'redraw'}, help: 'draw again'},
	{keys: ['ctrl+z'], intent: {type: 'suspend'}, help: 'to the shell; fg comes back'},
	{keys: ['ctrl+_', 'ctrl+-', 'alt+z'], intent: {type: 'undo'}, help: 'undo'},
	{keys: ['alt+y'], intent: {type: 'redo'}, help: 'redo'},
	{keys: ['backspace'], intent: edit('backspace')},
	{keys: ['delete'], intent: edit('delete')},
	{keys: ['left', 'ctrl+b'], intent: edit('left')},
	{keys: ['right', 'ctrl+f'], intent: edit('right')},
	{keys: ['home', 'ctrl+a'], intent: edit('line-start'), help: 'start of the line'},
	{keys: ['end', 'ctrl+e'], intent: edit('line-end'), help: 'end of the line'},
	{keys: ['ctrl+left', 'alt+left', 'alt+b'], intent: edit('word-left'), help: 'word to the left'},
	{keys: ['ctrl+right', 'alt+right', 'alt+f'], intent: edit('word-right'), help: 'word to the right'},
	{keys: ['ctrl+w'], intent: edit('delete-word'), help: 'delete the word before'},
	{keys: ['alt+backspace'], intent: edit('delete-word-before')},
	{keys: ['alt+d'], intent: edit('delete-word-after'), help: 'delete the word after'},
	{keys: ['ctrl+u'], intent: edit('delete-to-start'), help: 'delete to the start of the line'},
	{keys: ['ctrl+k'], intent: edit('delete-to-end'), help: 'delete to the end of the line'},
	{keys: ['ctrl+y'], intent: {type: 'yank'}, help: 'put in again what was deleted last'},
];

/** In a question that a line is typed for. */
const scrollBindings: readonly Binding[] = [
	{keys: ['up'], intent: {type: 'scroll', step: -1}},
	{keys: ['down'], intent: {type: 'scroll', step: 1}},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}},
];

/** Every table of answers, with when it counts. */
export const askBindings: Readonly<
	Record<AskContext, {readonly title: string; readonly bindings: readonly Binding[]}>
> = {
	approval: {title: 'When a tool asks', bindings: approvalBindings},
	always: {title: 'When a tool may always run', bindings: alwaysBindings},
	arguments: {title: 'When you edit arguments in a form', bindings: argumentsBindings},
	editor: {title: 'When you edit arguments or a result as text', bindings: editorBindings},
	result: {title: 'When you look at a result before the model does', bindings: resultBindings},
	definition: {title: 'When a server has changed its tools', bindings: definitionBindings},
	folder: {title: 'When a project wants to add servers', bindings: folderBindings},
	input: {title: 'When the configuration needs a value', bindings: inputBindings},
	form: {title: 'When a server asks with a form', bindings: formBindings},
	consent: {title: 'When a server asks for your consent', bindings: consentBindings},
	address: {title: 'When a server wants you to open a page', bindings: addressBindings},
	sampling: {title: 'When a server wants to use your model', bindings: samplingBindings},
	'sign-in': {title: 'When a server wants you to sign in', bindings: signInBindings},
	'long-turn': {title: 'When the model has used its steps', bindings: longTurnBindings},
	'full-context': {title: 'When the conversation does not fit any more', bindings: fullContextBindings},
};

type KeyContext = 'prompt' | 'scrolling' | AskContext | PickContext;

/** What every key means, with those that the user chose. */
export type Keymap = {
	readonly find: (context: KeyContext, key: string) => Intent | undefined;
	/** While the draft has the keyboard. */
	readonly prompt: readonly Binding[];
};

const index = (bindings: readonly Binding[]): ReadonlyMap<string, Intent> =>
	new Map(bindings.flatMap(({keys, intent}) => keys.map(key => [key, intent] as const)));

/** The name by which the configuration knows what a key does. */
export const actionOf = (intent: Intent): string => (intent.type === 'edit' ? intent.edit : intent.type);

/** In the prompt a chosen key takes the place of the usual ones, and is taken from whoever had it. */
const withChoices = (bindings: readonly Binding[], chosen: ReadonlyMap<string, readonly string[]>) => {
	const taken = new Set([...chosen.values()].flat());
	return bindings.map(
		(binding): Binding => ({
			...binding,
			keys: chosen.get(actionOf(binding.intent)) ?? binding.keys.filter(key => !taken.has(key)),
		}),
	);
};

/** In a question it is one more, where it is free: no answer can be lost, and what the screen says stays true. */
const withFreeChoices = (bindings: readonly Binding[], chosen: ReadonlyMap<string, readonly string[]>) => {
	const used = new Set(bindings.flatMap(({keys}) => keys));
	return bindings.map((binding): Binding => {
		const more = (chosen.get(actionOf(binding.intent)) ?? []).filter(key => !used.has(key));
		return more.length === 0 ? binding : {...binding, keys: [...binding.keys, ...more]};
	});
};

export const createKeymap = (choices: KeyChoices = {}): Keymap => {
	const chosen = new Map<string, readonly string[]>(Object.entries(choices));
	const prompt = withChoices(promptBindings, chosen);
	const indexes: ReadonlyMap<string, ReadonlyMap<string, Intent>> = new Map([
		['prompt', index(prompt)],
		['scrolling', index(scrollBindings)],
		...Object.entries(askBindings).map(
			([name, {bindings}]) => [name, index(withFreeChoices(bindings, chosen))] as const,
		),
		...Object.entries(pickBindings).map(([name, {bindings}]) => [name, index(bindings)] as const),
	]);
	return {prompt, find: (context, key) => indexes.get(context)?.get(key)};
};

export const usualKeymap = createKeymap();

/** The usual meaning of a key. */
export const findIntent = usualKeymap.find;
