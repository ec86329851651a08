import {getHeapSpaceStatistics} from 'node:v8';
import type {Schedule} from '../domain/ports.ts';
import {collectGarbage} from '../support/collect-garbage.ts';

/** Less than this is not worth a collection. */
const worthwhileBytes = 8 * 1024 * 1024;
/** V8 makes the space smaller only if next to nothing came into it for 5 s. Nobody types or waits any more by then. */
const restMilliseconds = 6000;

type NewSpace = {readonly size: () => number; readonly collect: () => void};

const v8NewSpace: NewSpace = {
	size: () => getHeapSpaceStatistics().find(({space_name: name}) => name === 'new_space')?.space_size ?? 0,
	collect: collectGarbage,
};

type Surroundings = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly isBusy: () => boolean;
	/** Changes whenever a key is pressed. */
	readonly countKeys: () => number;
	readonly schedule: Schedule;
	readonly newSpace?: NewSpace;
};

/**
 * V8 lets the space for new objects grow to 32 MB while an answer comes, and hardly gives it back. To bound it costs
 * more collections at every start, so it is collected when a turn is over and nobody does anything: 30 ms that
 * nobody sees. What is given back ends that.
 */
export const giveMemoryBack = ({
	subscribe,
	isBusy,
	countKeys,
	schedule,
	newSpace = v8NewSpace,
}: Surroundings): (() => void) => {
	let wasBusy = false;
	let cancel: (() => void) | undefined;
	const waitForRest = (): void => {
		const keys = countKeys();
		cancel?.();
		cancel = schedule(() => {
			cancel = undefined;
			if (isBusy()) {
				return;
			}
			if (countKeys() !== keys) {
				waitForRest();
			} else if (newSpace.size() >= worthwhileBytes) {
				newSpace.collect();
			}
		}, restMilliseconds);
	};
	const unsubscribe = subscribe(() => {
		const isNowBusy = isBusy();
		if (wasBusy && !isNowBusy) {
			waitForRest();
		}
		wasBusy = isNowBusy;
	});
	return () => {
		unsubscribe();
		cancel?.();
	};
};
