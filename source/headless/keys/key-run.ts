import type {Failure} from '../../domain/failure.ts';
import type {Credentials} from '../../domain/server-ports.ts';

/** A provider of models, as far as its key goes. */
export type KeyProvider = {
	readonly name: string;
	/** For sentences. */
	readonly title: string;
	/** Environment variables of its key; the first that is set counts. */
	readonly keyVariables: readonly string[];
	readonly needsKey: boolean;
};

/** What was typed or piped in. */
export type SecretInput =
	| {readonly type: 'typed'; readonly text: string}
	| {readonly type: 'cancelled'}
	| {readonly type: 'ended'};

/** Where secrets are kept, once that is known. */
export type SecretPlace = {
	readonly place: string;
	/** Why nothing can be kept: the end of a sentence. */
	readonly problem?: string;
	readonly hint?: string;
};

/** What the commands on keys need. */
export type KeyRun = {
	readonly credentials: Credentials & {readonly open: (signal: AbortSignal) => Promise<SecretPlace>};
	/** The names under which something is kept, as far as we kept it. */
	readonly keptNames: () => Promise<readonly string[]>;
	/** Takes a name off that list. */
	readonly forgetName: (name: string) => Promise<void>;
	readonly providers: readonly KeyProvider[];
	readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Every failure of a store says what to do about it. */
export const toKeyFailure = (error: unknown): Failure => {
	if (error instanceof Error && error.name === 'AbortError') {
		return {code: 'cancelled', message: 'It was cancelled.'};
	}
	const hint: unknown = error instanceof Error && 'hint' in error ? error.hint : undefined;
	const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
	return {
		code: typeof code === 'string' ? code : 'secret-not-kept',
		message: error instanceof Error ? error.message : String(error),
		...(typeof hint === 'string' ? {hint} : {}),
	};
};

/** What else can be done where nothing can be kept. */
export const withFallbacks = (
	{problem = '', hint}: SecretPlace,
	provider: KeyProvider | undefined,
): Failure => {
	const [variable = 'MY_KEY'] = provider?.keyVariables ?? [];
	const ways = `${variable} in your environment, or write \${${variable}}, \${file:path} or \${command:program words} in your configuration.`;
	return {
		code: 'no-keychain',
		message: `Secrets cannot be kept: ${problem}. Nothing was read and nothing was written.`,
		hint: hint === undefined ? `Set ${ways}` : `${hint} Or set ${ways}`,
	};
};
