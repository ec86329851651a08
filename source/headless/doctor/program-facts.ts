/** A folder of the program. */
export type FolderFacts = {
	readonly what: 'settings' | 'data' | 'cache';
	readonly path: string;
	readonly state: /** `mode` is that of Unix, in octal digits; absent where there is none. */
		| {readonly type: 'writable'; readonly mode?: string; readonly free?: number}
		/** It is made when there is something to write. */
		| {readonly type: 'absent'; readonly free?: number}
		| {readonly type: 'unusable'; readonly why: string};
};

type SessionFacts =
	/** `damaged` has the ids of those with something in them that cannot be read. */
	| {
			readonly type: 'listed';
			readonly count: number;
			readonly bytes: number;
			readonly damaged: readonly string[];
	  }
	| {readonly type: 'unreadable'; readonly why: string};

/** What the program sees of itself and of the machine it runs on. Never a secret. */
export type ProgramFacts = {
	readonly version: string;
	/** Where the program lies. */
	readonly file: string;
	readonly nodeVersion: string;
	readonly nodeFile: string;
	/** The oldest one that it is tested on. */
	readonly oldestNode: string;
	readonly system: string;
	readonly isTerminal: boolean;
	/** The value of TERM. */
	readonly terminal: string | undefined;
	readonly columns: number | undefined;
	readonly rows: number | undefined;
	/** How many colours there are, and how images are shown, as words. */
	readonly colours: string;
	readonly images: string;
	readonly isColourRefused: boolean;
	readonly language: string | undefined;
	/** The program that edits a draft, or why there is none. */
	readonly editor:
		| {readonly type: 'found'; readonly command: string}
		| {readonly type: 'none'; readonly why: string};
	readonly folders: readonly FolderFacts[];
	readonly sessions: SessionFacts;
	/** The native part that talks to the keychain. npm may have left it out. */
	readonly hasKeyring: boolean;
	/** What is wrong with the place for secrets, if anything is. */
	readonly keychainTrouble: {readonly problem: string; readonly hint: string} | undefined;
	/** Where secrets are kept, as the user is told. */
	readonly secretPlace: string;
	/** The keys of providers that are set, each with where it comes from. */
	readonly keys: readonly {readonly title: string; readonly source: string}[];
	/** Providers that want a key and have none. */
	readonly withoutKey: readonly string[];
	/** Files of configuration, those that do not exist included. */
	readonly configFiles: readonly {readonly path: string; readonly exists: boolean}[];
};
