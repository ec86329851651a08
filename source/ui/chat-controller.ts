import type {App} from '../app/app.ts';
import type {BenchPart} from '../domain/bench-part.ts';
import type {KeptDraft, Notebook} from '../domain/notebook.ts';
import type {Schedule} from '../domain/ports.ts';
import type {Setup} from '../domain/setup.ts';
import {createAskController} from './asks/ask-controller.ts';
import type {BenchOpener} from './bench/open-bench.ts';
import type {BenchTarget} from './bench/section.ts';
import type {Details} from './details/open-details.ts';
import {createSetupController} from './first-run/setup-controller.ts';
import type {Frame} from './frame/build-frame.ts';
import {createArmedKeys} from './input/armed-keys.ts';
import type {Intent, PlainIntent} from './input/binding.ts';
import {createComposer} from './input/composer.ts';
import {createKeyIntake, type KeyIntake} from './input/key-intake.ts';
import {type Keymap, usualKeymap} from './input/keymap.ts';
import {createKeysOverlay} from './input/keys-overlay.ts';
import {createServerKeys} from './input/server-keys.ts';
import {createTypingKeeper} from './input/typing-keeper.ts';
import {createPickController} from './pick/pick-controller.ts';
import {initialView, type ViewState} from './view-state.ts';
import type {WindowHost} from './window-host.ts';

export type ChatController = {
	readonly getView: () => ViewState;
	readonly subscribe: (listener: () => void) => () => void;
	/** A key by its name, the text it types, if any, and when it was pressed, if that was not now. */
	readonly onKey: (name: string, text: string, at?: number) => void;
	readonly onPaste: (text: string) => void;
	/** The same as they were read, where a paste may look like keys. */
	readonly intake: Omit<KeyIntake, 'dispose'>;
	/** Whether keys answer the first question now, rather than edit the draft. */
	readonly isAskFocused: () => boolean;
	/** Told of every frame once it is on the screen; only then can anybody have read the question in it. */
	readonly drawn: (frame: Pick<Frame, 'askId' | 'maxScroll' | 'draftWidth'>) => void;
	/** Does what a key does, by the name of its intent. */
	readonly act: (intent: PlainIntent) => void;
	/** Shows a part of the workbench. */
	readonly openPart: (part: BenchPart, target?: BenchTarget) => void;
	readonly startSetup: () => void;
	/** Puts a text into the draft. */
	readonly putDraft: (text: string) => void;
	/** The same for a message that was not sent: it goes before what was written later. */
	readonly putBack: (text: string) => void;
	/** What is being written. */
	readonly draft: () => KeptDraft;
	/** Puts it back, with its pastes. */
	readonly restoreDraft: (draft: KeptDraft) => void;
	/** From now on what is typed is kept there. Brings back what was. */
	readonly useNotebook: (notebook: Notebook) => Promise<void>;
	/** Lets go of the store. */
	readonly dispose: () => void;
};

type ControllerDeps = {
	readonly app: App;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly quit: () => void;
	readonly host: WindowHost;
	readonly details: () => Details;
	readonly bench: () => BenchOpener;
	/** Absent where nothing can be set up. */
	readonly setup?: Setup;
	/** The usual keys without it. */
	readonly keymap?: Keymap;
};

