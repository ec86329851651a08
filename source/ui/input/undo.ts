import type {TextBuffer} from './text-buffer.ts';

const mostSteps = 200;
const mostCharacters = 1_000_000;
/** Keys that were typed faster than they were read come together; more than this was pasted. */
const typedTogether = 32;

type Kind = 'typed' | 'erased' | 'other';

const kindOf = (before: TextBuffer, after: TextBuffer): Kind => {
	const grown = after.text.length - before.text.length;
	const moved = after.cursor - before.cursor;
	if (grown !== moved || Math.abs(grown) > typedTogether) {
		return 'other';
	}
	const isLineBreak = grown > 0 && after.text.slice(before.cursor, after.cursor).includes('\n');
	return isLineBreak || grown === 0 ? 'other' : grown > 0 ? 'typed' : 'erased';
};

/** A word goes with the space behind it. */
const beginsWord = ({text, cursor}: TextBuffer, after: TextBuffer): boolean =>
	/^\S/.test(after.text.slice(cursor, cursor + 1)) && /\s/.test(text[cursor - 1] ?? '');

type Undo = {
	/** Told of every change of the text or of the place in it. */
	readonly note: (before: TextBuffer, after: TextBuffer) => void;
	/** What comes next is a step of its own. */
	readonly seal: () => void;
	/** The draft before the last step; undefined when there is none. */
	readonly undo: (current: TextBuffer) => TextBuffer | undefined;
	readonly redo: (current: TextBuffer) => TextBuffer | undefined;
	/** Every text that can be gone back to. */
	readonly texts: () => readonly string[];
	readonly forget: () => void;
};

/** The drafts that were, a step each: a word, a deletion, a paste. */
export const createUndo = (): Undo => {
	let past: readonly TextBuffer[] = [];
	let future: readonly TextBuffer[] = [];
	let open: {readonly kind: Kind; readonly draft: TextBuffer} | undefined;

	const push = (draft: TextBuffer): void => {
		const steps = [...past, draft].slice(-mostSteps);
		let characters = 0;
		const from = steps.findLastIndex(({text}) => {
			characters += text.length;
			return characters > mostCharacters;
		});
		past = from === -1 ? steps : steps.slice(from + 1);
	};

	return {
		note(before, after) {
			if (before.text === after.text) {
				open = undefined;
				return;
			}
			const kind = kindOf(before, after);
			const goesOn =
				kind !== 'other' &&
				open?.kind === kind &&
				open.draft === before &&
				!(kind === 'typed' && beginsWord(before, after));
			if (!goesOn) {
				push(before);
			}
			future = [];
			open = {kind, draft: after};
		},
		seal() {
			open = undefined;
		},
		undo(current) {
			const draft = past.at(-1);
			if (draft !== undefined) {
				past = past.slice(0, -1);
				future = [...future, current];
				open = undefined;
			}
			return draft;
		},
		redo(current) {
			const draft = future.at(-1);
			if (draft !== undefined) {
				future = future.slice(0, -1);
				past = [...past, current];
				open = undefined;
			}
			return draft;
		},
		texts: () => [...past, ...future].map(({text}) => text),
		forget() {
			past = [];
			future = [];
			open = undefined;
		},
	};
};
