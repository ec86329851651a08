import type {ViewState} from '../view-state.ts';
import type {Recall} from './draft-keys.ts';
import {addPaste, foldAgain, isLarge, marksIn, type Pastes, unfold} from './pastes.ts';
import {bufferOf, sanitiseTyped} from './text-buffer.ts';

/** More than anybody writes by hand: it would be slow to edit and is not read in a few rows. */
const hugeCharacters = 20_000;
/** What may be shown in full in the draft. */
const mostShown = 100_000;
/** Messages that come back folded as they were sent. */
const mostShapes = 10;

type FoldingDeps = {
	/** Texts that stand for pastes beside the draft. */
	readonly texts: () => readonly string[];
	/** Lets go of some of them. */
	readonly makeRoom: () => void;
};

/** Turns large texts into single characters of the draft, and back. */
export const createFolding = ({texts, makeRoom}: FoldingDeps) => {
	/** Sent messages in full, and as they were in the draft. */
	let shapes: ReadonlyMap<string, string> = new Map();

	const add = ({draft, setAside, pastes}: ViewState, text: string) => {
		const used = (): ReadonlySet<string> =>
			new Set([draft.text, setAside.text, ...shapes.values(), ...texts()].flatMap(marksIn));
		const added = addPaste(pastes, text, used());
		if (added !== undefined) {
			return added;
		}
		makeRoom();
		shapes = new Map();
		return addPaste(pastes, text, used());
	};

	/** The text as the draft has it; whole where nothing else is possible. */
	const foldIf = (view: ViewState, text: string, isTooMuch: boolean): {text: string; pastes: Pastes} => {
		const added = isTooMuch ? add(view, text) : undefined;
		return added === undefined ? {text, pastes: view.pastes} : {text: added.mark, pastes: added.pastes};
	};

	/** Messages that waited come back in one text: what was pasted into each is still not typed. */
	const shaped = (text: string): string =>
		[...shapes].reduce((folded, [whole, shape]) => folded.replace(whole, () => shape), text);

	const recall: Recall = (view, text) => {
		const shape = shapes.get(text) ?? shaped(sanitiseTyped(text));
		const isTooMuch = marksIn(shape).length === 0 && shape.length > hugeCharacters;
		const {text: folded, pastes} = foldIf(view, shape, isTooMuch);
		return {draft: bufferOf(folded), pastes};
	};

	return {
		/** For what is pasted. */
		fold: (view: ViewState, text: string) => foldIf(view, text, isLarge(text)),
		/** For what comes from somewhere else, which may be larger than anything that is typed, and is not to be trusted. */
		recall,
		/** For what was edited elsewhere: what was pasted into the draft that it was is found again. */
		refold(view: ViewState, text: string, was: string): Pick<ViewState, 'draft' | 'pastes'> {
			const folded = foldAgain(text, marksIn(was), view.pastes);
			const {text: kept, pastes} = foldIf(
				view,
				folded,
				marksIn(folded).length === 0 && folded.length > hugeCharacters,
			);
			return {draft: bufferOf(kept), pastes};
		},
		/** Called before the draft is emptied, so that it can come back as it is. */
		noteSent({draft, pastes}: ViewState): void {
			if (marksIn(draft.text).length > 0) {
				shapes = new Map([...shapes, [unfold(draft.text, pastes), draft.text] as const].slice(-mostShapes));
			}
		},
		/** The draft with the paste at the cursor shown in full; undefined when there is none, or too much of it. */
		showAtCursor({draft: {text, cursor}, pastes}: ViewState): ViewState['draft'] | undefined {
			const isPaste = (at: number): boolean => pastes.has(text[at] ?? '');
			const at = isPaste(cursor - 1) ? cursor - 1 : cursor;
			const content = isPaste(at) ? pastes.get(text[at] ?? '')?.text : undefined;
			return content === undefined || content.length > mostShown
				? undefined
				: {text: text.slice(0, at) + content + text.slice(at + 1), cursor: at + content.length};
		},
	};
};
