import type {App} from '../../app/create-app.ts';
import type {Ask, AskAnswer, BrowserTry} from '../../domain/ask.ts';
import {withDraft} from '../input/draft-keys.ts';
import {findIntent} from '../input/keymap.ts';
import {bufferOf, edits, emptyBuffer, insertSafely} from '../input/text-buffer.ts';
import type {AskView, ViewState} from '../view-state.ts';
import {
	type AskChoice,
	type AskContext,
	answerOf,
	answerWithLine,
	choicesOf,
	contextOf,
	opensPage,
} from './ask-choices.ts';
import {createFormKeys} from './form-keys.ts';
import {openForm} from './form-view.ts';

type AskControllerDeps = {
	readonly app: Pick<App, 'getState' | 'answer' | 'openPage'>;
	readonly now: () => number;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Changes what no picture depends on. */
	readonly setQuietly: (view: ViewState) => void;
	readonly clearOrQuit: () => void;
	/** Makes a draft of the messages that wait for their turn. */
	readonly takeQueueBack: () => void;
};

/** A key this soon after a question came onto the screen was meant for something else. */
const guardMilliseconds = 300;

const openAsk = (ask: Ask): AskView => ({
	askId: ask.askId,
	// The first answer is always the one that does nothing.
	highlight: choicesOf(ask)[0]?.choice ?? 'deny',
	scroll: 0,
	isFocused: false,
	...(ask.kind === 'elicitation' && ask.request.mode === 'form' ? {form: openForm(ask.request.schema)} : {}),
});

const browserOf = (ask: Ask): BrowserTry | undefined =>
	ask.kind === 'sign-in' || ask.kind === 'elicitation' ? ask.browser : undefined;

/** Everything that keys do to the first question of the queue. */
export const createAskController = (deps: AskControllerDeps) => {
	const {app, now, getView, setView} = deps;
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

	/** A reason whose question went away by itself is a draft like any other. */
	const withTextAfter = (known: ViewState, text: string): ViewState => {
		const draft = [known.draft.text, text].filter(part => part !== '').join('\n');
		return text === '' ? known : {...withDraft(known, bufferOf(draft)), lastTypedAt: now()};
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
	const isSeen = ({shownAt}: AskView): boolean =>
		shownAt !== undefined && now() - shownAt >= guardMilliseconds;

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
		const {ask, ...known} = view;
		// Only a reason: what was typed for a server is nobody else's.
		const isReason = ask?.line !== undefined && ask.highlight !== 'paste';
		const rest = isReason ? withTextAfter(known, ask.line.text) : known;
		const hadField = ask?.form !== undefined || (ask?.line !== undefined && !isReason);
		const isLost = hadField && ask.isFocused && ask.askId !== answered;
		const guarded = isLost ? {...rest, lostFieldAt: now()} : rest;
		setView(first === undefined ? guarded : {...guarded, ask: openAsk(first)});
	};

	const isAskFocused = (): boolean => {
		const {ask, draft, lastTypedAt} = getView();
		return (
			ask !== undefined &&
			isSeen(ask) &&
			(ask.isFocused || draft.text === '') &&
			now() - lastTypedAt >= guardMilliseconds
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

	const choose = (choice: AskChoice): void => {
		const ask = current();
		const answer = answerOf(choice);
		if (ask !== undefined && opensPage(ask, choice)) {
			app.openPage(ask.askId);
		} else if (answer === undefined) {
			setAsk({line: emptyBuffer, highlight: choice});
		} else {
			give(answer);
		}
	};

	const highlight = (step: -1 | 1): void => {
		const ask = current();
		const choices = ask === undefined ? [] : choicesOf(ask);
		const index = choices.findIndex(({choice}) => choice === getView().ask?.highlight);
		const next = choices[(index + step + choices.length) % choices.length];
		if (next !== undefined) {
			setAsk({highlight: next.choice});
		}
	};

	const scroll = (step: number): void => {
		const ask = getView().ask;
		// A form shows the current field by itself, so it scrolls both ways from there.
		const least = ask?.form === undefined ? 0 : -maxScroll;
		setAsk({scroll: Math.min(maxScroll, Math.max(least, (ask?.scroll ?? 0) + step))});
	};

	const form = createFormKeys({
		getAsk: () => getView().ask,
		setAsk,
		isSeen,
		markUnseen: () => markShown(undefined),
		give: answer => give(answer),
		scroll,
		clearOrQuit: deps.clearOrQuit,
	});

	/** A line that makes the answer shares the editing keys with the draft. */
	const onLineKey = (name: string, text: string): void => {
		const view = getView();
		const line = view.ask?.line ?? emptyBuffer;
		const intent = findIntent('prompt', name);
		if (intent?.type === 'submit') {
			const ask = current();
			const answer = ask === undefined ? undefined : answerWithLine(ask, line.text);
			if (view.ask?.shownAt !== undefined && answer !== undefined) {
				dropLine();
				give(answer);
			}
		} else if (intent?.type === 'interrupt') {
			dropLine();
		} else if (intent?.type === 'edit') {
			setAsk({line: edits[intent.edit](line)});
		} else if (intent?.type === 'clear-or-quit') {
			deps.clearOrQuit();
		} else if (text !== '') {
			setAsk({line: insertSafely(line, text)});
		}
	};

	const hasForm = (): boolean => {
		const ask = getView().ask;
		return ask?.form !== undefined && (ask.isFocused || isAskFocused());
	};

	return {
		followQueue,
		isAskFocused,
		markShown,
		scroll,
		choose,
		highlight,
		drawn(frame: {readonly askId?: string; readonly maxScroll: number}): void {
			maxScroll = frame.maxScroll;
			markShown(frame.askId);
		},
		/** Moves the keyboard to the question. Pressed before it could be seen, the key was meant for something else. */
		focus(): void {
			const ask = getView().ask;
			setAsk({isFocused: ask !== undefined && isSeen(ask)});
		},
		/** The table in which a key is looked up now. */
		context(): 'prompt' | AskContext {
			const ask = current();
			return ask !== undefined && isAskFocused() ? contextOf(ask) : 'prompt';
		},
		/** True when the key was for a line or a form of the question. */
		takesKey(name: string, text: string): boolean {
			if (getView().ask?.line !== undefined) {
				onLineKey(name, text);
				return true;
			}
			if (hasForm()) {
				form.onKey(name, text);
				return true;
			}
			return false;
		},
		takesPaste(text: string): boolean {
			const line = getView().ask?.line;
			if (line !== undefined) {
				setAsk({line: insertSafely(line, text)});
				return true;
			}
			if (hasForm()) {
				form.onPaste(text);
				return true;
			}
			return false;
		},
		chooseHighlighted: () => choose(getView().ask?.highlight ?? 'deny'),
	};
};
