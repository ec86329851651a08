import type {App} from '../app/create-app.ts';
import {assertNever} from '../domain/assert-never.ts';
import type {Schedule} from '../domain/ports.ts';
import {sanitise} from '../support/sanitise.ts';
import {type ApprovalChoice, approvalChoices} from './frame/approval-lines.ts';
import type {Frame} from './frame/build-frame.ts';
import {editDraft, moveVertically, putDraftAway, typeText, withDraft} from './input/draft-keys.ts';
import {findIntent, type Intent, type PlainIntent} from './input/keymap.ts';
import {bufferOf, edits, emptyBuffer, insertSafely} from './input/text-buffer.ts';
import {type AskView, initialView, type ViewState} from './view-state.ts';

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

/** A key this soon after a question came onto the screen was meant for something else. */
const guardMilliseconds = 300;
const quitMilliseconds = 2000;

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
	const setAsk = (change: Partial<AskView>): void => {
		if (view.ask !== undefined) {
			set({...view, ask: {...view.ask, ...change}});
		}
	};

	/** A reason whose question went away by itself is a draft like any other. */
	const withTextAfter = (known: ViewState, text: string): ViewState => {
		const draft = [known.draft.text, text].filter(part => part !== '').join('\n');
		return text === '' ? known : {...withDraft(known, bufferOf(draft)), lastTypedAt: now()};
	};
	const dropReason = (): void => {
		if (view.ask !== undefined) {
			const {reason: _, ...ask} = view.ask;
			set({...view, ask});
		}
	};

	/**
	 * The guard starts when the frame with the question is on the screen: a slow or paused draw must not use
	 * it up. No picture depends on the time, so nobody is told.
	 */
	const markShown = (askId: string | undefined): void => {
		if (view.ask !== undefined) {
			const {shownAt, ...ask} = view.ask;
			view = {...view, ask: askId === ask.askId ? {...ask, shownAt: shownAt ?? now()} : ask};
		}
	};
	const isSeen = ({shownAt}: AskView): boolean =>
		shownAt !== undefined && now() - shownAt >= guardMilliseconds;

	/** Follows the head of the queue; each question starts with deny highlighted and not yet shown. */
	const followQueue = (): void => {
		const askId = app.getState().asks[0]?.askId;
		if (askId === view.ask?.askId) {
			return;
		}
		const {ask, ...known} = view;
		const rest = ask?.reason === undefined ? known : withTextAfter(known, ask.reason.text);
		set(askId === undefined ? rest : {...rest, ask: {askId, highlight: 'deny', scroll: 0, isFocused: false}});
	};
	const unsubscribe = app.subscribe(followQueue);

	const isAskFocused = (): boolean => {
		const {ask, draft, lastTypedAt} = view;
		return (
			ask !== undefined &&
			isSeen(ask) &&
			(ask.isFocused || draft.text === '') &&
			now() - lastTypedAt >= guardMilliseconds
		);
	};

	const choose = (choice: ApprovalChoice): void => {
		const askId = view.ask?.askId;
		if (askId === undefined) {
			return;
		}
		switch (choice) {
			case 'once':
			case 'session':
				app.answer(askId, {type: 'allow', scope: choice});
				break;
			case 'deny':
				app.answer(askId, {type: 'deny'});
				break;
			case 'stop':
				app.answer(askId, {type: 'stop'});
				break;
			case 'reason':
				setAsk({reason: emptyBuffer});
				break;
			default:
				assertNever(choice);
		}
		followQueue();
	};

	const submit = (): void => {
		const {text, cursor} = view.draft;
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

	const interrupt = (): void => {
		const queued = app.withdrawQueue();
		if (queued !== '') {
			const text = view.draft.text === '' ? queued : `${queued}\n${view.draft.text}`;
			set(withDraft(view, bufferOf(text)));
		}
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
			// Pressed before the question could be seen, it was meant for something else.
			setAsk({isFocused: isSeen(view.ask)});
			return;
		}
		const suggested = view.draft.text === '' ? suggestion() : undefined;
		if (suggested !== undefined) {
			set(withDraft(view, bufferOf(suggested)));
		}
	};

	const highlight = (step: -1 | 1): void => {
		const index = approvalChoices.findIndex(({choice}) => choice === view.ask?.highlight);
		const count = approvalChoices.length;
		const next = approvalChoices[(index + step + count) % count];
		if (next !== undefined) {
			setAsk({highlight: next.choice});
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
		'show-keys': () => set({...view, isKeysOpen: true}),
		'choose-highlighted': () => choose(view.ask?.highlight ?? 'deny'),
	};

	const act = (intent: Intent): void => {
		switch (intent.type) {
			case 'edit':
				set(editDraft(view, intent.edit, now()));
				break;
			case 'choose':
				choose(intent.choice);
				break;
			case 'highlight':
				highlight(intent.step);
				break;
			case 'scroll':
				setAsk({scroll: Math.min(maxScroll, Math.max(0, (view.ask?.scroll ?? 0) + intent.step))});
				break;
			default:
				plainActions[intent.type]();
		}
	};

	/** The reason for a denial is a line of its own: it shares the editing keys with the draft. */
	const onReasonKey = (name: string, text: string): void => {
		const reason = view.ask?.reason ?? emptyBuffer;
		const intent = findIntent('prompt', name);
		if (intent?.type === 'submit') {
			if (view.ask?.shownAt === undefined) {
				return;
			}
			const {askId} = view.ask;
			const given = reason.text.trim();
			dropReason();
			app.answer(askId, given === '' ? {type: 'deny'} : {type: 'deny', reason: given});
			followQueue();
		} else if (intent?.type === 'interrupt') {
			dropReason();
		} else if (intent?.type === 'edit') {
			setAsk({reason: edits[intent.edit](reason)});
		} else if (intent?.type === 'clear-or-quit') {
			clearOrQuit();
		} else if (text !== '') {
			setAsk({reason: insertSafely(reason, text)});
		}
	};

	const typed = (text: string): void => {
		if (text !== '') {
			set(typeText(view, text, now()));
		}
	};

	return {
		getView: () => view,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		isAskFocused,
		drawn(frame) {
			maxScroll = frame.maxScroll;
			markShown(frame.askId);
		},
		onKey(name, text) {
			followQueue();
			if (view.isKeysOpen) {
				// The overlay hides the question until the next frame is drawn.
				markShown(undefined);
				set({...view, isKeysOpen: false});
				return;
			}
			if (view.ask?.reason !== undefined) {
				onReasonKey(name, text);
				return;
			}
			const context = isAskFocused() ? 'approval' : 'prompt';
			const intent = findIntent(context, name);
			if (intent === undefined || (intent.type === 'show-keys' && view.draft.text !== '')) {
				typed(text);
			} else {
				act(intent);
			}
		},
		onPaste(text) {
			if (view.ask?.reason !== undefined) {
				setAsk({reason: insertSafely(view.ask.reason, text)});
			} else {
				typed(text);
			}
		},
		dispose() {
			cancelDisarming();
			unsubscribe();
		},
	};
};
