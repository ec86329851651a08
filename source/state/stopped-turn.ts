import type {AppState} from './app-state.ts';
import {keptItems} from './rewind.ts';

/** The last turn, if it failed or was interrupted and nothing came after it. */
export const stoppedTurn = (state: Pick<AppState, 'items' | 'takenBack'>): string | undefined => {
	let isStopped = false;
	for (const item of keptItems(state)) {
		if (item.type === 'turn-end') {
			isStopped = true;
		} else if (item.type === 'user' || item.type === 'answer') {
			return isStopped ? item.turnId : undefined;
		}
	}
	return undefined;
};