/** Where every key goes: to what lies over the draft first, then to the draft. */
export const createChatController = (deps: ControllerDeps): ChatController => {
	const {app, now, schedule, quit, host, details, bench, keymap = usualKeymap} = deps;
	let view = initialView;
	let maxScroll = 0;
	let pressedAt: number | undefined;
	const listeners = new Set<() => void>();
	const getView = (): ViewState => view;
	const setView = (next: ViewState): void => {
		if (next !== view) {
			if (next.draft !== view.draft) {
				composer.note(view, next);
				keeper.note();
			}
			// It grows at its end, whoever adds to it; what an earlier run sent is put before it.
			for (const text of next.history === view.history ? [] : next.history.slice(view.history.length)) {
				keeper.remember(text);
			}
			view = next;
			for (const listener of listeners) {
				listener();
			}
		}
	};
	const whenPressed = (): number => pressedAt ?? now();
	const composer = createComposer({app, now, pressedAt: whenPressed, getView, setView, host});
	const keeper = createTypingKeeper({
		getView,
		setView,
		restore: composer.restore,
		keep: composer.keep,
		waiting: () => app.getState().queue.map(({text}) => text),
	});
	const say = (text: string): void => app.report({type: 'notice-raised', tone: 'info', text});
	const asks = createAskController({
		app,
		now,
		pressedAt: whenPressed,
		getView,
		setView,
		setQuietly(next) {
			view = next;
		},
		clearOrQuit: () => armed.clearOrQuit(),
		takeQueueBack: composer.takeQueueBack,
		keepText(text) {
			composer.keep(text);
			say(
				'The question was over before your editor was. What you wrote is in the history: up brings it back.',
			);
		},
		host,
		details,
	});
	const pick = createPickController({
		app,
		now,
		keymap,
		schedule,
		getView,
		setView,
		composer,
		act: intent => {
			const action = Object.entries(plainActions).find(([name]) => name === intent)?.[1];
			action?.();
		},
	});
	const setup = createSetupController({
		getView,
		setView,
		hasTour: () => app.suggestion() !== undefined,
		beginTour: () => app.submit(app.suggestion() ?? ''),
		say,
		clearOrQuit: () => armed.clearOrQuit(),
		now,
		pressedAt: whenPressed,
		...(deps.setup === undefined ? {} : {setup: deps.setup}),
	});
	const overlay = createKeysOverlay({
		getView,
		setView,
		maxScroll: () => maxScroll,
		// The overlay hides the question until the next frame is drawn.
		onHide: () => asks.markShown(undefined),
	});
	const goBack = (): void => {
		const intent = keymap.find('prompt', 'esc esc');
		if (intent !== undefined) {
			act(intent);
		}
	};
	const serverKeys = createServerKeys({app, schedule, pressedAt: whenPressed, getView});
	const armed = createArmedKeys({app, schedule, getView, setView, composer, quit, goBack});
	// In the order in which they get keys.
	const layers = [overlay, setup, asks, pick];
	let {queue} = app.getState();
	const unsubscribe = app.subscribe(() => {
		asks.followQueue();
		const before = queue;
		({queue} = app.getState());
		if (queue !== before) keeper.note();
	});

	/** A question that waits is drawn anew when the user is back, and counts from then on. */
	const openPart = (part: BenchPart, target?: BenchTarget): void =>
		void asks.lookAway(() => bench().open(part, target));

	const plainActions: Readonly<Record<PlainIntent, () => void>> = {
		submit: composer.submit,
		interrupt: armed.interrupt,
		rewind: pick.chooseMessage,
		up: composer.up,
		down: composer.down,
		undo: composer.undo,
		redo: composer.redo,
		yank: composer.yank,
		'clear-or-quit': armed.clearOrQuit,
		'quit-when-empty': () => (composer.isEmpty() ? quit() : composer.edit('delete')),
		'cycle-approvals': app.cycleApprovalMode,
		'accept-suggestion': () => (view.ask === undefined ? composer.takeSuggestion() : asks.focus()),
		'show-keys': overlay.open,
		'choose-highlighted': asks.chooseHighlighted,
		'open-palette': pick.openPalette,
		'search-history': pick.searchHistory,
		'show-details': () => void asks.lookAway(details().openCalls),
		'show-thinking': () => void asks.lookAway(() => details().openThinking()),
		'show-stats': () => void asks.lookAway(() => details().openStats('Session')),
		'show-turn': () => void asks.lookAway(() => details().openStats('Turn')),
		'show-servers': () => openPart('servers'),
		'show-tools': () => openPart('tools'),
		'show-traffic': () => openPart('traffic'),
		'show-sessions': () => openPart('sessions'),
		'edit-outside': composer.editOutside,
		redraw: host.redraw,
		suspend: host.suspend,
	};

	const act = (intent: Intent): void => {
		switch (intent.type) {
			case 'edit':
				composer.edit(intent.edit);
				break;
			case 'choose':
				asks.choose(intent.choice);
				break;
			case 'highlight':
				asks.highlight(intent.step);
				break;
			// They take their keys themselves.
			case 'form':
			case 'editor':
			case 'pick':
				break;
			case 'explain':
				asks.explain(intent.hint);
				break;
			case 'scroll':
				asks.scroll(intent.step);
				break;
			default:
				plainActions[intent.type]();
		}
	};

	/** A key that has no meaning just now is a letter like any other. */
	const isMeaningless = (intent: Intent): boolean =>
		(intent.type === 'show-keys' && view.draft.text !== '') ||
		(intent.type === 'choose' && !asks.offers(intent.choice));

	const handleKey = (name: string, text: string): void => {
		asks.followQueue();
		if (layers.some(layer => layer.takesKey(name, text))) {
			return;
		}
		const intent = keymap.find(asks.context(), name);
		if (intent?.type !== 'interrupt') {
			armed.disarmBack();
		}
		const meant = intent && isMeaningless(intent) ? undefined : intent;
		serverKeys.pressed(meant);
		meant === undefined ? composer.typed(text) : act(meant);
		serverKeys.typed();
		pick.followDraft(text);
	};

	const onKey = (name: string, text: string, at = now()): void => {
		pressedAt = at;
		handleKey(name, text);
		pressedAt = undefined;
	};

	const onPaste = (text: string): void => {
		armed.disarmBack();
		if (!layers.some(layer => layer.takesPaste(text))) {
			serverKeys.pressed();
			composer.pasted(text);
			serverKeys.typed();
			pick.followPaste();
		}
	};
	const intake = createKeyIntake({onKey, onPaste, now, schedule});

	return {
		getView,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		isAskFocused: asks.isAskFocused,
		drawn(frame) {
			maxScroll = frame.maxScroll;
			composer.drawn(frame);
			asks.drawn(frame);
			setup.drawn();
		},
		onKey,
		onPaste,
		intake,
		act: intent => plainActions[intent](),
		openPart,
		startSetup: setup.start,
		putDraft: composer.put,
		putBack: composer.putBack,
		draft: keeper.draft,
		restoreDraft: composer.restore,
		async useNotebook(notebook) {
			const found = await keeper.use(notebook);
			if (found === 'restored') {
				say('The draft that was not sent last time is back; ctrl+c clears it.');
			} else if (found === 'kept') {
				say('The draft that was not sent last time is in the history: up brings it back.');
			}
		},
		dispose() {
			for (const part of [serverKeys, armed, intake, pick, setup]) part.dispose();
			unsubscribe();
		},
	};
};
