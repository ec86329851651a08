import type {Failure} from './failure.ts';
import type {ProviderOffer} from './model-ports.ts';
import type {Secret} from './secret.ts';

/** A provider whose key can be given. */
export type SetupProvider = {
	readonly name: string;
	readonly title: string;
	/** The variable that has its key, where one is set. */
	readonly keyVariable?: string;
};

/** Servers that another program of the user has, and that are new here. */
export type FoundServers = {
	/** `Claude Desktop`, `VS Code` ... */
	readonly client: string;
	readonly file: string;
	readonly servers: readonly {readonly name: string; readonly runs: string}[];
};

export type SetupStep =
	/** `detail` says what was done, as a sentence. */
	{readonly type: 'done'; readonly detail: string} | {readonly type: 'failed'; readonly failure: Failure};

type SetupModels =
	/** `preferred` is the one that most people want, where it is known. */
	| {readonly type: 'listed'; readonly models: readonly string[]; readonly preferred?: string}
	| {readonly type: 'failed'; readonly failure: Failure};

/** What the first run needs of the rest of the program. Nothing here throws. */
export type Setup = {
	/** The best known first. */
	readonly providers: readonly SetupProvider[];
	/** Servers with models on this machine that answer. */
	readonly localProviders: (signal: AbortSignal) => Promise<readonly ProviderOffer[]>;
	/** Whether the key of a provider is there already, wherever it is. */
	readonly hasKey: (provider: string, signal: AbortSignal) => Promise<boolean>;
	/** Keeps a key where secrets are kept. */
	readonly keepKey: (provider: string, key: Secret, signal: AbortSignal) => Promise<SetupStep>;
	/** The models of a provider, as it lists them: also whether the key works. */
	readonly models: (provider: string, signal: AbortSignal) => Promise<SetupModels>;
	/** Talks to this model from now on, and after the next start. */
	readonly takeModel: (id: string, signal: AbortSignal) => Promise<SetupStep>;
	readonly findServers: (signal: AbortSignal) => Promise<readonly FoundServers[]>;
	/** Copies them into the user's own configuration. Secrets in them go where secrets are kept. */
	readonly importServers: (found: FoundServers, signal: AbortSignal) => Promise<SetupStep>;
	/** A command line, an address or a JSON snippet, as it was typed. */
	readonly addServer: (typed: string, signal: AbortSignal) => Promise<SetupStep>;
};
