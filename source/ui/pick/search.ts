import type {App} from '../../app/app.ts';
import {commands} from '../../app/commands/run-command.ts';
import type {PromptDefinition} from '../../domain/catalogue.ts';
import {scatteredScore} from '../../support/fuzzy-match.ts';
import type {Composer} from '../input/composer.ts';
import {findIntent, type Keymap} from '../input/keymap.ts';
import {edits, emptyBuffer, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import type {ViewState} from '../view-state.ts';
import {moveHighlight} from './move-highlight.ts';
import {commandEntry, keyEntries, messageEntries, promptEntries, rewindEntries} from './pick-entries.ts';
import type {PickEntry, PickItem, SearchView} from './pick-view.ts';
import {rankEntries} from './rank-entries.ts';

type SearchDeps = {
	readonly app: Pick<App, 'getState' | 'catalogue' | 'submit' | 'rewinding' | 'report'>;
	readonly now: () => number;
	readonly keymap: Keymap;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	readonly composer: Pick<Composer, 'startWith'>;
	readonly act: (intent: string) => void;
	readonly choosePrompt: (prompt: PromptDefinition) => void;
};

const titles: Readonly<Record<SearchView['kind'], string>> = {
	palette: 'everything you can do',
	history: 'what you sent before',
	messages: 'go back to before a message',
};

const notUndone = 'what tools did is not undone; /rewind undo comes back here';

/** An argument that stands in brackets may be left out. */
const needsArgument = (argument: string): boolean => argument !== '' && !argument.startsWith('[');

/** Messages stay in their order: the newest that has all of it first, then the newest in which it is scattered. */
const rankMessages = (query: string, entries: readonly PickEntry[]): readonly PickItem[] => {
	const found = rankEntries(query, entries);
	const places = new Map(entries.map((entry, index) => [entry.label, index]));
	const order = ({score, label}: PickItem): number =>
		(score >= scatteredScore ? entries.length : 0) + (places.get(label) ?? 0);
	return found.toSorted((one, other) => order(one) - order(other));
};

/** The palette and the history: lists that are searched in the place of the draft, which waits as it is. */
export const createSearch = (deps: SearchDeps) => {
	const {app, getView, setView} = deps;
	let entries: readonly PickEntry[] = [];
	/** What was run from the palette, the last one first. */
	let recent: readonly string[] = [];

	const open = (): SearchView | undefined => {
		const {pick} = getView();
		return pick?.kind === 'palette' || pick?.kind === 'history' || pick?.kind === 'messages'
			? pick
			: undefined;
	};

	const show = (kind: SearchView['kind'], typed: TextBuffer): void => {
		const rank = kind === 'palette' ? rankEntries : rankMessages;
		const items = rank(typed.text, entries);
		setView({
			...getView(),
			lastTypedAt: deps.now(),
			isQuitArmed: false,
			pick: {
				kind,
				isModal: true,
				title: titles[kind],
				items,
				// A prompt of a server is sent only by a user who moved to it.
				highlight: items.length === 0 || items[0]?.choice.type === 'prompt' ? -1 : 0,
				peak: entries.length,
				...(kind === 'messages' ? {note: notUndone} : {}),
				typed,
			},
		});
	};

	const close = (): void => {
		entries = [];
		const {pick: _, ...view} = getView();
		setView({...view, lastTypedAt: deps.now()});
	};

	const goBack = (messageId: string): void => {
		const obstacle = app.rewinding.to(messageId);
		if (obstacle !== undefined) {
			app.report({type: 'notice-raised', tone: 'warning', text: obstacle});
		}
	};

	const run = ({choice, label}: PickItem): void => {
		close();
		recent = [label, ...recent.filter(other => other !== label)];
		switch (choice.type) {
			case 'command': {
				if (needsArgument(choice.argument)) {
					deps.composer.startWith(`/${choice.name} `);
				} else {
					app.submit(`/${choice.name}`);
				}
				break;
			}
			case 'prompt':
				deps.choosePrompt(choice.prompt);
				break;
			case 'intent':
				deps.act(choice.intent);
				break;
			case 'message':
				deps.composer.startWith(choice.text);
				break;
			case 'rewind':
				goBack(choice.messageId);
				break;
			case 'text':
			case 'resource':
			case 'template':
		}
	};

	return {
		openPalette(): void {
			const all = [
				...commands.map(commandEntry),
				...promptEntries(app.catalogue),
				...keyEntries(deps.keymap.prompt),
			];
			const used = recent.flatMap(label => all.filter(entry => entry.label === label));
			entries = [...used, ...all.filter(entry => !used.includes(entry))];
			show('palette', emptyBuffer);
		},
		openHistory(): void {
			entries = messageEntries(getView().history);
			show('history', emptyBuffer);
		},
		/** What one can go back to before. */
		openMessages(): void {
			entries = rewindEntries(app.rewinding.points(), deps.now());
			show('messages', emptyBuffer);
		},
		isOpen: (): boolean => open() !== undefined,
		onKey(name: string, text: string): void {
			const list = open();
			if (list === undefined) {
				return;
			}
			const intent = findIntent('search', name) ?? findIntent('prompt', name);
			if (intent?.type === 'pick') {
				const {items, highlight} = list;
				const moved = moveHighlight(intent.step, highlight, items.length);
				const item = items[highlight];
				if (intent.step === 'close') {
					close();
				} else if (items.length > 0 && moved !== undefined) {
					setView({...getView(), pick: {...list, highlight: moved}});
				} else if (item !== undefined) {
					run(item);
				}
			} else if (intent?.type === 'edit') {
				show(list.kind, edits[intent.edit](list.typed));
			} else if (text !== '') {
				show(list.kind, insertSafely(list.typed, text));
			}
		},
		onPaste(text: string): void {
			const list = open();
			if (list !== undefined) {
				show(list.kind, insertSafely(list.typed, text.replaceAll(/\s+/g, ' ')));
			}
		},
	};
};
