import {describe, expect, it} from 'vitest';
import {shareSignIn} from '../../../source/core/mcp/connection/share-sign-in.ts';
import type {SignInOutcome} from '../../../source/domain/server-ports.ts';

const setUp = () => {
	const runs: {readonly signal: AbortSignal; readonly finish: (outcome: SignInOutcome) => void}[] = [];
	const signIn = shareSignIn(
		signal =>
			new Promise(resolve => {
				runs.push({signal, finish: resolve});
			}),
	);
	return {signIn, runs};
};

const signedIn: SignInOutcome = {type: 'signed-in', kept: 'here'};

describe('a sign-in that several calls wait for', () => {
	it('happens once, and all of them hear of it', async () => {
		const {signIn, runs} = setUp();
		const waiting = [1, 2, 3].map(() => signIn(new AbortController().signal));
		expect(runs).toHaveLength(1);
		runs[0]?.finish(signedIn);
		expect(await Promise.all(waiting)).toEqual([signedIn, signedIn, signedIn]);
	});

	it('goes on for the others when one of them is cancelled, which leaves at once', async () => {
		const {signIn, runs} = setUp();
		const first = new AbortController();
		const leaving = signIn(first.signal);
		const staying = signIn(new AbortController().signal);
		first.abort();
		expect(await leaving).toEqual({type: 'cancelled'});
		expect(runs[0]?.signal.aborted).toBe(false);
		runs[0]?.finish(signedIn);
		expect(await staying).toEqual(signedIn);
	});

	it('ends when nobody waits any more, and the next one begins afresh', async () => {
		const {signIn, runs} = setUp();
		const only = new AbortController();
		const leaving = signIn(only.signal);
		only.abort();
		await leaving;
		expect(runs[0]?.signal.aborted).toBe(true);
		runs[0]?.finish({type: 'cancelled'});
		await Promise.resolve();
		await Promise.resolve();
		void signIn(new AbortController().signal);
		expect(runs).toHaveLength(2);
	});
});
