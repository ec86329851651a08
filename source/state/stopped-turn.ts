import type {AppState} from './app-state.ts';

/** The last turn, if it failed or was interrupted and nothing came after it. */
export const stoppedTurn = ({items}: Pick<AppState, 'items'>): string | undefined => {
	let isStopped = false;
	for (let index = items.length - 1; index >= 0; index--) {
		const item = items.at(index);
		if (item?.type === 'turn-end') {
			isStopped = true;
		} else if (item?.type === 'user' || item?.type === 'answer') {
			return isStopped ? item.turnId : undefined;
		}
	}
	return undefined;
};
