export type Piece = {readonly type: 'text' | 'thinking'; readonly text: string};

/** The words that models put around what they think, where their server does not take them out. */
const tags = ['think', 'thinking', 'thought'];
const opening = /^\s*<(think|thinking|thought)>/;

const couldOpen = (text: string): boolean => {
	const start = text.trimStart();
	return tags.some(tag => `<${tag}>`.startsWith(start));
};

/** Nobody puts more than that before a mark. Models that go round in circles write blanks without end. */
const mostHeld = 64;

/** How much of the end of a text may be the beginning of the mark. */
const overlap = (text: string, mark: string): number => {
	for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
		if (text.endsWith(mark.slice(0, length))) return length;
	}
	return 0;
};

/** Takes `<think>...</think>` at the start of an answer for what it is, wherever the fragments have their borders. */
export const createThinkSplitter = () => {
	let state: 'start' | 'thinking' | 'gap' | 'text' = 'start';
	let held = '';
	let closing = '';

	const take = (fragment: string): readonly Piece[] => {
		if (state === 'text') return fragment === '' ? [] : [{type: 'text', text: fragment}];
		held += fragment;
		if (state === 'start') {
			const tag = opening.exec(held);
			if (tag === null) return couldOpen(held) && held.length <= mostHeld ? [] : release('text');
			state = 'thinking';
			closing = `</${tag[1]}>`;
			held = held.slice(tag[0].length);
		}
		if (state === 'thinking') {
			const end = held.indexOf(closing);
			const length = end === -1 ? held.length - overlap(held, closing) : end;
			const thought = held.slice(0, length);
			held = held.slice(end === -1 ? length : end + closing.length);
			if (end !== -1) state = 'gap';
			const rest = end === -1 ? [] : take('');
			return thought === '' ? rest : [{type: 'thinking', text: thought}, ...rest];
		}
		// The blank lines between the two belong to neither.
		held = held.trimStart();
		return held === '' ? [] : release('text');
	};

	const release = (next: 'text'): readonly Piece[] => {
		state = next;
		const text = held;
		held = '';
		return text === '' ? [] : [{type: 'text', text}];
	};

	return {
		take,
		/** What was held back because it might have been a mark. */
		end: (): readonly Piece[] => {
			const text = held;
			held = '';
			return text === '' || state === 'gap' ? [] : [{type: state === 'thinking' ? 'thinking' : 'text', text}];
		},
	};
};
