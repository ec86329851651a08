import type {EventSink, NewId, ToolServers} from '../domain/ports.ts';
import {isSameTool, type ToolRef} from '../domain/tool.ts';
import type {AppState} from '../state/app-state.ts';
import {isBusy} from '../state/is-busy.ts';
import {callsThatRan, itemsSince, keptItems, undoableRewind} from '../state/rewind.ts';

/** A message that the conversation can go back to before, and what came of it and of those after it. */
export type RewindPoint = {
	readonly messageId: string;
	readonly text: string;
	readonly at: number;
	/** Calls since this message that ran. */
	readonly calls: number;
	/** Those of them that nobody claims to have only read. */
	readonly changing: number;
};

/** Going back to before a message of this session. */
export type Rewinding = {
	/** The newest first. */
	readonly points: () => readonly RewindPoint[];
	/** Goes there and gives the text of the message back to the user; otherwise says why that cannot be. */
	readonly to: (messageId: string) => string | undefined;
	/** Undoes the last time, as long as nothing was said since; otherwise says why that cannot be. */
	readonly undo: () => string | undefined;
};

type RewindDeps = {
	readonly sink: EventSink;
	readonly getState: () => AppState;
	readonly newId: NewId;
	readonly servers: Pick<ToolServers, 'tools'>;
	/** Gives a text back to the user. */
	readonly putDraft: (text: string) => void;
};

const busy =
	'Something is still running here. Wait until it is done, or press esc to stop it, and go back then.';

/** Why the last rewind is not undone. */
const undoObstacle = ({items, takenBack}: AppState): string => {
	const mark = [...items].findLast(({type}) => type === 'rewind' || type === 'rewind-undone');
	const last = takenBack.at(-1);
	if (mark?.type === 'rewind-undone') {
		return 'You have undone that already, so there is nothing more to undo.';
	}
	if (last === undefined) {
		return 'You have not gone back, so there is nothing to undo.';
	}
	const since = new Set(items.slice(last.to).map(({type}) => type));
	const what = since.has('compaction')
		? 'The conversation was summarised without it'
		: since.has('user')
			? 'Something was said'
			: 'An earlier message was tried again';
	return `${what} since you went back, so that cannot be undone any more. What was taken back is still in the session: an export has it.`;
};

export const createRewinding = (deps: RewindDeps): Rewinding => {
	const {sink, getState, newId, servers, putDraft} = deps;
	/** As its server says, while it offers the tool. */
	const isReadOnly = (ref: ToolRef): boolean =>
		servers
			.tools()
			.some(({definition}) => isSameTool(definition, ref) && definition.annotations.readOnlyHint === true);
	return {
		points() {
			const state = getState();
			const points: RewindPoint[] = [];
			let calls = 0;
			let changing = 0;
			for (const item of keptItems(state)) {
				if (item.type === 'user') {
					const {id, text, at} = item;
					points.push({messageId: id, text, at, calls, changing});
				} else {
					const ran = callsThatRan([item], state.calls);
					calls += ran.length;
					changing += ran.filter(call => !isReadOnly(call)).length;
				}
			}
			return points;
		},
		to(messageId) {
			const state = getState();
			if (isBusy(state)) {
				return busy;
			}
			const [message] = itemsSince(state, messageId);
			if (message?.type !== 'user') {
				return 'That message is not in the conversation any more.';
			}
			// Before anybody is told: who tells of it tells what the draft is, too.
			putDraft(message.text);
			sink.emit({type: 'session-rewound', rewindId: newId(), messageId});
			return undefined;
		},
		undo() {
			const state = getState();
			if (isBusy(state)) {
				return busy;
			}
			const last = undoableRewind(state);
			if (last === undefined) {
				return undoObstacle(state);
			}
			sink.emit({type: 'rewind-undone', rewindId: last.rewindId});
			return undefined;
		},
	};
};
