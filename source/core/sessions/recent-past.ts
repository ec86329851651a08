import type {SessionEvent} from '../../domain/event.ts';
import type {Usage} from '../../domain/model.ts';

type Segment = {readonly events: SessionEvent[]; bytes: number};
type UserMessage = SessionEvent & {type: 'message-accepted'};

export type RecentPast = {
	readonly past: readonly SessionEvent[];
	/** How many messages of the user are not in it. */
	readonly leftOut: number;
};

/** More than any model can read at once, and little enough for any computer. */
const mostBytes = 16 * 1024 * 1024;

/** How a session is set: only the last of each counts, however long ago it was. */
const settings: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
	'session-started',
	'session-resumed',
	'session-forked',
	'session-renamed',
	'approval-mode-changed',
	'work-mode-changed',
	'assistant-changed',
	'model-changed',
]);

/** Where a log can be cut so that what follows is a valid history. */
const isBeginning = ({type}: SessionEvent): boolean =>
	type === 'message-accepted' || type === 'turn-retried' || type === 'step-started';

const usageIn = (event: SessionEvent): readonly Usage[] =>
	'usage' in event && event.usage !== undefined ? [event.usage] : [];

/** What has a price and what has none stay apart, because a sum of both would have none. */
const addUsage = (sum: Usage | undefined, usage: Usage): Usage => ({
	inputTokens: (sum?.inputTokens ?? 0) + usage.inputTokens,
	outputTokens: (sum?.outputTokens ?? 0) + usage.outputTokens,
	...(usage.cost === undefined ? {} : {cost: (sum?.cost ?? 0) + usage.cost}),
});

/**
 * The end of a log, in bounded memory. What comes before it leaves behind how the session was set, what it cost, the
 * last summary, and the message that the first step answers.
 */
export const createRecentPast = (limit = mostBytes) => {
	const carried = new Map<SessionEvent['type'], SessionEvent>();
	const usage = new Map<'priced' | 'unpriced', Usage>();
	const segments: Segment[] = [];
	let bytes = 0;
	let leftOut = 0;
	let head: UserMessage | undefined;
	let at = 0;

	const count = (event: SessionEvent): void => {
		for (const each of usageIn(event)) {
			const kind = each.cost === undefined ? 'unpriced' : 'priced';
			usage.set(kind, addUsage(usage.get(kind), each));
		}
	};

	const carry = (event: SessionEvent): void => {
		if (settings.has(event.type)) {
			// In the order in which they were said last.
			carried.delete(event.type);
			carried.set(event.type, event);
		} else if (event.type === 'history-compacted') {
			const {usage: _, ...summary} = event;
			carried.set(event.type, summary);
			count(event);
		} else if (event.type === 'message-accepted') {
			leftOut += 1;
			head = event;
		} else {
			count(event);
		}
	};

	const dropFirst = (): void => {
		const first = segments.shift();
		bytes -= first?.bytes ?? 0;
		for (const event of first?.events ?? []) {
			at = event.at;
			carry(event);
		}
	};

	/** A message whose answer is partly kept is kept, too. */
	const withHead = (events: readonly SessionEvent[]): readonly SessionEvent[] => {
		const [first] = events;
		if (head === undefined || first === undefined || first.type === 'message-accepted') {
			return events;
		}
		leftOut -= 1;
		return [head, ...events];
	};

	/** What was taken back since a message that is not there any more is taken back with it. */
	const withoutTakenBack = (events: readonly SessionEvent[]): readonly SessionEvent[] => {
		const undone = new Set(events.flatMap(event => (event.type === 'rewind-undone' ? [event.rewindId] : [])));
		const there = new Set(
			events.flatMap(event => (event.type === 'message-accepted' ? [event.messageId] : [])),
		);
		const cut = events.findLastIndex(
			event => event.type === 'session-rewound' && !there.has(event.messageId) && !undone.has(event.rewindId),
		);
		for (const event of events.slice(0, cut + 1)) {
			carry(event);
			head = undefined;
		}
		return events.slice(cut + 1);
	};

	return {
		take(event: SessionEvent, size: number): void {
			const last = segments.at(-1);
			if (last === undefined || isBeginning(event)) {
				segments.push({events: [event], bytes: size});
			} else {
				last.events.push(event);
				last.bytes += size;
			}
			bytes += size;
			while (bytes > limit && segments.length > 1) {
				dropFirst();
			}
		},
		end(): RecentPast {
			const kept = segments.flatMap(({events}) => events);
			if (leftOut === 0 && head === undefined) {
				return {past: kept, leftOut: 0};
			}
			const rest = withHead(withoutTakenBack(kept));
			const counted = [...usage.values()].map(
				(sum): SessionEvent => ({type: 'usage-counted', usage: sum, at}),
			);
			return {past: [...carried.values(), ...counted, ...rest], leftOut};
		},
	};
};
