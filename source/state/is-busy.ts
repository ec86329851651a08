import type {AppState} from './app-state.ts';

/** Whether something would be lost or stopped if the session were left now. */
export const isBusy = ({turn, queue, awaiting, attaching, compaction, calls}: AppState): boolean =>
	turn !== undefined ||
	queue.length > 0 ||
	awaiting !== undefined ||
	attaching !== undefined ||
	compaction !== undefined ||
	calls.live().some(({status}) => status === 'running');
