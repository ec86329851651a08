import type {Clock} from '../../domain/ports.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {expectManyListeners} from '../../support/many-listeners.ts';
import {isFailure, type ServerRoster} from './server-roster.ts';

/** Milliseconds that a server which failed is left alone. */
const retryAfter = 10_000;

export type ServerStarter = {
	readonly start: (server: string, signal: AbortSignal) => Promise<ServerStatus>;
	/** Starts what is not running and waits for it, but not for servers that failed before and are tried again. */
	readonly startAll: (signal: AbortSignal) => Promise<void>;
	/** The servers that `startAll` waits for now. */
	readonly starting: () => readonly string[];
	/** Hears of every status. */
	readonly notice: (server: string, status: ServerStatus) => void;
};

/** A status in which waiting is over, for better or worse. */
const settledTypes: ReadonlySet<ServerStatus['type']> = new Set(['ready', 'ready-but-list-failed', 'failed']);

export const createServerStarter = (roster: () => ServerRoster, now: Clock): ServerStarter => {
	/** Being tried again after they failed: a message does not wait for them a second time. */
	const retried = new Set<string>();
	const failedAt = new Map<string, number>();
	/** How often each server is being waited for. */
	const awaited = new Map<string, number>();

	const statusOf = (name: string): ServerStatus | undefined => roster().statusOf(name);

	const isResting = (name: string): boolean =>
		statusOf(name)?.type === 'failed' && now() - (failedAt.get(name) ?? 0) < retryAfter;

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

	const waitFor = async (name: string, signal: AbortSignal): Promise<void> => {
		awaited.set(name, (awaited.get(name) ?? 0) + 1);
		try {
			await start(name, signal);
		} finally {
			const others = (awaited.get(name) ?? 1) - 1;
			if (others > 0) awaited.set(name, others);
			else awaited.delete(name);
		}
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
			for (const name of due) if (statusOf(name)?.type === 'failed') retried.add(name);
			for (const name of due) if (retried.has(name)) void start(name, signal);
			await Promise.all(due.filter(name => !retried.has(name)).map(name => waitFor(name, signal)));
		},
		starting: () =>
			[...awaited.keys()].filter(
				name => roster().isEnabled(name) && !settledTypes.has(statusOf(name)?.type ?? 'idle'),
			),
		notice: (server, status) => {
			if (status.type !== 'connecting' && status.type !== 'reconnecting') retried.delete(server);
			if (status.type === 'failed') failedAt.set(server, now());
		},
	};
};
