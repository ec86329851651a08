import type {ModelEvent} from '../../domain/model.ts';

export type AnswerTape = {
	/** Takes an event that came at this time. */
	readonly add: (event: ModelEvent, at: number) => void;
	/** Writes what is held back. */
	readonly end: () => void;
};

/** A text that has become so long is written up to its last whole line: whoever is killed keeps that. */
const longestHeld = 64 * 1024;

type Held = {readonly event: ModelEvent; readonly at: number};
type Piece = Held & {readonly event: ModelEvent & {type: 'text' | 'thinking'}};

const isPiece = (held: Held): held is Piece => held.event.type === 'text' || held.event.type === 'thinking';

const textOf = (held: readonly Held[]): string =>
	held.map(each => (isPiece(each) ? each.event.text : '')).join('');

const sharedLength = (one: string, other: string, at: (text: string, index: number) => string): number => {
	const longest = Math.min(one.length, other.length);
	let length = 0;
	while (length < longest && at(one, length) === at(other, length)) length += 1;
	return length;
};

/** The same pieces with this text: what has changed comes with the last piece that it was in. */
const withText = (held: readonly Held[], text: string): readonly Held[] => {
	const before = textOf(held);
	if (before === text) return held;
	const start = sharedLength(before, text, (each, index) => each.charAt(index));
	const rest = [before.slice(start), text.slice(start)] as const;
	// What is only put in goes with a piece, too.
	const end = Math.min(
		before.length - 1,
		sharedLength(...rest, (each, index) => each.charAt(each.length - 1 - index)),
	);
	const [from, to] = [start, before.length - end];
	const changed = text.slice(start, text.length - end);
	let place = 0;
	return held.flatMap((each): readonly Held[] => {
		if (!isPiece(each)) return [each];
		const [first, last] = [place, place + each.event.text.length];
		place = last;
		const kept = before.slice(first, Math.max(first, Math.min(last, from)));
		const isLast = first < to && to <= last;
		const after = before.slice(Math.min(last, Math.max(first, to)), last);
		const said = `${kept}${isLast ? changed : ''}${after}`;
		return said === '' ? [] : [{...each, event: {...each.event, text: said}}];
	});
};

/** Cuts what is held in two at this place of its text. */
const cutAt = (held: readonly Held[], cut: number): readonly [readonly Held[], readonly Held[]] => {
	const head: Held[] = [];
	const tail: Held[] = [];
	let place = 0;
	for (const each of held) {
		if (!isPiece(each)) {
			(place < cut ? head : tail).push(each);
			continue;
		}
		const {event, at} = each;
		const [first, second] = [
			event.text.slice(0, Math.max(0, cut - place)),
			event.text.slice(Math.max(0, cut - place)),
		];
		place += event.text.length;
		if (first !== '') head.push({event: {...event, text: first}, at});
		if (second !== '') tail.push({event: {...event, text: second}, at});
	}
	return [head, tail];
};

/** After the last whole line, or else the last whole word. */
const cutFor = (text: string): number =>
	text.lastIndexOf('\n') + 1 || text.lastIndexOf(' ') + 1 || text.length;

/**
 * Writes the events of an answer. A key often comes in pieces that say nothing each: a text is held back until it is
 * whole, and loses its secrets as a whole.
 */
export const createAnswerTape = (
	write: (event: ModelEvent, at: number) => void,
	clean: <Value>(value: Value) => Value,
): AnswerTape => {
	let held: Held[] = [];
	let kind: ModelEvent['type'] | undefined;
	let length = 0;

	const flush = (events: readonly Held[]): void => {
		for (const {event, at} of withText(events, clean(textOf(events)))) write(event, at);
	};

	const end = (): void => {
		const all = held;
		held = [];
		kind = undefined;
		length = 0;
		flush(all);
	};

	const hold = (event: ModelEvent, at: number, size: number): void => {
		held.push({event, at});
		length += size;
		if (length < longestHeld) return;
		const [whole, rest] = cutAt(held, cutFor(textOf(held)));
		held = [...rest];
		length = textOf(rest).length;
		flush(whole);
	};

	return {
		add: (event, at) => {
			// What is only for the eye does not end a text.
			if (event.type === 'calling' && kind !== undefined) {
				hold(event, at, 1);
				return;
			}
			if (event.type !== kind) end();
			if (event.type === 'text' || event.type === 'thinking') {
				kind = event.type;
				hold(event, at, event.text.length);
				return;
			}
			write(event, at);
		},
		end,
	};
};
