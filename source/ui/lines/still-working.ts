import type {App} from '../../app/app.ts';
import type {Schedule} from '../../domain/ports.ts';
import {stillRunning} from './call-sentences.ts';
import type {LineOutput} from './line-output.ts';
import type {LinePrinter} from './line-printer.ts';
import {spokenDuration} from './spoken-words.ts';

type WorkingDeps = {
	readonly app: Pick<App, 'getState'>;
	readonly printer: Pick<LinePrinter, 'open'>;
	readonly output: Pick<LineOutput, 'say' | 'lastAt'>;
	readonly now: () => number;
	readonly schedule: Schedule;
};

const paceMilliseconds = 10_000;

/** Says now and then that something is still under way, and nothing while nothing is. */
export const createStillWorking = ({app, printer, output, now, schedule}: WorkingDeps) => {
	let cancel: (() => void) | undefined;
	let turn: string | undefined;

	const stop = (): void => {
		cancel?.();
		cancel = undefined;
	};
	const sentenceNow = (): string | undefined => {
		const state = app.getState();
		const [first, ...more] = printer.open(state).flatMap(call => stillRunning(call, now()) ?? []);
		if (first !== undefined) {
			return more.length === 0 ? first : `${first} And ${more.length} more.`;
		}
		const isQuiet = now() - output.lastAt() >= paceMilliseconds;
		return isQuiet && state.turn !== undefined
			? `Still working after ${spokenDuration(now() - state.turn.startedAt)}.`
			: undefined;
	};
	const wait = (): void => {
		cancel = schedule(() => {
			const text = app.getState().asks.length === 0 ? sentenceNow() : undefined;
			output.say(text === undefined ? [] : [text]);
			wait();
		}, paceMilliseconds);
	};
	return {
		follow(): void {
			const current = app.getState().turn?.turnId;
			if (current !== turn) {
				turn = current;
				stop();
				if (current !== undefined) {
					wait();
				}
			}
		},
		stop,
	};
};
