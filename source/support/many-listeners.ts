import {setMaxListeners} from 'node:events';

/**
 * Many may listen to the signal without a warning. Not 0, which means the same: Node 20 then takes the signal for
 * something that is none, and so a request with it fails.
 */
export const expectManyListeners = (signal: AbortSignal): void =>
	setMaxListeners(Number.POSITIVE_INFINITY, signal);
