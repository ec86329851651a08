import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {
	type Attempted,
	type FailedAttempt,
	startServer,
} from '../../../source/core/mcp/connection/start-server.ts';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {serverConfig} from '../../helpers/mcp-servers.ts';

const failedAttempt = (message: string, isWorthRetrying = true): FailedAttempt => ({
	type: 'failed',
	failure: {code: 'server-unreachable', message},
	printed: [],
	isWorthRetrying,
});

const setUp = (attempts: readonly Attempted<string>[], retryAttempts: number, takes = 0) => {
	const reported: ServerStatus[] = [];
	const closed = new AbortController();
	let urged = new AbortController();
	let tries = 0;
	const deps = {
		config: serverConfig('echo', {retryAttempts}),
		now: Date.now,
		inTurn: <T>(start: () => Promise<T>) => start(),
		tryOnce: async () => {
			const attempt = attempts[tries];
			tries += 1;
			if (takes > 0) await new Promise(resolve => setTimeout(resolve, takes));
			return attempt === undefined ? Promise.reject(new Error('no more attempts')) : Promise.resolve(attempt);
		},
		report: (status: ServerStatus) => reported.push(status),
		urge: () => urged.signal,
	};
	return {
		start: (from: {readonly lost?: FailedAttempt; readonly used: number} = {used: 0}) =>
			startServer(deps, from, closed.signal),
		types: () => reported.map(({type}) => type),
		reported,
		tries: () => tries,
		close: () => closed.abort(),
		urge: () => {
			urged.abort();
			urged = new AbortController();
		},
	};
};

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe('starting a server', () => {
	it('tries again with growing pauses until it works', async () => {
		const {start, types} = setUp(
			[failedAttempt('one'), failedAttempt('two'), {type: 'ready', live: 'it'}],
			3,
		);
		const started = start();
		await vi.runAllTimersAsync();
		expect(await started).toEqual({type: 'ready', live: 'it'});
		expect(types()).toEqual(['connecting', 'reconnecting', 'connecting', 'reconnecting', 'connecting']);
	});

	it('gives up after its attempts, with the last reason', async () => {
		const {start, reported, tries} = setUp(
			['one', 'two', 'three'].map(message => failedAttempt(message)),
			2,
		);
		const started = start();
		await vi.runAllTimersAsync();
		await started;
		expect(tries()).toBe(3);
		expect(reported.at(-1)).toMatchObject({type: 'failed', failure: {message: 'three'}});
	});

	it('does not try again what cannot go better', async () => {
		const {start, types, tries} = setUp([failedAttempt('no such command', false)], 3);
		await start();
		expect(tries()).toBe(1);
		expect(types()).toEqual(['connecting', 'failed']);
	});

	it('gives up a process that ends three times in the same way, however many attempts are left', async () => {
		const same = {...failedAttempt('exited with code 1'), exit: '[1]'};
		const {start, tries, types} = setUp([same, same, same, same, same], 5);
		const started = start();
		await vi.runAllTimersAsync();
		expect(await started).toMatchObject({type: 'failed'});
		expect(tries()).toBe(3);
		expect(types().at(-1)).toBe('failed');
	});

	it('goes on with a process that ends in another way each time', async () => {
		const exits = ['[1]', '[2]', '[1]', '[2]'].map(exit => ({...failedAttempt('exited'), exit}));
		const {start, tries} = setUp([...exits, {type: 'ready', live: 'it'}], 4);
		const started = start();
		await vi.runAllTimersAsync();
		expect(await started).toEqual({type: 'ready', live: 'it'});
		expect(tries()).toBe(5);
	});

	it('tries again what took its whole time, until a minute is over', async () => {
		const slow = {...failedAttempt('did not answer'), isTimeout: true};
		const {start, tries} = setUp([slow, slow, slow, slow, slow, slow], 5, 25_000);
		const started = start();
		await vi.runAllTimersAsync();
		await started;
		expect(tries()).toBe(3);
	});

	it('waits as long as the server wants, within limits, whoever is in a hurry', async () => {
		const busy = {...failedAttempt('busy'), retryAfter: 7000};
		const forever = {...failedAttempt('busy'), retryAfter: 3_600_000};
		const {start, reported, urge, tries} = setUp([busy, forever, {type: 'ready', live: 'it'}], 3);
		const began = Date.now();
		const started = start();
		await vi.advanceTimersByTimeAsync(0);
		urge();
		await vi.advanceTimersByTimeAsync(6000);
		expect(tries()).toBe(1);
		await vi.runAllTimersAsync();
		await started;
		const times = reported.flatMap(status => (status.type === 'reconnecting' ? [status.nextAt - began] : []));
		expect(times).toEqual([7000, 37_000]);
	});

	it('says which attempt comes next and when', async () => {
		const {start, reported} = setUp([failedAttempt('one'), {type: 'ready', live: 'it'}], 3);
		const began = Date.now();
		const started = start();
		await vi.runAllTimersAsync();
		await started;
		expect(reported[1]).toMatchObject({
			type: 'reconnecting',
			attempt: 1,
			attempts: 3,
			failure: {message: 'one'},
		});
		const [, waiting] = reported;
		expect(waiting?.type === 'reconnecting' && waiting.nextAt > began).toBe(true);
	});

	it('ends its pause when somebody needs the server now', async () => {
		const {start, tries, urge} = setUp([failedAttempt('one'), {type: 'ready', live: 'it'}], 3);
		const started = start();
		await vi.advanceTimersByTimeAsync(0);
		expect(tries()).toBe(1);
		urge();
		await vi.advanceTimersByTimeAsync(0);
		expect(await started).toEqual({type: 'ready', live: 'it'});
	});

	it('stops when it is closed during a pause', async () => {
		const {start, tries, close} = setUp([failedAttempt('one'), {type: 'ready', live: 'it'}], 3);
		const started = start();
		await vi.advanceTimersByTimeAsync(0);
		close();
		expect(await started).toMatchObject({type: 'failed', failure: {code: 'server-closed'}});
		expect(tries()).toBe(1);
	});

	it('waits before it tries a server again that was lost', async () => {
		const {start, types} = setUp([{type: 'ready', live: 'it'}], 3);
		const started = start({lost: failedAttempt('it exited'), used: 1});
		await vi.runAllTimersAsync();
		await started;
		expect(types()).toEqual(['reconnecting', 'connecting']);
	});

	it('leaves a server alone that was lost too often', async () => {
		const {start, types, tries} = setUp([], 3);
		await start({lost: failedAttempt('it exited'), used: 4});
		expect(types()).toEqual(['failed']);
		expect(tries()).toBe(0);
	});

	it('turns a defect of ours into a failure that names the server', async () => {
		const {start, reported} = setUp([], 0);
		await start();
		expect(reported.at(-1)).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('"echo"')},
		});
	});

	it('asks for a sign-in instead of failing where that is missing', async () => {
		const needed: FailedAttempt = {
			...failedAttempt('sign in first', false),
			failure: {code: 'needs-sign-in', message: 'sign in first'},
		};
		const {start, types} = setUp([needed], 3);
		await start();
		expect(types()).toEqual(['connecting', 'needs-sign-in']);
	});
});
