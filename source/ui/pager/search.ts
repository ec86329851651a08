import type {Schedule} from '../../domain/ports.ts';
import {createPattern} from './search-pattern.ts';

/** What can be searched: places in an order, each with a text. */
export type SearchSpace<Place> = {
	readonly first: () => Place | undefined;
	readonly next: (place: Place) => Place | undefined;
	readonly text: (place: Place) => string;
	/** Below 0 when the one comes before the other. */
	readonly compare: (one: Place, other: Place) => number;
	/** Where the reader is. */
	readonly here: () => Place | undefined;
	readonly show: (place: Place) => void;
};

export type SearchState = {
	readonly pattern: RegExp | undefined;
	/** The places found so far. */
	readonly count: number;
	/** Which of them is shown, from 1 on. */
	readonly current: number | undefined;
	readonly isSearching: boolean;
	/** There may be more than are counted. */
	readonly isFull: boolean;
};

export type Search = {
	readonly state: () => SearchState;
	/** From here on: what is looked for next is looked for from where the reader is now. */
	readonly begin: () => void;
	/** Nothing is looked for when it is empty. */
	readonly look: (query: string) => void;
	readonly go: (direction: 1 | -1) => void;
	/** There is more at the end than there was. */
	readonly resume: () => void;
	readonly stop: () => void;
};

/** So much is looked through before keys get their turn again. */
const sliceCharacters = 400_000;
const slicePlaces = 4000;
const mostFound = 10_000;

/** Looks through all of it once, a piece at a time, and goes about in what it found. */
export const createSearch = <Place>(
	space: SearchSpace<Place>,
	schedule: Schedule,
	onChange: () => void,
): Search => {
	let pattern: RegExp | undefined;
	let found: Place[] = [];
	let current: number | undefined;
	let place: Place | undefined;
	let last: Place | undefined;
	let origin: Place | undefined;
	/** What is shown as soon as it is found. */
	let wanted: 'near' | 'next' | undefined;
	let cancel = (): void => undefined;

	const isOver = (): boolean => place === undefined || found.length >= mostFound;
	const show = (index: number): void => {
		const target = found[index];
		wanted = undefined;
		if (target !== undefined) {
			current = index;
			space.show(target);
		}
	};
	const settle = (): void => {
		if (wanted === 'near') {
			const start = origin;
			const index = start === undefined ? 0 : found.findIndex(each => space.compare(each, start) >= 0);
			if (index !== -1 && found.length > 0) {
				show(index);
			} else if (isOver()) {
				show(0);
			}
		} else if (wanted === 'next') {
			const next = (current ?? -1) + 1;
			if (next < found.length || isOver()) {
				show(next < found.length ? next : 0);
			}
		}
	};
	const isMatch = (wantedPattern: RegExp, text: string): boolean => {
		wantedPattern.lastIndex = 0;
		return wantedPattern.test(text);
	};
	const scan = (): void => {
		let characters = 0;
		for (let places = 0; !isOver() && places < slicePlaces && characters < sliceCharacters; places++) {
			if (pattern === undefined || place === undefined) {
				return;
			}
			const text = space.text(place);
			characters += text.length;
			if (isMatch(pattern, text)) {
				found.push(place);
			}
			last = place;
			place = space.next(place);
		}
		settle();
		cancel = isOver()
			? () => undefined
			: schedule(() => {
					scan();
					onChange();
				}, 0);
	};
	const reset = (): void => {
		cancel();
		found = [];
		current = undefined;
		place = undefined;
		last = undefined;
		wanted = undefined;
	};

	return {
		state: () => ({
			pattern,
			count: found.length,
			current: current === undefined ? undefined : current + 1,
			isSearching: pattern !== undefined && !isOver(),
			isFull: found.length >= mostFound,
		}),
		begin() {
			origin = space.here();
		},
		look(query) {
			reset();
			pattern = createPattern(query);
			if (pattern !== undefined) {
				place = space.first();
				wanted = 'near';
				scan();
			}
			onChange();
		},
		go(direction) {
			if (direction === 1) {
				wanted = 'next';
				settle();
			} else if (found.length > 0) {
				show(((current ?? 0) - 1 + found.length) % found.length);
			}
			onChange();
		},
		resume() {
			if (pattern === undefined || !isOver() || last === undefined || found.length >= mostFound) {
				return;
			}
			// What was last may have become longer.
			const end = found.at(-1);
			if (end !== undefined && space.compare(end, last) === 0) {
				found.pop();
			}
			place = last;
			scan();
		},
		stop: reset,
	};
};
