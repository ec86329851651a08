import type {KeptDraft, Notebook} from '../../domain/notebook.ts';
import type {ViewState} from '../view-state.ts';
import {isMark, marksIn, splitAtMarks} from './pastes.ts';

type KeeperDeps = {
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Puts a draft of an earlier run into the composer. */
	readonly restore: (draft: KeptDraft) => void;
	/** Puts a text into the history. */
	readonly keep: (text: string) => void;
	/** Messages that were sent and are in no session yet. */
	readonly waiting: () => readonly string[];
};

/** What became of the draft of an earlier run. */
type Found = 'nothing' | 'restored' | 'kept';

/** The draft that is the user's own: a message that is only looked at in the history is not. */
const ownDraft = ({draft, setAside, historyIndex, pastes}: ViewState): KeptDraft => {
	const {text} = historyIndex === undefined ? draft : setAside;
	return {text, pastes: new Map(marksIn(text).map(mark => [mark, pastes.get(mark)?.text ?? '']))};
};

const wholeText = ({text, pastes}: KeptDraft): string =>
	splitAtMarks(text)
		.map(part => (isMark(part) ? (pastes.get(part) ?? '') : part))
		.join('');

/** Keeps what is typed in a notebook, from when there is one: it is opened after the first frame. */
export const createTypingKeeper = ({getView, setView, restore, keep, waiting}: KeeperDeps) => {
	let notebook: Notebook | undefined;

	/** What a run that ends now leaves for the next one. */
	const unsent = (): KeptDraft => {
		const {text, pastes} = ownDraft(getView());
		return {text: [...waiting(), ...(text === '' ? [] : [text])].join('\n'), pastes};
	};

	const putBefore = (earlier: readonly string[]): void => {
		const view = getView();
		const {historyIndex} = view;
		setView({
			...view,
			history: [...earlier, ...view.history],
			...(historyIndex === undefined ? {} : {historyIndex: historyIndex + earlier.length}),
		});
	};

	return {
		/** As it is now. */
		draft: (): KeptDraft => ownDraft(getView()),
		remember: (text: string): void => notebook?.remember(text),
		/** The draft has changed, or what waits. */
		note: (): void => notebook?.keepDraft(unsent),
		async use(opened: Notebook): Promise<Found> {
			const earlier = await opened.history();
			const sentMeanwhile = getView().history;
			putBefore(earlier);
			notebook = opened;
			for (const text of sentMeanwhile) {
				opened.remember(text);
			}
			// Whoever has begun to write another one gets the old one the next time.
			const found = getView().draft.text === '' ? await opened.findDraft() : undefined;
			// Whoever began while it was looked for goes on undisturbed.
			const isFree = getView().draft.text === '';
			if (found !== undefined) {
				if (isFree) {
					restore(found);
				} else {
					keep(wholeText(found));
				}
			}
			opened.keepDraft(unsent);
			return found === undefined ? 'nothing' : isFree ? 'restored' : 'kept';
		},
	};
};
