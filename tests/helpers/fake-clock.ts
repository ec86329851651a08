import type {Schedule} from '../../source/domain/ports.ts';

type Task = {readonly dueAt: number; readonly run: () => void};

export type FakeClock = {
	readonly now: () => number;
	readonly schedule: Schedule;
	/** Returns at once, having moved the clock: a wait that costs no time. */
	readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	/** Every wait that `sleep` was asked for. */
	readonly slept: readonly number[];
	/** Moves the clock and runs what is due on the way, in order. */
	readonly advance: (milliseconds: number) => void;
	/** How many timers are running. */
	readonly timers: () => number;
};

/** Time that passes only when a test says so. */
export const createFakeClock = (startAt = 1000): FakeClock => {
	let time = startAt;
	const tasks = new Set<Task>();
	const slept: number[] = [];

	const nextDue = (end: number): Task | undefined =>
		[...tasks].filter(task => task.dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)[0];
	const advance = (milliseconds: number): void => {
		const end = time + milliseconds;
		for (let task = nextDue(end); task !== undefined; task = nextDue(end)) {
			tasks.delete(task);
			time = task.dueAt;
			task.run();
		}
		time = end;
	};

	return {
		now: () => time,
		schedule(run, milliseconds) {
			const task = {dueAt: time + milliseconds, run};
			tasks.add(task);
			return () => {
				tasks.delete(task);
			};
		},
		async sleep(milliseconds) {
			slept.push(milliseconds);
			advance(milliseconds);
		},
		slept,
		advance,
		timers: () => tasks.size,
	};
};
