import type {SessionEvent} from '../../domain/event.ts';
import type {Usage} from '../../domain/model.ts';
import {emptyThread, followThread, messageIn, type Said, summaryIn, type Thread} from './said-thread.ts';

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

/** Without the rewinds and undos that changed nothing when they were said: without what is gone, they might. */
const withoutIdleRewinds = (events: readonly SessionEvent[], before: Thread): readonly SessionEvent[] => {
	let thread = before;
	return events.filter(event => {
		const next = followThread(thread, event);
		const hasMoved = next !== thread;
		thread = next;
		return hasMoved || (event.type !== 'session-rewound' && event.type !== 'rewind-undone');
	});
};

/** The last rewind that left nothing of these events, or less, and still counts; -1 where none did. */
const lastReachingBack = (events: readonly SessionEvent[], before: Thread): number => {
	const there = new Set(
		events.flatMap(event => (event.type === 'message-accepted' ? [event.messageId] : [])),
	);
	const reaching: {readonly rewindId: string; readonly index: number}[] = [];
	const isFirst = (messageId: string): boolean => {
		const from = (reaching.at(-1)?.index ?? -1) + 1;
		const first = events.slice(from).find(isBeginning);
		return first?.type === 'message-accepted' && first.messageId === messageId;
	};
	let thread = before;
	for (const [index, event] of events.entries()) {
		const next = followThread(thread, event);
		const hasMoved = next !== thread;
		if (hasMoved && event.type === 'session-rewound') {
			const {rewindId, messageId} = event;
			if (!there.has(messageId) || isFirst(messageId)) {
				reaching.push({rewindId, index});
			}
		} else if (hasMoved && event.type === 'rewind-undone' && reaching.at(-1)?.rewindId === event.rewindId) {
			reaching.pop();
		}
		thread = next;
	}
	return reaching.at(-1)?.index ?? -1;
};

/** The messages that were said last, no more of them than may be kept in memory. */
const createLastMessages = () => {
	const messages = new Map<string, {readonly message: UserMessage; readonly size: number}>();
	let bytes = 0;
	return {
		add(message: UserMessage, size: number): void {
			messages.set(message.messageId, {message, size});
			bytes += size;
			for (const [messageId, first] of messages) {
				if (bytes <= mostBytes || messages.size === 1) {
					break;
				}
				messages.delete(messageId);
				bytes -= first.size;
			}
		},
		get: (messageId: string): UserMessage | undefined => messages.get(messageId)?.message,
	};
};

/**
 * The end of a log, in bounded memory. What comes before it leaves behind how the session was set, what it cost, the
 * last summary that was not taken back, and the message that the first step answers.
 */
export const createRecentPast = (limit = mostBytes) => {
	const carried = new Map<SessionEvent['type'], SessionEvent>();
	const usage = new Map<'priced' | 'unpriced', Usage>();
	const segments: Segment[] = [];
	const messages = createLastMessages();
	let thread = emptyThread;
	let bytes = 0;
	let leftOut = 0;
	let hasDropped = false;
	let at = 0;

	const count = (event: SessionEvent): void => {
		for (const each of usageIn(event)) {
			const kind = each.cost === undefined ? 'unpriced' : 'priced';
			usage.set(kind, addUsage(usage.get(kind), each));
		}
	};

	const carry = (event: SessionEvent, size: number): void => {
		at = event.at;
		thread = followThread(thread, event);
		if (settings.has(event.type)) {
			// In the order in which they were said last.
			carried.delete(event.type);
			carried.set(event.type, event);
		} else if (event.type === 'message-accepted') {
			leftOut += 1;
			messages.add(event, size);
		} else {
			count(event);
		}
	};

	const dropFirst = (): void => {
		const first = segments.shift();
		bytes -= first?.bytes ?? 0;
		hasDropped = true;
		for (const event of first?.events ?? []) {
			carry(event, first?.bytes ?? 0);
		}
	};

	/** The message whose answer is partly kept, as long as it counts: a turn that was tried again is not always the last. */
	const headOf = (events: readonly SessionEvent[]): (Said & {type: 'message'}) | undefined => {
		const first = events.find(isBeginning);
		return first?.type === 'step-started' || first?.type === 'turn-retried'
			? messageIn(thread.last, ({turnId}) => turnId === first.turnId)
			: undefined;
	};

	/** What has to be said before some events: the last summary on each side of the message that they begin in. */
	const leadIn = (events: readonly SessionEvent[]): readonly SessionEvent[] => {
		const head = headOf(events);
		const message = head === undefined ? undefined : messages.get(head.messageId);
		const last = summaryIn(thread.last);
		if (message === undefined) {
			return last === undefined ? [] : [last];
		}
		leftOut -= 1;
		const before = summaryIn(head?.previous);
		return [
			...(before === undefined ? [] : [before]),
			message,
			...(last === undefined || last === before ? [] : [last]),
		];
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
			const all = segments.flatMap(({events}) => events);
			if (!hasDropped) {
				return {past: all, leftOut: 0};
			}
			const kept = withoutIdleRewinds(all, thread);
			// What was taken back since a message that is not there any more is taken back with it.
			const from = lastReachingBack(kept, thread) + 1;
			for (const event of kept.slice(0, from)) {
				carry(event, 0);
			}
			const rest = kept.slice(from);
			const lead = leadIn(rest);
			const counted = [...usage.values()].map(
				(sum): SessionEvent => ({type: 'usage-counted', usage: sum, at}),
			);
			return {past: [...carried.values(), ...counted, ...lead, ...rest], leftOut};
		},
	};
};
