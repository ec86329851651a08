import type {App} from '../../app/app.ts';
import {commands} from '../../app/commands/run-command.ts';
import type {PromptDefinition, ResourceTemplate} from '../../domain/catalogue.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {PickStep} from '../input/binding.ts';
import type {Composer} from '../input/composer.ts';
import {findIntent} from '../input/keymap.ts';
import type {ViewState} from '../view-state.ts';
import {type DraftToken, tokenAt} from './draft-token.ts';
import {moveHighlight} from './move-highlight.ts';
import {
	commandEntry,
	promptEntries,
	resourceEntries,
	serversNote,
	textEntries,
	toolEntries,
} from './pick-entries.ts';
import type {CompletionView, PickEntry, PickItem} from './pick-view.ts';
import {firstHighlight, rankFor} from './rank-entries.ts';
import {createResourcePreview} from './resource-preview.ts';
import {createServerStart} from './server-start.ts';

type CompletionDeps = {
	readonly app: Pick<App, 'getState' | 'subscribe' | 'catalogue' | 'argumentsOf'>;
	readonly schedule: Schedule;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	readonly composer: Pick<Composer, 'replaceWord'>;
	readonly choosePrompt: (prompt: PromptDefinition) => void;
	/** `token` is what its address takes the place of. */
	readonly chooseTemplate: (template: ResourceTemplate, token: DraftToken) => void;
};

const titles: Readonly<Record<DraftToken['type'], string>> = {
	command: 'commands',
	argument: 'what it takes',
	resource: 'resources',
	tool: 'tools',
};

const namesOfCommands = commands.flatMap(({name, aliases}) => [name, ...aliases]);

