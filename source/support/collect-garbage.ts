import {getHeapStatistics, setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

let collect: unknown;

/** Gives back what is not used any more; takes about 30 ms. */
export const collectGarbage = (): void => {
	if (collect === undefined) {
		// Back to what it was at once: compiled code is loaded only under the flags under which it was kept.
		setFlagsFromString('--expose-gc');
		collect = runInNewContext('gc');
		setFlagsFromString('--no-expose-gc');
	}
	if (typeof collect === 'function') {
		collect();
	}
};

const usedHeap = (): number => getHeapStatistics().used_heap_size;

/** Far more than what comes and goes between two of V8's own small collections. */
const worthwhileGrowth = 40 * 1024 * 1024;
let leastUsed = Number.POSITIVE_INFINITY;

/** For work that leaves a lot of garbage quickly: V8 alone would let it grow to several times the usual memory. */
export const collectGrowth = (): void => {
	const used = usedHeap();
	leastUsed = Math.min(leastUsed, used);
	if (used - leastUsed < worthwhileGrowth) return;
	collectGarbage();
	leastUsed = usedHeap();
};
