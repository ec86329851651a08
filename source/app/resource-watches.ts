import type {Clock} from '../domain/ports.ts';
import type {ResourceWatches, WatchedResource} from '../domain/resource-watches.ts';
import type {McpServers} from '../domain/server-ports.ts';

type ResourceWatchesDeps = {
	readonly servers: () => Pick<McpServers, 'watchResource' | 'unwatchResource'>;
	readonly now: Clock;
};

export type HearingWatches = ResourceWatches & {
	/** A server said that a resource has changed. */
	readonly heard: (server: string, uri: string) => void;
	/** A server is gone, and what it was told with it. */
	readonly forget: (server: string) => void;
};

export const createResourceWatches = ({servers, now}: ResourceWatchesDeps): HearingWatches => {
	const watched = new Map<string, WatchedResource>();
	const listeners = new Set<() => void>();
	const keyOf = (server: string, uri: string): string => `${server}\n${uri}`;

	const tell = (): void => {
		for (const listener of listeners) {
			listener();
		}
	};

	return {
		find: (server, uri) => watched.get(keyOf(server, uri)),
		count: () => watched.size,
		watch: async (server, uri, signal) => {
			const key = keyOf(server, uri);
			const isNew = !watched.has(key);
			// A server may tell of a change before it has answered.
			watched.set(key, watched.get(key) ?? {server, uri, changes: 0});
			const fetched = await servers().watchResource(server, uri, signal);
			if (fetched.type !== 'fetched' && isNew) {
				watched.delete(key);
			}
			tell();
			return fetched;
		},
		unwatch: async (server, uri, signal) => {
			watched.delete(keyOf(server, uri));
			tell();
			return servers().unwatchResource(server, uri, signal);
		},
		subscribe: listener => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		heard: (server, uri) => {
			const known = watched.get(keyOf(server, uri));
			if (known === undefined) {
				return;
			}
			watched.set(keyOf(server, uri), {...known, changes: known.changes + 1, changedAt: now()});
			tell();
		},
		forget: server => {
			const gone = [...watched].filter(([, each]) => each.server === server);
			for (const [key] of gone) {
				watched.delete(key);
			}
			if (gone.length > 0) {
				tell();
			}
		},
	};
};
