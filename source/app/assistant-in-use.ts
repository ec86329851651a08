import {type ApprovalMode, approvalModes} from '../domain/approval.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {Failure} from '../domain/failure.ts';
import type {EventSink} from '../domain/ports.ts';
import type {AppState} from '../state/app-state.ts';
import type {ModelInUse} from './model-in-use.ts';

type AssistantDeps = {
	readonly assistants: () => readonly Assistant[];
	readonly getState: () => AppState;
	readonly sink: EventSink;
	readonly changeModel: ModelInUse['change'];
	readonly setApprovalMode: (mode: ApprovalMode) => void;
	/** The mode where no assistant says another. */
	readonly usualMode: () => ApprovalMode;
	readonly chooseServers: (names: readonly string[] | undefined) => void;
};

type AssistantChange =
	/** With a doubt its model may have no key. */
	| {readonly type: 'changed'; readonly doubt?: Failure}
	| {readonly type: 'refused'; readonly failure: Failure}
	| {readonly type: 'aborted'};

type AssistantFollowing = {
	readonly before: Assistant;
	readonly now: Assistant;
	readonly by: 'user' | 'file';
};

export type AssistantInUse = {
	readonly current: () => Assistant | undefined;
	/** From the next turn on; undefined means none. */
	readonly change: (assistant: Assistant | undefined, signal: AbortSignal) => Promise<AssistantChange>;
	/**
	 * The one in use has become another: whatever differs counts at once. A laxer mode does only where the user changed it
	 * here; a file may have been changed by anybody.
	 */
	readonly follow: (change: AssistantFollowing, signal: AbortSignal) => Promise<AssistantChange>;
	/** At the start, when model and mode are chosen already; without a name it is the one of the session, if any. */
	readonly take: (name: string | undefined) => void;
};

/** Who the user talks to. */
export const createAssistantInUse = (deps: AssistantDeps): AssistantInUse => {
	const {getState, sink} = deps;
	let last: Assistant | undefined;

	/** One that is taken out of the configuration stays as it was: what it may not use must not come back unseen. */
	const current = (): Assistant | undefined => {
		const {assistant: name} = getState();
		if (name === undefined) {
			return undefined;
		}
		const known = deps.assistants().find(assistant => assistant.name === name);
		last = known ?? (last?.name === name ? last : undefined);
		return last;
	};

	const put = (name: string | undefined): void => {
		if (name !== getState().assistant) {
			sink.emit({type: 'assistant-changed', ...(name === undefined ? {} : {assistant: name})});
		}
	};

	const followMode = ({before, now, by}: AssistantFollowing): void => {
		const {approvalMode: mode} = getState();
		if (now.toolApproval === before.toolApproval) {
			return;
		}
		const wanted = now.toolApproval ?? (mode === before.toolApproval ? deps.usualMode() : mode);
		const isStricter = approvalModes.indexOf(wanted) < approvalModes.indexOf(mode);
		if (wanted !== mode && (by === 'user' || isStricter)) {
			deps.setApprovalMode(wanted);
		}
	};

	return {
		current,
		async follow(change, signal) {
			const {before, now} = change;
			if (getState().assistant !== before.name) {
				return {type: 'changed'};
			}
			followMode(change);
			put(now.name);
			if (JSON.stringify(now.servers) !== JSON.stringify(before.servers)) {
				deps.chooseServers(now.servers);
			}
			const model =
				now.model === undefined || now.model === before.model
					? undefined
					: await deps.changeModel(now.model, signal);
			return model === undefined || model.type === 'same' ? {type: 'changed'} : model;
		},
		take(name) {
			const {assistant: before} = getState();
			const isStillKnown = deps.assistants().some(assistant => assistant.name === before);
			put(name ?? (isStillKnown ? before : undefined));
			const {servers} = current() ?? {};
			if (servers !== undefined) {
				deps.chooseServers(servers);
			}
		},
		async change(assistant, signal) {
			const change =
				assistant?.model === undefined ? undefined : await deps.changeModel(assistant.model, signal);
			if (signal.aborted || change?.type === 'aborted') {
				return {type: 'aborted'};
			}
			if (change?.type === 'refused') {
				return change;
			}
			const left = current();
			// What one assistant may do unasked the next may not.
			const isLeftMode = left?.toolApproval !== undefined && left.toolApproval === getState().approvalMode;
			put(assistant?.name);
			const mode = assistant?.toolApproval ?? (isLeftMode ? deps.usualMode() : undefined);
			if (mode !== undefined && mode !== getState().approvalMode) {
				deps.setApprovalMode(mode);
			}
			deps.chooseServers(assistant?.servers);
			return change?.type === 'changed' && change.doubt !== undefined
				? {type: 'changed', doubt: change.doubt}
				: {type: 'changed'};
		},
	};
};
