import type {ServerConfig} from './server.ts';

/** Milliseconds since 1970. */
export type ServerTimes = {
	/** When its entry was seen for the first time. */
	readonly createdAt: number;
	/** When its entry was last seen to be another, or under another name. */
	readonly updatedAt: number;
	/** When a connection to it was last ready. */
	readonly lastConnectedAt?: number;
};

/** A server is known by its name and by the file that names it. */
export type ServerPlace = {readonly name: string; readonly file: string};

/** What a file names now: a print of each entry, by name. */
export type NamedServers = {readonly file: string; readonly prints: ReadonlyMap<string, string>};

/** The times of servers, for whoever shows them. Nothing here throws. */
export type ServerTimesView = {
	/** Resolves when what the files say now counts. Nothing is started or contacted. */
	readonly look: () => Promise<void>;
	/** As of the last look; undefined where nothing is known, or nothing could be kept. */
	readonly of: (place: ServerPlace) => ServerTimes | undefined;
};

/** The same for those who make the times what they are. */
export type ServerTimesBook = ServerTimesView & {
	/** From now on this finds what the files name. Nothing is read before somebody looks, or something has happened. */
	readonly follow: (find: () => Promise<readonly NamedServers[]>) => void;
	/** A connection is ready. Nobody waits for this to be written. */
	readonly connected: (config: Pick<ServerConfig, 'name' | 'source'>) => void;
	/** It is the same server, under another name or in another file. */
	readonly moved: (from: ServerPlace, to: ServerPlace) => void;
	/** Resolves when everything is on the disk, or cannot be. */
	readonly settled: () => Promise<void>;
};
