import type {Fetched} from './catalogue.ts';
import type {JsonObject} from './json.ts';
import type {ServerConfig} from './server.ts';
import type {DiagnosisStep, McpServers} from './server-ports.ts';
import type {LogLevel} from './server-request.ts';
import type {ServerTimesView} from './server-times.ts';

/** A server that a file names and that is not used. */
export type UnusedServer = {
	readonly name: string;
	readonly file: string;
	readonly problems: readonly string[];
	/** Nothing is wrong with it: it comes with the folder, and waits for the user's word. */
	readonly isUntrusted?: true;
	/** The user has said that they do not want it. */
	readonly isUnwanted?: true;
};

/** What can be done with the servers while they run. Nothing here throws. */
export type ServerControl = Pick<
	McpServers,
	'configs' | 'printed' | 'start' | 'restart' | 'setEnabled' | 'signIn' | 'signOut'
> & {
	/** The same array while nothing has changed. */
	readonly unused: () => readonly UnusedServer[];
	/** Absent where they are not kept. */
	readonly times?: ServerTimesView;
	/** The command or address of a server on one line, without secrets. */
	readonly reachOf: (config: ServerConfig) => string;
	/** What counts for a server, without secrets. */
	readonly settingsOf: (config: ServerConfig) => JsonObject;
	readonly setLogLevel: (server: string, level: LogLevel, signal: AbortSignal) => Promise<Fetched<undefined>>;
	/** The level that was asked for last in this run. */
	readonly logLevelOf: (server: string) => LogLevel | undefined;
	/** Walks the way to a server step by step. Ends without a word when aborted. */
	readonly diagnose: (server: string, signal: AbortSignal) => AsyncIterable<DiagnosisStep>;
};
