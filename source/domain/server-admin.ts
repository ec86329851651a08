import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ServerFacts} from './server.ts';
import type {ConfigScope} from './server-ports.ts';
import type {ServerSetting} from './server-setting.ts';

/** A server that is not saved yet. */
export type ServerDraft = {
	readonly name: string;
	/** As it would stand in a file: one member of `mcpServers`. */
	readonly entry: JsonObject;
	/** What the user could not read in what they pasted, because it was a link. */
	readonly unseen?: {readonly runs: string; readonly settings: readonly ServerSetting[]};
};

/** The entry of a server as its file has it. No reference is filled in. */
type WrittenServer = {
	readonly name: string;
	/** To the letter: it may hold secrets that somebody wrote into the file. Never shown as it is. */
	readonly entry: JsonObject;
	/** The same with dots in place of its secrets. */
	readonly shown: JsonObject;
	readonly file: string;
	/** Whose file that is. */
	readonly scope: ConfigScope;
};

export type WrittenRead =
	| {readonly type: 'written'; readonly server: WrittenServer}
	/** It cannot be changed here; `file` says where it comes from, where it comes from a file. Its entry may be copied. */
	| {readonly type: 'fixed'; readonly failure: Failure; readonly file?: string; readonly entry?: JsonObject}
	/** Nothing names such a server, or its file cannot be read. */
	| {readonly type: 'refused'; readonly failure: Failure};

type DraftsUnderstood =
	| {readonly type: 'drafts'; readonly drafts: readonly ServerDraft[]}
	| {readonly type: 'refused'; readonly failure: Failure};

/** What is wrong at one place of a draft. */
export type DraftComplaint = {
	/** Keys that lead to it, as the entry spells them; `['name']` alone may also be the name. */
	readonly path: readonly (string | number)[];
	/** Half a sentence. */
	readonly message: string;
	/** `missing`: well formed, but not there on this machine. `idle`: it has no effect. Neither keeps it from being saved. */
	readonly kind: 'malformed' | 'missing' | 'idle';
};

/** The complaints about the name and those about the entry. */
export type DraftCheck = {
	readonly name: string | undefined;
	readonly entry: readonly DraftComplaint[];
};

export type DraftTested =
	| {
			readonly type: 'works';
			readonly facts: ServerFacts;
			/** From the start to the last list. */
			readonly milliseconds: number;
			/** Text of the server: not cleaned. */
			readonly tools: readonly {readonly name: string; readonly description: string}[];
	  }
	| {readonly type: 'needs-sign-in'; readonly failure: Failure}
	| {readonly type: 'failed'; readonly failure: Failure; readonly stderr: readonly string[]}
	| {readonly type: 'cancelled'};

export type SaveOptions = {
	/** The name of the server that is edited, which may be another than it has now. Without it a name that is taken is refused. */
	readonly replaces?: string;
	readonly scope: ConfigScope;
};

export type ServerChanged =
	/** `notes` are sentences about what else was done. */
	| {readonly type: 'changed'; readonly file: string; readonly notes: readonly string[]}
	| {readonly type: 'refused'; readonly failure: Failure};

/** What can be done about the entries of servers. Resolves when the running program has taken it over; nothing throws. */
export type ServerAdmin = {
	readonly written: (name: string) => Promise<WrittenRead>;
	/** Finds servers in a command line, a URL, a snippet of JSON, TOML or YAML, or a link that installs. Names are free. */
	readonly understand: (text: string) => Promise<DraftsUnderstood>;
	/** A name that is not taken, made of how the server is reached. */
	readonly freeName: (entry: JsonObject, wanted?: string) => Promise<string>;
	/** Quick enough for every key. */
	readonly check: (draft: ServerDraft, options: SaveOptions) => Promise<DraftCheck>;
	/** Starts the server as the draft says, asks what it offers and closes it. Nothing is written. */
	readonly test: (
		draft: ServerDraft,
		options: SaveOptions & {readonly onStep: (sentence: string) => void},
		signal: AbortSignal,
	) => Promise<DraftTested>;
	/** Secrets go to the keychain; where they cannot, nothing is written. */
	readonly save: (draft: ServerDraft, options: SaveOptions, signal: AbortSignal) => Promise<ServerChanged>;
	/** Forgets the secrets, too, that only its entry named. */
	readonly remove: (name: string, signal: AbortSignal) => Promise<ServerChanged>;
	readonly setDisabled: (name: string, disabled: boolean, signal: AbortSignal) => Promise<ServerChanged>;
};
