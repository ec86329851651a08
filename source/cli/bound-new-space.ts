import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';

/** Both halves together. A chat needs no more: its garbage is small and often. */
const most = 4 * 1024 * 1024;

type NewSpace = {
	readonly size: () => number;
	/** By how much it grows when it is full; 1 is not at all. */
	readonly setGrowth: (factor: number) => void;
};

const v8NewSpace: NewSpace = {
	size: () => getHeapSpaceStatistics().find(({space_name: name}) => name === 'new_space')?.space_size ?? most,
	setGrowth: factor => setFlagsFromString(`--semi-space-growth-factor=${factor}`),
};

/**
 * Keeps the space for new objects small. V8 lets it grow up to 32 MB, or 64, and hardly gives it back: that is a third
 * of what the program has in memory. While it starts it does not grow; what is given back is to be called whenever
 * something happens, until it says that the space has the size that it keeps.
 */
export const boundNewSpace = ({size, setGrowth}: NewSpace = v8NewSpace): (() => boolean) => {
	let growth = 1;
	const set = (factor: number): void => {
		if (factor !== growth) {
			growth = factor;
			setGrowth(factor);
		}
	};
	setGrowth(growth);
	return () => {
		const isLarge = size() >= most;
		set(isLarge ? 1 : 2);
		return isLarge;
	};
};
