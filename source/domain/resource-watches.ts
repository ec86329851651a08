import type {Fetched} from './catalogue.ts';

export type WatchedResource = {
	readonly server: string;
	readonly uri: string;
	/** How often its server said that it has changed. */
	readonly changes: number;
	/** When it said so last. */
	readonly changedAt?: number;
};

/** The resources whose changes the user wants to hear of, until they are no longer wanted or the program ends. */
export type ResourceWatches = {
	/** The same object while nothing has changed. */
	readonly find: (server: string, uri: string) => WatchedResource | undefined;
	readonly count: () => number;
	readonly watch: (server: string, uri: string, signal: AbortSignal) => Promise<Fetched<undefined>>;
	readonly unwatch: (server: string, uri: string, signal: AbortSignal) => Promise<Fetched<undefined>>;
	readonly subscribe: (listener: () => void) => () => void;
};
