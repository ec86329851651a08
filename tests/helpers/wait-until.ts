export type WaitOptions = {
	readonly timeout?: number;
	readonly interval?: number;
	/** Describes the state of things for the error when the time is up. */
	readonly describe?: () => string;
};

/** Waits until `condition` holds. The limit is generous: it ends a hopeless wait, it measures nothing. */
export const waitUntil = async (
	condition: () => boolean | Promise<boolean>,
	{timeout = 40_000, interval = 25, describe = () => ''}: WaitOptions = {},
): Promise<void> => {
	const end = Date.now() + timeout;
	while (!(await condition())) {
		if (Date.now() > end) {
			throw new Error(`The condition did not come true within ${timeout} ms. ${describe()}`.trim());
		}
		await new Promise(resolve => setTimeout(resolve, interval));
	}
};
