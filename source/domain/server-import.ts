import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ServerConfig} from './server.ts';
import type {ServerSetting} from './server-setting.ts';

/** A server that another client knows, in the form of our own configuration. */
export type ForeignServer = {
	readonly name: string;
	/** The folder for which the client uses it, where that is not everywhere. */
	readonly project?: string;
	readonly entry: JsonObject;
	/** As it would be used here; absent when it cannot be, or when something is missing on this machine. */
	readonly config?: ServerConfig;
	/** Why it cannot be used at all. */
	readonly problems: readonly string[];
	/** It is a part of the other client and no server of its own. */
	readonly isBuiltIn?: boolean;
	/** What is missing on this machine, or is not taken over. */
	readonly notes: readonly string[];
	/** All that it sets, with every value as it is written. */
	readonly settings?: readonly ServerSetting[];
	/** How it compares with what the user's own configuration says under this name; absent when that says nothing. */
	readonly own?: 'same' | 'different';
};

/** A file of another client that is there. */
export type ForeignFile = {
	/** The id of the client. */
	readonly client: string;
	readonly title: string;
	readonly file: string;
	/** It lies in the folder in which the program runs: somebody else may have written it. */
	readonly isOfProject: boolean;
	readonly servers: readonly ForeignServer[];
	/** Why the file cannot be read. */
	readonly problems: readonly string[];
};

/** Another client whose servers can be found. */
export type ForeignClient = {readonly id: string; readonly title: string};

/** Reads the files of these clients. Starts and contacts nothing, and never throws. */
export type FindForeignServers = (clients: readonly string[]) => Promise<readonly ForeignFile[]>;

/** A server in a text that was pasted; it need not have a name. */
export type SnippetServer = {
	readonly name?: string;
	readonly entry: JsonObject;
	/** What the user could not read in what they pasted, because it was a link. */
	readonly unseen?: {readonly runs: string; readonly settings: readonly ServerSetting[]};
};

export type SnippetUnderstood =
	| {readonly type: 'servers'; readonly servers: readonly SnippetServer[]}
	| {readonly type: 'refused'; readonly failure: Failure};

export type UnderstandSnippet = (text: string) => Promise<SnippetUnderstood>;
