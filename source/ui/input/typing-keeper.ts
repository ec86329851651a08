import type {KeptDraft, Notebook} from '../../domain/notebook.ts';
import type {ViewState} from '../view-state.ts';
import {marksIn} from './pastes.ts';

type KeeperDeps = {
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Puts a draft of an earlier run into the composer. */
	readonly restore: (draft: KeptDraft) => void;
};

/** The draft that is the user's own: a message that is only looked at in the history is not. */
const ownDraft = ({draft, setAside, historyIndex, pastes}: ViewState): KeptDraft => {
	const {text} = historyIndex === undefined ? draft : setAside;
	return {text, pastes: new Map(marksIn(text).map(mark => [mark, pastes.get(mark)?.text ?? '']))};
};

/** Keeps what is typed in a notebook, from when there is one: it is opened after the first frame. */
export const createTypingKeeper = ({getView, setView, restore}: KeeperDeps) => {
	let notebook: Notebook | undefined;

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
		remember: (text: string): void => notebook?.remember(text),
		/** The draft has changed. */
		note: (): void => notebook?.keepDraft(() => ownDraft(getView())),
		/** Resolves with whether there was a draft of an earlier run. */
		async use(opened: Notebook): Promise<boolean> {
			const earlier = await opened.history();
			const sentMeanwhile = getView().history;
			putBefore(earlier);
			notebook = opened;
			for (const text of sentMeanwhile) {
				opened.remember(text);
			}
			// Whoever has begun to write another one gets the old one the next time.
			const found = getView().draft.text === '' ? await opened.findDraft() : undefined;
			if (found !== undefined) {
				restore(found);
			}
			opened.keepDraft(() => ownDraft(getView()));
			return found !== undefined;
		},
	};
};
