import type {SignInOutcome} from '../../../domain/server-ports.ts';
import {unlessAborted} from './unless-aborted.ts';

type SignIn = (signal: AbortSignal) => Promise<SignInOutcome>;

/** One sign-in for everyone who needs it at the same time. It ends when the last of them no longer waits. */
export const shareSignIn = (run: SignIn): SignIn => {
	let running: {readonly outcome: Promise<SignInOutcome>; readonly control: AbortController} | undefined;
	let waiting = 0;

	const begin = () => {
		const control = new AbortController();
		const outcome = run(control.signal).finally(() => {
			running = undefined;
		});
		running = {outcome, control};
		return running;
	};

	return async signal => {
		if (signal.aborted) return {type: 'cancelled'};
		const {outcome, control} = running ?? begin();
		waiting += 1;
		try {
			return (await unlessAborted(outcome, signal)) ?? {type: 'cancelled'};
		} finally {
			waiting -= 1;
			if (waiting === 0) control.abort();
		}
	};
};
