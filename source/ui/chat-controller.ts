import type {App} from '../app/create-app.ts';
import type {Schedule} from '../domain/ports.ts';
import {sanitise} from '../support/sanitise.ts';
import {createAskController} from './asks/ask-controller.ts';
import type {Frame} from './frame/build-frame.ts';
import type {Intent, PlainIntent} from './input/binding.ts';
import {editDraft, moveVertically, putDraftAway, typeText, withDraft} from './input/draft-keys.ts';
import {findIntent} from './input/keymap.ts';
import {bufferOf} from './input/text-buffer.ts';
import {initialView, type ViewState} from './view-state.ts';

export type ChatController = {
	readonly getView: () => ViewState;
	readonly subscribe: (listener: () => void) => () => void;
	/** A key by its name, and the text it types, if any. */
	readonly onKey: (name: string, text: string) => void;
	readonly onPaste: (text: string) => void;
	/** Whether keys answer the first question now, rather than edit the draft. */
	readonly isAskFocused: () => boolean;
	/** Told of every frame once it is on the screen; only then can anybody have read the question in it. */
	readonly drawn: (frame: Pick<Frame, 'askId' | 'maxScroll'>) => void;
	/** Lets go of the store. */
	readonly dispose: () => void;
};

type ControllerDeps = {
	readonly app: App;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly quit: () => void;
};

const quitMilliseconds = 2000;
/** Whoever types into a field that goes away by itself may press enter before noticing. */
const lostFieldMilliseconds = 1500;

export const createChatController = ({app, now, schedule, quit}: ControllerDeps): ChatController => {
	let view = initialView;
	let maxScroll = 0;
	let cancelDisarming = (): void => undefined;
	const listeners = new Set<() => void>();
	const set = (next: ViewState): void => {
		if (next !== view) {
			view = next;
			for (const listener of listeners) {
				listener();
			}
		}
	};
	const asks = createAskController({
		app,
		now,
		getView: () => view,
		setView: set,
		setQuietly(next) {
			view = next;
		},
		clearOrQuit: () => clearOrQuit(),
		takeQueueBack: () => takeQueueBack(),
	});
	const unsubscribe = app.subscribe(asks.followQueue);

	const submit = (): void => {
		const {text, cursor} = view.draft;
		if (now() - view.lostFieldAt < lostFieldMilliseconds) {
			return;
		}
		if (text[cursor - 1] === '\\') {
			set(typeText(editDraft(view, 'backspace', now()), '\n', now()));
			return;
		}
		const message = text === '' ? suggestion() : text;
		if (message !== undefined && message.trim() !== '') {
			const draft = text === '' ? bufferOf(message) : view.draft;
			set(putDraftAway({...view, draft}, now()));
			app.submit(message);
		}
	};

	const suggestion = (): string | undefined => {
		const text = app.getState().turn === undefined ? app.suggestion() : undefined;
		return text === undefined ? undefined : sanitise(text);
	};

	const takeQueueBack = (): void => {
		const queued = app.withdrawQueue();
		if (queued !== '') {
			const text = view.draft.text === '' ? queued : `${queued}\n${view.draft.text}`;
			set(withDraft(view, bufferOf(text)));
		}
	};

	const interrupt = (): void => {
		takeQueueBack();
		app.interrupt();
	};

	const clearOrQuit = (): void => {
		if (view.isQuitArmed) {
			quit();
			return;
		}
		cancelDisarming();
		set({...putDraftAway(view, now()), isQuitArmed: true});
		cancelDisarming = schedule(() => set({...view, isQuitArmed: false}), quitMilliseconds);
	};

	const acceptSuggestion = (): void => {
		if (view.ask !== undefined) {
			asks.focus();
			return;
		}
		const suggested = view.draft.text === '' ? suggestion() : undefined;
		if (suggested !== undefined) {
			set(withDraft(view, bufferOf(suggested)));
		}
	};

	const plainActions: Readonly<Record<PlainIntent, () => void>> = {
		submit,
		interrupt,
		up: () => set(moveVertically(view, 'up')),
		down: () => set(moveVertically(view, 'down')),
		'clear-or-quit': clearOrQuit,
		'quit-when-empty': () => (view.draft.text === '' ? quit() : set(editDraft(view, 'delete', now()))),
		'cycle-approvals': app.cycleApprovalMode,
		'accept-suggestion': acceptSuggestion,
		'show-keys': () => set({...view, isKeysOpen: true, keysScroll: 0}),
		'choose-highlighted': asks.chooseHighlighted,
	};

	const act = (intent: Intent): void => {
		switch (intent.type) {
			case 'edit':
				set(editDraft(view, intent.edit, now()));
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

	const typed = (text: string): void => {
		if (text !== '') {
			set(typeText(view, text, now()));
		}
	};

	/** The list of keys scrolls where it does not fit; any other key closes it. */
	const onOverlayKey = (name: string): void => {
		const intent = findIntent('scrolling', name);
		const step = intent?.type === 'scroll' && maxScroll > 0 ? intent.step : undefined;
		set(
			step === undefined
				? {...view, isKeysOpen: false}
				: {...view, keysScroll: Math.min(maxScroll, Math.max(0, view.keysScroll + step))},
		);
	};

	return {
		getView: () => view,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		isAskFocused: asks.isAskFocused,
		drawn(frame) {
			maxScroll = frame.maxScroll;
			asks.drawn(frame);
		},
		onKey(name, text) {
			asks.followQueue();
			if (view.isKeysOpen) {
				// The overlay hides the question until the next frame is drawn.
				asks.markShown(undefined);
				onOverlayKey(name);
				return;
			}
			if (asks.takesKey(name, text)) {
				return;
			}
			const intent = findIntent(asks.context(), name);
			if (intent === undefined || isMeaningless(intent)) {
				typed(text);
			} else {
				act(intent);
			}
		},
		onPaste(text) {
			if (!asks.takesPaste(text)) {
				typed(text);
			}
		},
		dispose() {
			cancelDisarming();
			unsubscribe();
		},
	};
};
