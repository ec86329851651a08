import type {Schedule} from '../../source/domain/ports.ts';

export type TestClock = {
	readonly now: () => number;
	readonly schedule: Schedule;
	/** Lets time pass, running what falls due on the way, in order. */
	readonly advance: (milliseconds: number) => void;
	readonly waiting: () => number;
};

/** Time that passes only when a test says so. */
export const createClock = (start = 1_000_000): TestClock => {
	let time = start;
	let timers: {readonly at: number; readonly run: () => void}[] = [];
	return {
		now: () => time,
		schedule(run, milliseconds) {
			const timer = {at: time + milliseconds, run};
			timers.push(timer);
			return () => {
				timers = timers.filter(other => other !== timer);
			};
		},
		advance(milliseconds) {
			const end = time + milliseconds;
			for (;;) {
				const due = timers.filter(({at}) => at <= end).sort((a, b) => a.at - b.at)[0];
				if (due === undefined) {
					break;
				}
				timers = timers.filter(timer => timer !== due);
				time = due.at;
				due.run();
			}
			time = end;
		},
		waiting: () => timers.length,
	};
};
