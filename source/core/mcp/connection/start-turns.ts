const slowAfter = 5000;

/**
 * Lets at most `limit` tasks begin at the same time. A task that is still busy after a while gives its turn to
 * the next: it is waiting rather than working, and hung servers must not hold up healthy ones.
 */
export const createTurns = (limit: number): (<T>(task: () => Promise<T>) => Promise<T>) => {
	const queue: (() => void)[] = [];
	let busy = 0;

	const take = (): Promise<void> => {
		if (busy < limit) {
			busy += 1;
			return Promise.resolve();
		}
		return new Promise(resolve => queue.push(resolve));
	};

	const give = () => {
		const next = queue.shift();
		if (next === undefined) busy -= 1;
		else next();
	};

	return async task => {
		await take();
		let mine = true;
		const giveOnce = () => {
			if (mine) give();
			mine = false;
		};
		const timer = setTimeout(giveOnce, slowAfter).unref();
		try {
			return await task();
		} finally {
			clearTimeout(timer);
			giveOnce();
		}
	};
};
