import {setFlagsFromString} from 'node:v8';
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
