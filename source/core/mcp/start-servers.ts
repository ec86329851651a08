import type {Clock} from '../../domain/ports.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {expectManyListeners} from '../../support/many-listeners.ts';
import {sleep} from '../../support/sleep.ts';
import {isFailure, type ServerRoster} from './server-roster.ts';

/** Milliseconds that a server which failed is left alone. */
const retryAfter = 10_000;

type StarterOptions = {
	readonly now: Clock;
	/** How long `startAll` waits for a server that takes its time; each server's own limit if absent. */
	readonly patience?: number;
};

export type ServerStarter = {
	readonly start: (server: string, signal: AbortSignal) => Promise<ServerStatus>;
	/** Starts what is not running. Those that failed a moment ago get a rest first. */
	readonly startAll: (signal: AbortSignal) => Promise<void>;
	/** Hears of every status. */
	readonly notice: (server: string, status: ServerStatus) => void;
};

export const createServerStarter = (
	roster: () => ServerRoster,
	{now, patience}: StarterOptions,
): ServerStarter => {
	/** Still starting when somebody lost patience: nobody waits for them again until they were ready once. */
	const slow = new Set<string>();
	const failedAt = new Map<string, number>();

	const statusOf = (name: string): ServerStatus | undefined => roster().statusOf(name);

	const isResting = (name: string): boolean =>
		statusOf(name)?.type === 'failed' && now() - (failedAt.get(name) ?? 0) < retryAfter;

	const isOnItsWay = (name: string): boolean =>
		['connecting', 'reconnecting', 'needs-sign-in'].includes(statusOf(name)?.type ?? '');

	const start = async (name: string, signal: AbortSignal): Promise<ServerStatus> => {
		expectManyListeners(signal);
		const server = await roster().find(name);
		if (isFailure(server)) {
			const status: ServerStatus = {type: 'failed', failure: server, stderr: []};
			if (roster().isEnabled(name)) roster().setStatus(name, status);
			return statusOf(name) ?? status;
		}
		if (statusOf(name)?.type === 'ready-but-list-failed') server.refresh();
		await server.ready(signal);
		return statusOf(name) ?? {type: 'idle'};
	};

	return {
		start,
		startAll: async signal => {
			const {isClosing, configs, isEnabled} = roster();
			if (isClosing()) return;
			// One listener for every server.
			expectManyListeners(signal);
			const due = configs()
				.map(({name}) => name)
				.filter(name => isEnabled(name) && !isResting(name));
			const starts = due.flatMap(name => {
				const isSlow = slow.has(name);
				const started = start(name, signal);
				return isSlow ? [] : [started];
			});
			if (patience === undefined) {
				await Promise.all(starts);
				return;
			}
			const enough = new AbortController();
			await Promise.race([Promise.all(starts), sleep(patience, AbortSignal.any([signal, enough.signal]))]);
			enough.abort();
			for (const name of due) if (isOnItsWay(name)) slow.add(name);
		},
		notice: (server, status) => {
			// Whoever is stopped begins again without a past.
			if (status.type === 'ready' || status.type === 'idle' || status.type === 'disabled')
				slow.delete(server);
			if (status.type === 'failed') failedAt.set(server, now());
		},
	};
};