/** A list below the transcript that follows the word at the cursor. The draft keeps the keyboard. */
export const createCompletion = (deps: CompletionDeps) => {
	const {app, getView, setView} = deps;
	const {catalogue} = app;
	let token: DraftToken | undefined;
	let entries: readonly PickEntry[] = [];
	/** The word whose list the user has closed. */
	let dismissed: string | undefined;
	let lastText = '';

	const open = (): CompletionView | undefined => {
		const {pick} = getView();
		return pick?.kind === 'completion' ? pick : undefined;
	};
	const servers = createServerStart(app, () => refresh());
	const preview = createResourcePreview({
		catalogue,
		schedule: deps.schedule,
		onPreview(found) {
			const list = open();
			if (list !== undefined) {
				setView({...getView(), pick: {...list, preview: found}});
			}
		},
	});

	const close = (): void => {
		token = undefined;
		entries = [];
		preview.follow(undefined);
		servers.forget();
		if (open() !== undefined) {
			const {pick: _, ...view} = getView();
			setView(view);
		}
	};

	/** Whether servers that are not there yet may have something for it. */
	const needsServers = ({type, query}: DraftToken): boolean =>
		type === 'resource' ||
		type === 'tool' ||
		(type === 'command' && !namesOfCommands.some(name => name.startsWith(query)));

	const entriesOf = ({type, command = ''}: DraftToken): readonly PickEntry[] => {
		switch (type) {
			case 'command':
				return [...commands.map(commandEntry), ...promptEntries(catalogue)];
			case 'argument':
				return textEntries(app.argumentsOf(command));
			case 'resource':
				return resourceEntries(catalogue);
			case 'tool':
				return toolEntries(catalogue);
		}
	};

	const show = (next: DraftToken, highlight: number, items: readonly PickItem[]): void => {
		const note = needsServers(next) ? serversNote(app.getState().servers, servers.isUnderWay()) : undefined;
		// An empty list is worth a look only while somebody is still to add to it.
		if (items.length === 0 && (note === undefined || !servers.isUnderWay())) {
			close();
			return;
		}
		const choice = items[highlight]?.choice;
		const found = preview.follow(choice?.type === 'resource' ? choice.resource : undefined);
		const peak = Math.max(items.length, token?.type === next.type ? (open()?.peak ?? 0) : 0);
		token = next;
		setView({
			...getView(),
			pick: {
				kind: 'completion',
				isModal: false,
				title: titles[next.type],
				items,
				highlight,
				peak,
				...(note === undefined ? {} : {note}),
				...(next.type === 'resource' ? {preview: found ?? {summary: '', lines: []}} : {}),
			},
		});
	};

	const renew = (current: DraftToken): void => {
		const list = open();
		const label = list?.items[list.highlight]?.label;
		entries = entriesOf(current);
		const items = rankFor(current, entries);
		const kept = items.findIndex(item => item.label === label);
		show(current, kept === -1 ? firstHighlight(current, items) : kept, items);
	};

	/** What servers offer may be more by now. */
	const refresh = (): void => {
		if (open() !== undefined && token !== undefined) {
			renew(token);
		}
	};

	const follow = (): void => {
		const view = getView();
		const isTyped = view.draft.text !== lastText;
		lastText = view.draft.text;
		const hasKeyboard = view.historyIndex === undefined && view.ask?.isFocused !== true;
		const next = hasKeyboard ? tokenAt(view.draft) : undefined;
		const place = next && `${next.type} ${next.start}`;
		if (next === undefined || place !== dismissed) {
			dismissed = undefined;
		}
		if (next === undefined || dismissed !== undefined || (open() === undefined && !isTyped)) {
			close();
			return;
		}
		if (needsServers(next)) {
			servers.want();
		}
		const isSame = token?.type === next.type && token.command === next.command;
		entries = isSame ? entries : entriesOf(next);
		const items = rankFor(next, entries);
		const list = open();
		const isUnmoved = isSame && token?.query === next.query && list !== undefined;
		show(next, isUnmoved ? list.highlight : firstHighlight(next, items), items);
	};

	const replace = (text: string): void => {
		if (token !== undefined) {
			deps.composer.replaceWord(token, text);
		}
	};

	const choose = ({choice, label}: PickItem, from: DraftToken, step: PickStep): void => {
		switch (choice.type) {
			case 'command':
				replace(choice.argument === '' ? `/${choice.name}` : `/${choice.name} `);
				break;
			case 'text':
				replace(from.type === 'argument' ? choice.text : `${choice.text} `);
				dismissed = from.type === 'argument' ? `argument ${from.start}` : undefined;
				break;
			case 'resource':
				replace(`@${choice.resource.server}:${choice.resource.uri} `);
				break;
			case 'prompt':
				// Tab only writes: what needs no values would be sent at once.
				if (step === 'take' && choice.prompt.arguments.length === 0) {
					replace(`/${label}`);
					break;
				}
				close();
				deps.choosePrompt(choice.prompt);
				return;
			case 'template':
				close();
				deps.chooseTemplate(choice.template, from);
				return;
			case 'intent':
			case 'message':
			case 'rewind':
				return;
		}
		follow();
	};

	/** Whether enter has nothing to add. */
	const isThere = ({choice, label, also = []}: PickItem, {query}: DraftToken): boolean =>
		choice.type !== 'prompt' && (query === label || (choice.type === 'command' && also.includes(query)));

	return {
		follow,
		refresh,
		close,
		/** No list for the draft as it is now. */
		settle(): void {
			lastText = getView().draft.text;
			close();
		},
		dispose(): void {
			servers.dispose();
		},
		takesKey(name: string): boolean {
			const list = open();
			const intent = findIntent('completion', name);
			if (list === undefined || token === undefined || intent?.type !== 'pick') {
				return false;
			}
			const {items, highlight} = list;
			const moved = items.length === 0 ? undefined : moveHighlight(intent.step, highlight, items.length);
			if (intent.step === 'close') {
				dismissed = `${token.type} ${token.start}`;
				close();
				return true;
			}
			if (moved !== undefined) {
				show(token, moved, items);
				return true;
			}
			const item = items[intent.step === 'take' ? Math.max(0, highlight) : highlight];
			if (item === undefined || (intent.step === 'accept' && isThere(item, token))) {
				close();
				return false;
			}
			choose(item, token, intent.step);
			return true;
		},
	};
};
