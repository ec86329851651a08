import type {AppState} from './app-state.ts';

/** Whether something would be lost or stopped if the session were left now. */
export const isBusy = ({turn, queue, attaching, compaction, calls}: AppState): boolean =>
	turn !== undefined ||
	queue.length > 0 ||
	attaching !== undefined ||
	compaction !== undefined ||
	calls.live().some(({status}) => status === 'running');
