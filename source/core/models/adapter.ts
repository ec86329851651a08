import type {ModelFacts} from '../../domain/model.ts';
import type {NewId} from '../../domain/ports.ts';
import type {Secret} from '../../domain/secret.ts';

/** The wire protocols that there are adapters for. */
export type WireProtocol = 'anthropic' | 'responses' | 'chat';

/** US dollars for a million tokens. */
export type Price = {
	readonly input: number;
	readonly output: number;
	/** Input that came from the cache; as `input` where absent. */
	readonly cached?: number;
	/** Input that went into the cache; as `input` where absent. */
	readonly cacheWrite?: number;
};

/** Who answers, and how it is spoken to. */
export type Provider = {
	/** As in `name/model`. */
	readonly name: string;
	/** For sentences: `Anthropic`, `Ollama`. */
	readonly title: string;
	readonly api: WireProtocol;
	/** Without a slash at its end. */
	readonly baseUrl: string;
	/** Where its address is written, for hints: `OLLAMA_HOST`. Absent where the address is the usual one. */
	readonly addressSetting?: string;
	/** A server on this machine. */
	readonly isLocal: boolean;
	readonly needsKey: boolean;
	/** The environment variable of its key, for hints. */
	readonly keyVariable?: string;
	/** Sent with every request, besides those of the protocol. */
	readonly headers: Readonly<Record<string, string>>;
	readonly temperature?: number;
	readonly maxTokens?: number;
	readonly thinking?: 'off' | 'low' | 'medium' | 'high';
	/** The most tools that it gets; the protocol's own limit without it. */
	readonly maxTools?: number;
	/** Milliseconds without a byte after which an answer counts as stalled. */
	readonly idleLimit: number;
};

/** Why nobody can tell whether there is a key: the end of a sentence, and what to do. */
export type KeyTrouble = {readonly problem: string; readonly hint?: string};

/** What the SDKs take as their `fetch`. */
export type ProviderFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type AdapterOptions = {
	/** `provider/model`. */
	readonly id: string;
	/** The model as the provider calls it. */
	readonly model: string;
	readonly provider: Provider;
	/** Asked for before every request; undefined where there is none. */
	readonly key: (signal: AbortSignal) => Promise<Secret | undefined>;
	/** Why the last one that was missing could not be looked up, where that is so. */
	readonly whyNoKey?: () => KeyTrouble | undefined;
	readonly fetch: ProviderFetch;
	/** What is known about the model before it was asked anything. */
	readonly facts: ModelFacts;
	readonly price?: Price;
	readonly newId: NewId;
};
