import type {TrafficEntry} from '../../../domain/traffic.ts';
import {type KeptText, memoryOf} from './kept-text.ts';

export type TrafficStore = {
	/** Keeps it, and lets the oldest go until there is room. */
	readonly add: (entry: TrafficEntry, kept: KeptText | undefined) => void;
	/** Changes what is known about one that is still there. */
	readonly amend: (number: number, more: Partial<TrafficEntry>) => void;
	readonly find: (number: number) => TrafficEntry | undefined;
	readonly textOf: (number: number) => string | undefined;
	readonly all: () => readonly TrafficEntry[];
	readonly letGo: () => number;
	readonly clear: () => void;
};

type Held = {entry: TrafficEntry; readonly text: string | undefined; readonly memory: number};

/** What an entry takes besides its text. */
const entryMemory = 400;

/** Messages in the order of their numbers, which have no gaps, within a number of messages and of bytes. */
export const createTrafficStore = (limits: {
	readonly count: number;
	readonly bytes: number;
}): TrafficStore => {
	let held: (Held | undefined)[] = [];
	/** Where the oldest that still counts is: taking one from the front of an array moves all the others. */
	let front = 0;
	let memory = 0;
	let letGo = 0;
	let listed: readonly TrafficEntry[] | undefined;

	const heldAt = (number: number): Held | undefined => {
		const first = held[front];
		const index = first === undefined ? -1 : front + number - first.entry.number;
		return index < front ? undefined : held[index];
	};

	const dropOldest = (): void => {
		memory -= held[front]?.memory ?? 0;
		// What is let go must not stay in memory until the array is shortened.
		held[front] = undefined;
		front += 1;
		letGo += 1;
		if (front > limits.count) {
			held = held.slice(front);
			front = 0;
		}
	};

	return {
		add: (entry, kept) => {
			const taken = entryMemory + (kept === undefined ? 0 : memoryOf(kept));
			held.push({entry, text: kept?.text, memory: taken});
			memory += taken;
			listed = undefined;
			// The newest is kept whatever it takes.
			while (held.length - front > 1 && (held.length - front > limits.count || memory > limits.bytes))
				dropOldest();
		},
		amend: (number, more) => {
			const found = heldAt(number);
			if (found === undefined) return;
			found.entry = {...found.entry, ...more};
			listed = undefined;
		},
		find: number => heldAt(number)?.entry,
		textOf: number => heldAt(number)?.text,
		all: () => {
			listed ??= held.slice(front).flatMap(each => (each === undefined ? [] : [each.entry]));
			return listed;
		},
		letGo: () => letGo,
		clear: () => {
			held = [];
			front = 0;
			memory = 0;
			letGo = 0;
			listed = undefined;
		},
	};
};
