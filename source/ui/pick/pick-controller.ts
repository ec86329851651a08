import type {App} from '../../app/app.ts';
import type {PromptDefinition, ResourceTemplate} from '../../domain/catalogue.ts';
import type {Schedule} from '../../domain/ports.ts';
import {promptCommand} from '../../domain/prompt-command.ts';
import {expandTemplate, templateVariables} from '../../domain/uri-template.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Composer} from '../input/composer.ts';
import type {Keymap} from '../input/keymap.ts';
import type {KeyLayer} from '../key-layer.ts';
import type {ViewState} from '../view-state.ts';
import {createCompletion} from './completion.ts';
import type {DraftToken} from './draft-token.ts';
import {createFields} from './fields.ts';
import {createSearch} from './search.ts';

export type PickDeps = {
	readonly app: App;
	readonly now: () => number;
	readonly keymap: Keymap;
	readonly schedule: Schedule;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	readonly composer: Pick<Composer, 'replaceWord' | 'send' | 'startWith'>;
	/** Does what a key of the prompt would do, by the name of its intent. */
	readonly act: (intent: string) => void;
};

export type PickController = KeyLayer & {
	/** Opens, narrows or closes the list that belongs to what is being typed; `text` is what came last. */
	readonly followDraft: (text: string) => void;
	/** What is pasted is meant as it is: no list belongs to it. */
	readonly followPaste: () => void;
	readonly openPalette: () => void;
	readonly searchHistory: () => void;
	/** Lets the user choose a message to go back to before. */
	readonly chooseMessage: () => void;
	readonly dispose: () => void;
};

/** Nobody types this much at once. */
const typedCharacters = 80;

/** Everything that is chosen from lists: what a draft may name, the palette, the history, and values for them. */
export const createPickController = (deps: PickDeps): PickController => {
	const {app, getView, composer} = deps;
	const fields = createFields(deps);

	/** What the user chose is a message like one that was typed. */
	const submit = (prompt: PromptDefinition, values: Readonly<Record<string, string>>): void =>
		composer.send(promptCommand(prompt.server, prompt.prompt, values));

	const choosePrompt = (prompt: PromptDefinition): void => {
		if (prompt.arguments.length === 0) {
			submit(prompt, {});
			return;
		}
		fields.open({
			server: prompt.server,
			subject: {type: 'prompt', name: prompt.prompt},
			title: sanitiseLine(`/${prompt.server}:${prompt.prompt}`),
			about: sanitiseLine(prompt.description),
			fields: prompt.arguments.map(({name, description, required}) => ({
				name,
				description,
				isRequired: required,
			})),
			outcomeOf: () => '',
			onDone: values => submit(prompt, values),
		});
	};

	const chooseTemplate = ({server, uriTemplate, description}: ResourceTemplate, token: DraftToken): void => {
		const addressOf = (values: Readonly<Record<string, string>>): string =>
			`@${server}:${expandTemplate(uriTemplate, values)}`;
		const insert = (values: Readonly<Record<string, string>>): void =>
			composer.replaceWord(token, `${addressOf(values)} `);
		const variables = templateVariables(uriTemplate);
		if (variables.length === 0) {
			insert({});
			return;
		}
		fields.open({
			server,
			subject: {type: 'template', uriTemplate},
			title: sanitiseLine(`@${server}:${uriTemplate}`),
			about: sanitiseLine(description),
			fields: variables.map(variable => ({...variable, description: ''})),
			outcomeOf: values => sanitiseLine(addressOf(values)),
			onDone: insert,
		});
	};

	const completion = createCompletion({...deps, choosePrompt, chooseTemplate});
	const search = createSearch({...deps, choosePrompt});
	let servers = app.getState().servers;
	const unsubscribe = app.subscribe(() => {
		const {servers: current} = app.getState();
		if (current !== servers) {
			servers = current;
			completion.refresh();
		}
	});

	/** What came into the draft from a list was chosen, not typed. */
	const settleUnlessOpen = (): void => {
		if (getView().pick === undefined) {
			completion.settle();
		}
	};

	return {
		takesKey(name, text) {
			if (!fields.isOpen() && !search.isOpen()) {
				return completion.takesKey(name);
			}
			if (fields.isOpen()) {
				fields.onKey(name, text);
			} else {
				search.onKey(name, text);
			}
			settleUnlessOpen();
			return true;
		},
		takesPaste(text) {
			if (fields.isOpen()) {
				fields.onPaste(text);
				return true;
			}
			if (search.isOpen()) {
				search.onPaste(text);
				return true;
			}
			return false;
		},
		followDraft(text) {
			if (getView().pick?.isModal === true) {
				return;
			}
			if (text.length > typedCharacters || text.includes('\n')) {
				completion.settle();
			} else {
				completion.follow();
			}
		},
		followPaste: completion.settle,
		openPalette() {
			completion.close();
			search.openPalette();
		},
		searchHistory() {
			completion.close();
			search.openHistory();
		},
		chooseMessage() {
			completion.close();
			search.openMessages();
		},
		dispose() {
			unsubscribe();
			completion.dispose();
			fields.dispose();
		},
	};
};
