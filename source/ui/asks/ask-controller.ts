import type {App} from '../../app/app.ts';
import type {Ask, AskAnswer, BrowserTry} from '../../domain/ask.ts';
import type {Details} from '../details/open-details.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {findIntent} from '../input/keymap.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import {type AskView, isCovered, type ViewState} from '../view-state.ts';
import type {WindowHost} from '../window-host.ts';
import {createArgumentCheck} from './argument-check.ts';
import {createArgumentEditing} from './argument-editing.ts';
import {answerOf, opensPage} from './ask-answers.ts';
import {type AskChoice, type AskContext, choicesOf, contextOf} from './ask-choices.ts';
import {createAskTexts} from './ask-texts.ts';
import {createEditorKeys} from './editor-keys.ts';
import {createFieldKeys, createLineKeys} from './line-keys.ts';
import {withTextOf} from './lost-text.ts';
import {browserOf, openAskView} from './open-ask-view.ts';

type AskControllerDeps = {
	readonly app: Pick<App, 'getState' | 'answer' | 'openPage' | 'checkArguments' | 'catalogue'>;
	readonly host: Pick<WindowHost, 'editText'>;
	readonly details: () => Pick<Details, 'openAsk'>;
	readonly now: () => number;
	/** When the key was pressed that is being handled; now, where none is. */
	readonly pressedAt: () => number;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Changes what no picture depends on. */
	readonly setQuietly: (view: ViewState) => void;
	readonly clearOrQuit: () => void;
	/** Makes a draft of the messages that wait for their turn. */
	readonly takeQueueBack: () => void;
	/** Keeps a text that was written for a question that is over. */
	readonly keepText: (text: string) => void;
};

