import type {ApprovalMode, WorkMode} from '../domain/approval.ts';
import type {EventSink} from '../domain/ports.ts';
import type {AppState} from '../state/app-state.ts';
import type {AppDeps} from './app-deps.ts';
import type {AssistantInUse} from './assistant-in-use.ts';
import type {ModelInUse} from './model-in-use.ts';

type OpeningDeps = {
	readonly sink: EventSink;
	readonly getState: () => AppState;
	readonly setApprovalMode: (mode: ApprovalMode) => void;
	readonly setWorkMode: (mode: WorkMode) => void;
	readonly assistant: Pick<AssistantInUse, 'take'>;
	readonly inUse: Pick<ModelInUse, 'tellFacts'>;
};

/** Says how a session begins, or how it goes on. */
export const openLog = (deps: AppDeps, opening: OpeningDeps): void => {
	const {sink, getState, setApprovalMode, setWorkMode, assistant, inUse} = opening;
	const {sessionId, version, cwd, past} = deps;
	const model = deps.model.id;
	sink.emit(
		past.length === 0
			? {type: 'session-started', sessionId, version, model, cwd}
			: {type: 'session-resumed', sessionId, version, model},
	);
	setApprovalMode(deps.approvalMode);
	if (deps.workMode !== undefined && deps.workMode !== getState().workMode) {
		setWorkMode(deps.workMode);
	}
	assistant.take(deps.assistant);
	const grants = deps.grantBook?.list() ?? [];
	if (grants.length > 0) {
		sink.emit({type: 'grants-changed', grants});
	}
	inUse.tellFacts();
	for (const [server, status] of deps.servers.statuses()) {
		sink.emit({type: 'server-status-changed', server, status});
	}
};
