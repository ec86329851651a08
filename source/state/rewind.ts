import {endsUndo} from '../domain/ends-undo.ts';
import type {AppEvent} from '../domain/event.ts';
import {hasRun, type ToolCall} from '../domain/tool-call.ts';
import type {AppState, Rewind, TakenBack, TranscriptItem} from './app-state.ts';
import {cutTurn} from './reduce-turn.ts';
import {append} from './settle.ts';

type Kept = Pick<AppState, 'items' | 'takenBack'>;

const covers =
	(index: number) =>
	({from, to}: TakenBack): boolean =>
		from <= index && index < to;

/** The transcript without what was taken back, the last first, with where each item stands in it. */
function* keptEntries({items, takenBack}: Kept): Generator<readonly [number, TranscriptItem]> {
	for (let index = items.length - 1; index >= 0; index--) {
		const item = items.at(index);
		if (item !== undefined && !takenBack.some(covers(index))) {
			yield [index, item];
		}
	}
}

/** The transcript as if nothing had been said that was taken back, the last first. */
export function* keptItems(state: Kept): Generator<TranscriptItem> {
	for (const [, item] of keptEntries(state)) {
		yield item;
	}
}

/** The calls of some items that ran, in their order. */
export const callsThatRan = (
	items: readonly TranscriptItem[],
	calls: AppState['calls'],
): readonly ToolCall[] =>
	items.flatMap(item => {
		const call = item.type === 'call' ? calls.get(item.id) : undefined;
		return call === undefined || !hasRun(call) ? [] : [call];
	});

const isUnknown = (call: ToolCall): boolean => call.status === 'cancelled' && call.outcomeUnknown;

const markOf = (items: readonly TranscriptItem[], id: string, text: string, state: AppState): Rewind => ({
	type: 'rewind',
	id,
	text,
	messages: items.filter(({type}) => type === 'user').length,
	ran: callsThatRan(items, state.calls).map(call => ({
		server: call.server,
		tool: call.tool,
		isUnknown: isUnknown(call),
	})),
});

const placeOf = (state: Kept, messageId: string): number | undefined => {
	for (const [index, {type, id}] of keptEntries(state)) {
		if (type === 'user' && id === messageId) {
			return index;
		}
	}
	return undefined;
};

/** What the conversation would lose if it went back to before a message, from that message on. */
export const itemsSince = (state: Kept, messageId: string): readonly TranscriptItem[] => {
	const from = placeOf(state, messageId) ?? state.items.length;
	return [...keptEntries(state)].flatMap(([index, item]) => (index < from ? [] : [item])).reverse();
};

/** A message that is not there, or was taken back already, is nothing to go back to. */
export const rewind = (state: AppState, event: AppEvent & {type: 'session-rewound'}): AppState => {
	const {rewindId, messageId, at} = event;
	const from = placeOf(state, messageId);
	const message = from === undefined ? undefined : state.items.at(from);
	if (from === undefined || message?.type !== 'user') {
		return state;
	}
	const settled = cutTurn(state, at);
	const mark = markOf(itemsSince(settled, messageId), rewindId, message.text, settled);
	return {
		...append(settled, mark),
		takenBack: [...settled.takenBack, {rewindId, from, to: settled.items.length}],
		undoable: [...settled.undoable, rewindId],
		// Nobody has counted what is left.
		contextUsed: 0,
	};
};

/** The rewind that can be undone: the last one, as long as nothing was said since. */
export const undoableRewind = ({takenBack, undoable}: Pick<AppState, 'takenBack' | 'undoable'>) =>
	undoable.length === 0 ? undefined : takenBack.at(-1);

export const undoRewind = (state: AppState, {rewindId}: AppEvent & {type: 'rewind-undone'}): AppState => {
	const undone = undoableRewind(state);
	const message = undone === undefined ? undefined : state.items.at(undone.from);
	if (undone?.rewindId !== rewindId || message?.type !== 'user') {
		return state;
	}
	const mark = {type: 'rewind-undone', id: `${rewindId}-undone`, text: message.text} as const;
	return {
		...append(state, mark),
		takenBack: state.takenBack.slice(0, -1),
		undoable: state.undoable.slice(0, -1),
		contextUsed: 0,
	};
};

/** What was taken back stays so once something else follows from what is left. */
export const settleRewinds = (state: AppState, event: AppEvent): AppState =>
	state.undoable.length > 0 && endsUndo(event) ? {...state, undoable: []} : state;
