import type {Failure} from './failure.ts';
import type {Message} from './message.ts';
import type {Model} from './model.ts';
import type {ThinkingEffort} from './provider-settings.ts';

export type OpenedModel =
	| {
			readonly type: 'opened';
			readonly model: Model;
			/** What a person might say next, where the model knows. */
			readonly suggestPrompt: (messages: readonly Message[]) => string | undefined;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

/** A model that a provider lists. */
export type ModelOffer = {
	/** `provider/model`. */
	readonly id: string;
	readonly title?: string;
	readonly contextTokens?: number;
};

/** What is wrong with the name of a model, before anything is asked. */
export type ModelIssue = {readonly part: 'provider' | 'name'; readonly message: string};

/** A provider that can be used now: its key is set, or it is a server on this machine that answers. */
export type ProviderOffer = {
	readonly name: string;
	readonly title: string;
	readonly baseUrl: string;
	readonly isLocal: boolean;
	/** Where its key comes from, in words: `ANTHROPIC_API_KEY`, `the keychain`. Absent where none is needed. */
	readonly keySource?: string;
};

export type ModelList =
	| {readonly type: 'listed'; readonly models: readonly ModelOffer[]}
	| {readonly type: 'failed'; readonly failure: Failure};

/** Whether a provider has the key that it needs, as far as can be told. */
export type KeyCheck =
	| {readonly type: 'fine'}
	| {readonly type: 'missing'; readonly failure: Failure}
	/** The keychain did not answer, and may have it. */
	| {readonly type: 'unsure'; readonly failure: Failure};

/** Every model that this program can talk to. Nothing here throws. */
export type Models = {
	/** Why only scripted models can be used, where that is so. */
	readonly obstacle?: Failure | undefined;
	/**
	 * Finds the adapter for `provider/model` and loads only that one. Nothing is contacted, except where a server that
	 * needs no key is named alone: then it is asked for its models, and the first is meant.
	 */
	readonly open: (id: string, signal: AbortSignal) => Promise<OpenedModel>;
	/** Asks the local servers on their usual ports, and looks for keys, also in the keychain. */
	readonly providers: (signal: AbortSignal) => Promise<readonly ProviderOffer[]>;
	/** Only the servers on this machine that answer; nothing else is looked at. */
	readonly localProviders: (signal: AbortSignal) => Promise<readonly ProviderOffer[]>;
	/** Every provider that can be named, whether it can be used or not. */
	readonly known: () => readonly Pick<ProviderOffer, 'name' | 'title'>[];
	/** Looks for the key of a provider, also in the keychain. */
	readonly checkKey: (provider: string, signal: AbortSignal) => Promise<KeyCheck>;
	/** How much models think. Absent where that cannot be chosen. */
	readonly effort?:
		| {
				/** Of the models of a provider: as chosen in this session, else as configured. */
				readonly of: (provider: string) => ThinkingEffort | undefined;
				/** For every model that is opened from now on. Answers what was chosen before. */
				readonly choose: (effort: ThinkingEffort | undefined) => ThinkingEffort | undefined;
		  }
		| undefined;
	/** The models of one provider, as it lists them itself. */
	readonly list: (provider: string, signal: AbortSignal) => Promise<ModelList>;
};
