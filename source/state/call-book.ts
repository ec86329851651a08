import {isCallOver, type ToolCall} from '../domain/tool-call.ts';
import {createGrowingMap, type GrowingMap} from '../support/growing-map.ts';
import {createSequence, type Sequence} from '../support/sequence.ts';

/** Every call of a session by its id, in the order in which they were requested. Never changes. */
export type CallBook = {
	readonly size: number;
	readonly has: (callId: string) => boolean;
	readonly get: (callId: string) => ToolCall | undefined;
	readonly values: () => Iterable<ToolCall>;
	/** Those that are not over. */
	readonly live: () => readonly ToolCall[];
	/** A book with this call in place of the one with its id. A call that is over stays as it is. */
	readonly with: (call: ToolCall) => CallBook;
};

type Pages = {
	readonly order: Sequence<string>;
	/** A call that is over never changes again, so all books share these. */
	readonly over: GrowingMap<string, ToolCall>;
	/** Copied with every change, and small: only what is under way now. */
	readonly live: ReadonlyMap<string, ToolCall>;
};

const createBook = ({order, over, live}: Pages): CallBook => {
	const get = (callId: string): ToolCall | undefined => over.get(callId) ?? live.get(callId);
	const self: CallBook = {
		size: order.length,
		has: callId => get(callId) !== undefined,
		get,
		*values() {
			for (const callId of order) {
				const call = get(callId);
				if (call !== undefined) {
					yield call;
				}
			}
		},
		live: () => [...live.values()],
		with(call) {
			const {callId} = call;
			if (over.get(callId) !== undefined) {
				return self;
			}
			const nextOrder = live.has(callId) ? order : order.append(callId);
			const nextLive = new Map(live);
			if (!isCallOver(call)) {
				return createBook({order: nextOrder, over, live: nextLive.set(callId, call)});
			}
			nextLive.delete(callId);
			return createBook({order: nextOrder, over: over.add(callId, call), live: nextLive});
		},
	};
	return self;
};

export const emptyCallBook: CallBook = createBook({
	order: createSequence(),
	over: createGrowingMap(),
	live: new Map(),
});