/** Everything that keys do to the first question of the queue. */
export const createAskController = (deps: AskControllerDeps) => {
	const {app, now, getView, setView, details} = deps;
	let maxScroll = 0;
	let answered: string | undefined;
	let browser: BrowserTry | undefined;

	const setAsk = (change: Partial<AskView>): void => {
		const view = getView();
		if (view.ask !== undefined) {
			setView({...view, ask: {...view.ask, ...change}});
		}
	};
	const dropLine = (): void => {
		const view = getView();
		if (view.ask !== undefined) {
			const {line: _, ...ask} = view.ask;
			setView({...view, ask});
		}
	};
	const current = (): Ask | undefined => {
		const [first] = app.getState().asks;
		return first?.askId === getView().ask?.askId ? first : undefined;
	};

	/**
	 * The guard starts when the frame with the question is on the screen: a slow or paused draw must not use
	 * it up. No picture depends on the time, so nobody is told.
	 */
	const markShown = (askId: string | undefined): void => {
		const view = getView();
		if (view.ask !== undefined) {
			const {shownAt, ...ask} = view.ask;
			deps.setQuietly({
				...view,
				ask: askId === ask.askId ? {...ask, shownAt: shownAt ?? now()} : ask,
			});
		}
	};
	const isSeen = ({shownAt}: AskView, at = deps.pressedAt()): boolean =>
		shownAt !== undefined && at - shownAt >= guardMilliseconds;

	/** Follows the head of the queue; each question starts with deny highlighted and not yet shown. */
	const followQueue = (): void => {
		const view = getView();
		const [first] = app.getState().asks;
		const tried = first === undefined ? undefined : browserOf(first);
		const isNews = tried !== browser;
		browser = tried;
		if (first?.askId === view.ask?.askId) {
			if (isNews && view.ask !== undefined) {
				// The same keys mean something else now.
				const {shownAt: _, ...unseen} = view.ask;
				setView({...view, ask: unseen});
			}
			return;
		}
		check.stop();
		const {ask, ...known} = view;
		const rest = ask === undefined || ask.askId === answered ? known : withTextOf(known, ask, now());
		setView(first === undefined ? rest : {...rest, ask: openAskView(first)});
	};

	const isAskFocused = (at = deps.pressedAt()): boolean => {
		const {ask, draft, lastTypedAt} = getView();
		return (
			ask !== undefined &&
			!isCovered(getView()) &&
			isSeen(ask, at) &&
			(ask.isFocused || draft.text === '') &&
			at - lastTypedAt >= guardMilliseconds
		);
	};

	const give = (answer: AskAnswer): void => {
		const askId = getView().ask?.askId;
		if (askId !== undefined) {
			answered = askId;
			// Whoever stops a turn does not want the next one at once.
			if (answer.type === 'stop') {
				deps.takeQueueBack();
			}
			app.answer(askId, answer);
			followQueue();
		}
	};

	/** Turns to another side of the question, whose keys count only when it has been seen. */
	const turnTo = (change: Partial<AskView>): void => {
		markShown(undefined);
		setAsk({...change, isHeld: true, scroll: 0});
	};

	/** A key that closed a window may be pressed once too often: the question is seen anew when it is back. */
	const lookAway = async (open: (callId: string | undefined) => Promise<void>): Promise<void> => {
		const ask = current();
		await open(ask?.kind === 'approval' || ask?.kind === 'result' ? ask.callId : undefined);
		turnTo({});
	};

	const leadOn = (ask: Ask, choice: AskChoice): void => {
		switch (choice) {
			case 'always':
			case 'back': {
				const isKeeping = choice === 'always';
				turnTo({isKeeping, highlight: choicesOf(ask, isKeeping)[0]?.choice ?? 'deny'});
				break;
			}
			case 'edit':
				setAsk({highlight: choice});
				editing.open(ask);
				break;
			case 'explore':
				if (ask.kind === 'approval') {
					void lookAway(() => details().openAsk(ask));
				}
				break;
			default:
				setAsk({line: emptyBuffer, highlight: choice});
		}
	};

	const choose = (choice: AskChoice): void => {
		const ask = current();
		const answer = answerOf(choice);
		if (ask === undefined) {
			return;
		}
		if (ask.kind === 'folder' && choice === 'trust' && getView().ask?.hasSeenEnd !== true) {
			markShown(undefined);
			setAsk({scroll: maxScroll, isHeld: true});
		} else if (opensPage(ask, choice)) {
			app.openPage(ask.askId);
		} else if (answer === undefined) {
			leadOn(ask, choice);
		} else {
			give(answer);
		}
	};

	const choices = () => {
		const ask = current();
		return ask === undefined ? [] : choicesOf(ask, getView().ask?.isKeeping);
	};

	const highlight = (step: -1 | 1): void => {
		const all = choices();
		const index = all.findIndex(({choice}) => choice === getView().ask?.highlight);
		const next = all[(index + step + all.length) % all.length];
		if (next !== undefined) {
			setAsk({highlight: next.choice});
		}
	};

	const scroll = (step: number): void => {
		const ask = getView().ask;
		const least = ask !== undefined && texts.scrollsBothWays(ask) ? -maxScroll : 0;
		setAsk({scroll: Math.min(maxScroll, Math.max(least, (ask?.scroll ?? 0) + step))});
	};

	const check = createArgumentCheck(app.checkArguments);
	const keyDeps = {
		getAsk: () => getView().ask,
		setAsk,
		current,
		isSeen: (ask: AskView) => isSeen(ask),
		turnTo,
		dropLine,
		give,
		scroll,
		check,
		clearOrQuit: deps.clearOrQuit,
	};
	const editing = createArgumentEditing({
		...keyDeps,
		catalogue: app.catalogue,
		host: deps.host,
		keepText: deps.keepText,
	});
	const texts = createAskTexts({
		...keyDeps,
		markUnseen: () => markShown(undefined),
		isAskFocused: () => isAskFocused(),
		line: createLineKeys(keyDeps),
		field: createFieldKeys(keyDeps),
		editor: createEditorKeys({
			...keyDeps,
			switchToForm: editing.switchToForm,
			editOutside: editing.editTextOutside,
		}),
		editing,
	});

	/** Whether a key came so soon after the user turned to this side of the question that it was not meant for it. */
	const isTooSoon = (ask: AskView, name: string): boolean => {
		const asked = current();
		const hasKeyboard = ask.isFocused || getView().draft.text === '';
		if (ask.isHeld !== true || isSeen(ask) || !hasKeyboard || asked === undefined) {
			return false;
		}
		const intent = findIntent(contextOf(asked, ask.isKeeping), name);
		return intent !== undefined && intent.type !== 'clear-or-quit';
	};

	return {
		followQueue,
		/** As a picture of this moment has it. */
		isAskFocused: (): boolean => isAskFocused(now()),
		markShown,
		scroll,
		choose,
		highlight,
		/** Says at the question why a key does nothing. */
		explain: (hint: string): void => setAsk({hint}),
		/** Opens a window in the place of the question, and is told which call the question is about. */
		lookAway,
		drawn(frame: {readonly askId?: string; readonly maxScroll: number}): void {
			maxScroll = frame.maxScroll;
			markShown(frame.askId);
			const view = getView();
			const {ask} = view;
			if (ask !== undefined && ask.askId === frame.askId && ask.scroll >= maxScroll) {
				deps.setQuietly({...view, ask: {...ask, hasSeenEnd: true}});
			}
		},
		/** Moves the keyboard to the question. Pressed before it could be seen, the key was meant for something else. */
		focus(): void {
			const ask = getView().ask;
			setAsk({isFocused: ask !== undefined && isSeen(ask)});
		},
		/** The table in which a key is looked up now. */
		context(): 'prompt' | AskContext {
			const ask = current();
			return ask !== undefined && isAskFocused() ? contextOf(ask, getView().ask?.isKeeping) : 'prompt';
		},
		/** Whether the question can be answered so. */
		offers: (choice: AskChoice): boolean => choices().some(offered => offered.choice === choice),
		/** True when the key was for a text of the question, or for nobody. */
		takesKey(name: string, text: string): boolean {
			const ask = isCovered(getView()) ? undefined : getView().ask;
			return ask !== undefined && (texts.takesKey(ask, name, text) || isTooSoon(ask, name));
		},
		takesPaste(text: string): boolean {
			const ask = isCovered(getView()) ? undefined : getView().ask;
			return ask !== undefined && texts.takesPaste(ask, text);
		},
		chooseHighlighted: () => choose(getView().ask?.highlight ?? 'deny'),
	};
};
