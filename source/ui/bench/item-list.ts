import {groupDigits} from '../../support/group-digits.ts';
import {edits, emptyBuffer, insertSafely, type TextBuffer} from '../input/text-buffer.ts';

type ListDeps<Item> = {
	/** The same array as long as nothing has changed. */
	readonly items: () => readonly Item[];
	readonly idOf: (item: Item) => string;
	/** What the filter looks through. */
	readonly textOf: (item: Item) => string;
	/** What it is called; without it, that is how the text begins. */
	readonly nameOf?: (item: Item) => string;
	/** The end is shown as it grows, until somebody moves up. */
	readonly follows?: boolean;
};

export type ListMove = 'up' | 'down' | 'page-up' | 'page-down' | 'top' | 'bottom';

/** The rows of a list that are in the window. */
type ListWindow<Item> = {
	readonly items: readonly Item[];
	/** Which of them is chosen. */
	readonly chosen: number | undefined;
};

export type ItemList<Item> = {
	/** Those that the filter lets through. */
	readonly shown: () => readonly Item[];
	readonly count: () => number;
	readonly chosen: () => Item | undefined;
	/** The place of the chosen one, from 0 on. */
	readonly place: () => number;
	readonly select: (id: string) => void;
	/** What is chosen stays so from now on, whatever comes before it. */
	readonly hold: () => void;
	readonly move: (move: ListMove) => void;
	readonly window: (height: number) => ListWindow<Item>;
	readonly filter: () => TextBuffer;
	readonly setFilter: (filter: TextBuffer) => void;
};

const wordsOf = (filter: string): readonly string[] =>
	filter
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '');

/** How far a name is from a word: it is the word, begins with it, has a word that does, has it inside, or not. */
const distanceFrom = (name: string, word: string): number => {
	if (name.startsWith(word)) {
		return name === word ? 0 : 1;
	}
	const isWordStart = name.split(/[^\p{L}\p{N}]+/u).some(part => part.startsWith(word));
	return isWordStart ? 2 : name.includes(word) ? 3 : 4;
};

/** Where in a list one is: the row, of those that are shown, and how many there are in all where a filter hides some. */
export const placeText = <Item>(
	list: Pick<ItemList<Item>, 'place' | 'shown' | 'count' | 'filter'>,
): string => {
	const shown = list.shown().length;
	const all = groupDigits(list.count());
	const row = shown === 0 ? 'none' : `${groupDigits(list.place() + 1)} of ${groupDigits(shown)}`;
	if (list.filter().text === '') {
		return shown === 0 ? '' : row;
	}
	return `${row} (${all} in all)`;
};

/** What is typed into a filter, as the new filter. */
export const typeInto = (filter: TextBuffer, text: string): TextBuffer => insertSafely(filter, text);
export const editFilter = (filter: TextBuffer, name: keyof typeof edits): TextBuffer => edits[name](filter);

/** A list of any length: one item is chosen, a filter narrows it, and only what is in the window is looked at. */
export const createItemList = <Item extends object>(deps: ListDeps<Item>): ItemList<Item> => {
	const {idOf} = deps;
	const texts = new WeakMap<Item, string>();
	let filter: TextBuffer = emptyBuffer;
	let chosenId: string | undefined;
	/** Where it was when it was last there: whoever removes it stays nearby. */
	let lastPlace = 0;
	/** Until somebody does something, the first one is chosen: lists grow while servers start. */
	let isHeld = false;
	let top = 0;
	let height = 10;
	let isFollowing = deps.follows === true;
	let known: {
		readonly items: readonly Item[];
		readonly words: string;
		readonly shown: readonly Item[];
	} = {items: [], words: '', shown: []};

	const textOf = (item: Item): string => {
		const text = texts.get(item) ?? deps.textOf(item).toLowerCase();
		texts.set(item, text);
		return text;
	};
	const shown = (): readonly Item[] => {
		const items = deps.items();
		const words = wordsOf(filter.text);
		const key = words.join(' ');
		if (known.items !== items || known.words !== key) {
			// Who types on looks through what is left.
			const isNarrower = known.items === items && key.startsWith(known.words) && known.words !== '';
			const from = isNarrower ? known.shown : items;
			known = {
				items,
				words: key,
				shown:
					words.length === 0 ? items : from.filter(item => words.every(word => textOf(item).includes(word))),
			};
		}
		return known.shown;
	};
	const place = (): number => {
		const list = shown();
		if (isFollowing) {
			return Math.max(0, list.length - 1);
		}
		if (!isHeld) {
			return 0;
		}
		const last = list[lastPlace];
		if (last !== undefined && idOf(last) === chosenId) {
			return lastPlace;
		}
		const found = chosenId === undefined ? 0 : list.findIndex(item => idOf(item) === chosenId);
		return found === -1 ? Math.max(0, Math.min(lastPlace, list.length - 1)) : found;
	};
	const choose = (index: number): void => {
		const list = shown();
		isHeld = true;
		const next = Math.max(0, Math.min(list.length - 1, index));
		const item = list[next];
		lastPlace = next;
		chosenId = item === undefined ? undefined : idOf(item);
		isFollowing = deps.follows === true && next >= list.length - 1;
	};
	const chosen = (): Item | undefined => {
		const list = shown();
		const index = place();
		const item = list[index];
		if (item !== undefined) {
			lastPlace = index;
			chosenId = idOf(item);
		}
		return item;
	};

	const nameOf = (item: Item): string =>
		deps.nameOf?.(item).toLowerCase() ?? textOf(item).split(' ', 1)[0] ?? '';
	/** Whoever types a name means what is called so, not what mentions it. Of equals, the first in the list. */
	const bestHit = (): number => {
		const words = wordsOf(filter.text);
		let best = 0;
		let least = Number.MAX_SAFE_INTEGER;
		for (const [index, item] of shown().entries()) {
			const name = nameOf(item);
			const distance = words.reduce((sum, word) => sum + distanceFrom(name, word), 0);
			if (distance < least) {
				best = index;
				least = distance;
			}
		}
		return best;
	};

	return {
		shown,
		count: () => deps.items().length,
		chosen,
		place,
		select(id) {
			isFollowing = false;
			isHeld = true;
			chosenId = id;
			const isIt = (item: Item): boolean => idOf(item) === id;
			if (!shown().some(isIt) && deps.items().some(isIt)) {
				filter = emptyBuffer;
			}
			lastPlace = place();
		},
		hold() {
			if (chosen() !== undefined) {
				isHeld = true;
			}
		},
		move(move) {
			const page = Math.max(1, height - 1);
			const at = place();
			const steps: Readonly<Record<ListMove, number>> = {
				up: at - 1,
				down: at + 1,
				'page-up': at - page,
				'page-down': at + page,
				top: 0,
				bottom: Number.MAX_SAFE_INTEGER,
			};
			choose(steps[move]);
		},
		window(rows) {
			height = Math.max(1, rows);
			const list = shown();
			const at = place();
			top = Math.max(0, Math.min(top, at, list.length - height));
			top = Math.max(top, at - height + 1);
			return {
				items: list.slice(top, top + height),
				chosen: list.length === 0 ? undefined : at - top,
			};
		},
		filter: () => filter,
		setFilter(next) {
			const isOther = next.text !== filter.text;
			filter = next;
			if (isOther && next.text !== '' && deps.follows !== true) {
				choose(bestHit());
			}
		},
	};
};
