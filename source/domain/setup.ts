import type {Failure} from './failure.ts';
import type {ProviderOffer} from './model-ports.ts';
import type {Secret} from './secret.ts';

/** A provider whose key can be given. */
export type SetupProvider = {
	readonly name: string;
	readonly title: string;
	/** Where its key comes from, in words, where there is one already. */
	readonly keySource?: string;
	/** Where a key is made, for the eye. */
	readonly keyPage?: string;
};

/** Servers that another program of the user has. */
export type FoundServers = {
	/** `Claude Desktop`, `VS Code` ... */
	readonly client: string;
	readonly file: string;
	readonly servers: readonly {readonly name: string; readonly runs: string}[];
};

export type SetupStep =
	| {readonly type: 'done'; readonly detail: string}
	| {readonly type: 'failed'; readonly failure: Failure};

/** What the first run needs of the rest of the program. Nothing here throws. */
export type Setup = {
	readonly providers: (signal: AbortSignal) => Promise<readonly SetupProvider[]>;
	/** Servers with models on this machine that answer. */
	readonly localProviders: (signal: AbortSignal) => Promise<readonly ProviderOffer[]>;
	/** Keeps a key where secrets are kept. `detail` says where. */
	readonly keepKey: (provider: string, key: Secret, signal: AbortSignal) => Promise<SetupStep>;
	/** The models of a provider, as it lists them: also whether the key works. */
	readonly models: (
		provider: string,
		signal: AbortSignal,
	) => Promise<
		| {readonly type: 'listed'; readonly models: readonly string[]}
		| {readonly type: 'failed'; readonly failure: Failure}
	>;
	/** Talks to this model from now on, and after the next start. */
	readonly useModel: (id: string, signal: AbortSignal) => Promise<SetupStep>;
	readonly findServers: (signal: AbortSignal) => Promise<readonly FoundServers[]>;
	/** Copies them into the user's own configuration. Secrets in them go where secrets are kept. */
	readonly importServers: (found: readonly FoundServers[], signal: AbortSignal) => Promise<SetupStep>;
	/** A command line, an address or a JSON snippet, as it was typed. */
	readonly addServer: (typed: string, signal: AbortSignal) => Promise<SetupStep>;
};
