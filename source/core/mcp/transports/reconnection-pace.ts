const shortLife = 2000;
const patience = 5;
const slowest = 5000;

type Schedule = (reconnect: () => void, delay: number) => () => void;

export type ReconnectionPace = {
	/** A stream was opened. */
	readonly opened: () => void;
	/** For the SDK: when to open the next one. */
	readonly schedule: Schedule;
};

/**
 * Some servers accept a stream of events and end it at once, every time. The SDK would ask again every second for
 * ever, or as often as the server likes; after a few times it is enough to ask now and then.
 */
export const createReconnectionPace = (): ReconnectionPace => {
	let openedAt: number | undefined;
	let shortLives = 0;
	return {
		opened: () => {
			openedAt = performance.now();
		},
		schedule: (reconnect, delay) => {
			const isShort = openedAt !== undefined && performance.now() - openedAt < shortLife;
			shortLives = isShort ? shortLives + 1 : 0;
			const timer = setTimeout(reconnect, shortLives > patience ? Math.max(delay, slowest) : delay).unref();
			return () => clearTimeout(timer);
		},
	};
};
