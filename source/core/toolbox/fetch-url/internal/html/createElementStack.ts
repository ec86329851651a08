import type {Context, Mark} from './createTextWriter.ts';

export type OpenElement = {
	readonly name: string;
	/** What held before it. */
	readonly before: Context;
	/** What is to be made of the text in it. */
	inline?: {readonly mark: Mark; readonly made: 'code' | 'anchor' | {readonly href: string}};
	/** Of a list that is numbered. */
	nextNumber?: number;
};

/** Browsers stop somewhere, too. Whatever is nested deeper is text without structure. */
const deepest = 256;

/**
 * What is open, of bounded height, so that looking for something costs little whatever is nested. Elements above that
 * height are only counted, by name.
 */
export const createElementStack = (onClose: (element: OpenElement) => void) => {
	const elements: OpenElement[] = [];
	/** How many of a name are open: most are looked for in vain. */
	const opened = new Map<string, number>();
	const tooDeep = new Map<string, number>();

	const count = (counts: Map<string, number>, name: string, change: number): void => {
		counts.set(name, (counts.get(name) ?? 0) + change);
	};

	const isOpen = (name: string): boolean => (opened.get(name) ?? 0) > 0;

	const isAnyOpen = (names: ReadonlySet<string>): boolean => {
		for (const name of names) if (isOpen(name)) return true;
		return false;
	};

	const search = (isWanted: (name: string) => boolean, within: ReadonlySet<string>): number => {
		for (let index = elements.length - 1; index >= 0; index -= 1) {
			const name = elements[index]?.name ?? '';
			if (isWanted(name)) return index;
			if (within.has(name)) return -1;
		}
		return -1;
	};

	return {
		/** Answers whether there was room for it. */
		push: (element: OpenElement): boolean => {
			const {name} = element;
			const hasRoom = elements.length < deepest;
			count(hasRoom ? opened : tooDeep, name, 1);
			if (hasRoom) elements.push(element);
			return hasRoom;
		},
		/** Answers whether one of that name was open that had no room. */
		closeTooDeep: (name: string): boolean => {
			if ((tooDeep.get(name) ?? 0) === 0) return false;
			count(tooDeep, name, -1);
			return true;
		},
		closeTo: (index: number): void => {
			while (elements.length > index) {
				const element = elements.pop();
				if (element === undefined) return;
				count(opened, element.name, -1);
				if (tooDeep.size > 0) tooDeep.clear();
				onClose(element);
			}
		},
		/** The place of the innermost of that name, unless one of `within` is further inside; else -1. */
		find: (name: string, within: ReadonlySet<string>): number =>
			isOpen(name) ? search(each => each === name, within) : -1,
		findAny: (names: ReadonlySet<string>, within: ReadonlySet<string>): number =>
			isAnyOpen(names) ? search(each => names.has(each), within) : -1,
		at: (index: number): OpenElement | undefined => elements[index],
		isEveryAbove: (index: number, isWanted: (name: string) => boolean): boolean =>
			elements.slice(index + 1).every(({name}) => isWanted(name)),
	};
};
