export type Piece = {readonly type: 'text' | 'thinking'; readonly text: string};
export type SplitPiece = Piece | {readonly type: 'withdrawn'; readonly why: 'thinking'};

/** The words that models put around what they think, where their server does not take them out. */
const tags = ['think', 'thinking', 'thought'] as const;
const opening = /^\s*<(think|thinking|thought)>/;
const anyOpening = /<(?:think|thinking|thought)>/;
const closings = tags.map(tag => `</${tag}>`);

const couldOpen = (text: string): boolean => {
	const start = text.trimStart();
	return tags.some(tag => `<${tag}>`.startsWith(start));
};

/** Nobody puts more than that before a mark. Models that go round in circles write blanks without end. */
const mostHeld = 64;

/** How much of the end of a text may be the beginning of a mark. */
const overlap = (text: string, marks: readonly string[]): number => {
	const start = text.lastIndexOf('<');
	const end = start === -1 ? '' : text.slice(start);
	return end !== '' && marks.some(mark => mark !== end && mark.startsWith(end)) ? end.length : 0;
};

/** The first of these marks. */
const find = (
	text: string,
	marks: readonly string[],
): {readonly at: number; readonly end: number} | undefined =>
	marks
		.map(mark => ({at: text.indexOf(mark), end: text.indexOf(mark) + mark.length}))
		.filter(({at}) => at !== -1)
		.sort((one, other) => one.at - other.at)[0];

/** Whether a mark after this text is only spoken about: in code, in quotes, or with its counterpart. */
const isMention = (before: string): boolean =>
	before.split('`').length % 2 === 0 || /(?:^|[\s(])["'“‘«]$/.test(before) || anyOpening.test(before);

/** What the answers of a model have shown: whether the mark at which its thinking begins stands in the prompt. */
export type ThinkingMemory = {isOpen: boolean};

/**
 * Takes `<think>...</think>` at the start of an answer for what it is, wherever the fragments have their borders. Where the
 * opening mark stands in the prompt, only the closing one comes: the memory says whether this is known, and otherwise what
 * was taken for text is withdrawn.
 */
export const createThinkSplitter = (memory: ThinkingMemory = {isOpen: false}) => {
	const {isOpen} = memory;
	let state: 'start' | 'thinking' | 'gap' | 'text' | 'plain' = 'start';
	let held = '';
	let isServerTrusted = false;
	let marks: readonly string[] = closings;
	/** What was told without an opening mark. */
	let told: string[] = [];

	const say = (type: Piece['type'], text: string): readonly Piece[] => {
		if (text === '') return [];
		told.push(text);
		return [{type, text}];
	};

	const release = (next: 'text' | 'plain'): readonly Piece[] => {
		state = next;
		const text = held;
		held = '';
		return text === '' ? [] : [{type: 'text', text}];
	};

	/** Everything up to a closing mark, as far as it is certain that it is not one. */
	const takeUpTo = (type: Piece['type']): readonly SplitPiece[] => {
		const mark = find(held, marks);
		if (mark === undefined) {
			const sure = held.slice(0, held.length - overlap(held, marks));
			held = held.slice(sure.length);
			return say(type, sure);
		}
		const before = held.slice(0, mark.at);
		if (type === 'text' && isMention(told.join('') + before)) return release('plain');
		const isLate = type === 'text' && told.length > 0;
		const withdrawn: readonly SplitPiece[] = isLate ? [{type: 'withdrawn', why: 'thinking'}] : [];
		memory.isOpen ||= isLate;
		held = held.slice(mark.end);
		state = 'gap';
		told = [];
		return [...withdrawn, ...say('thinking', before), ...take('')];
	};

	const take = (fragment: string): readonly SplitPiece[] => {
		held += fragment;
		if (state === 'plain') return release('plain');
		if (state === 'start') {
			const tag = opening.exec(held);
			if (tag === null && couldOpen(held) && held.length <= mostHeld) return [];
			const isImplied = isOpen && !isServerTrusted;
			state = tag !== null || isImplied ? 'thinking' : isServerTrusted ? 'plain' : 'text';
			if (tag !== null) {
				marks = [`</${tag[1]}>`];
				held = held.slice(tag[0].length);
			}
		}
		if (state === 'thinking') return takeUpTo('thinking');
		if (state === 'text') return takeUpTo('text');
		if (state === 'plain') return release('plain');
		// The blank lines between the two belong to neither.
		held = held.trimStart();
		return held === '' ? [] : release('plain');
	};

	return {
		take,
		/** The server tells thinking apart by itself: a mark in the text is a part of it. */
		trustServer: (): void => {
			isServerTrusted = true;
			if (state === 'text') state = 'plain';
		},
		/** What was held back because it might have been a mark; in a whole answer thinking that never ended was text. */
		end: (isWhole: boolean): readonly Piece[] => {
			const text = held;
			held = '';
			if (isWhole && state === 'thinking' && marks === closings) {
				// So the mark of an earlier answer was only a word.
				memory.isOpen = false;
				return say('text', told.join('') + text);
			}
			return text === '' || state === 'gap' ? [] : [{type: state === 'thinking' ? 'thinking' : 'text', text}];
		},
	};
};
