import type {Assistant} from './assistant.ts';
import type {Failure} from './failure.ts';

/** What becomes of one entry of `assistants`. */
export type AssistantChange =
	/** `replaces` is the name that it had; without it there must be none of that name yet. */
	| {readonly type: 'save'; readonly assistant: Assistant; readonly replaces?: string}
	| {readonly type: 'remove'; readonly name: string};

/** An assistant as a file has it. */
export type WrittenAssistant = {
	readonly assistant: Assistant;
	/** Where its instructions are, when they are in a file of their own. */
	readonly instructionsFile?: string;
};

/** An entry that cannot be used, and why. */
export type UnusableAssistant = {readonly name: string; readonly problems: readonly string[]};

/** What is wrong with a field of an assistant, as it is typed. */
export type AssistantProblem = {readonly field: keyof Assistant; readonly text: string};

export type AssistantUsed =
	/** `doubt`: its model may have no key. */
	{readonly type: 'used'; readonly doubt?: Failure} | {readonly type: 'refused'; readonly failure: Failure};

/** Assistants as things that are made, changed and chosen. Nothing here throws. */
export type AssistantAdmin = {
	/** The file that they are written to. */
	readonly file: string;
	readonly list: () => readonly Assistant[];
	readonly unusable: () => readonly UnusableAssistant[];
	/** Why an assistant cannot be changed here, as a sentence; undefined when it can. */
	readonly whyFixed: (name: string) => string | undefined;
	/** As the file has it now. */
	readonly read: (
		name: string,
	) => Promise<
		| {readonly type: 'read'; readonly written: WrittenAssistant}
		| {readonly type: 'refused'; readonly failure: Failure}
	>;
	/** What is wrong with an assistant as it is typed. `replaces` is the name that it had. */
	readonly problemsOf: (assistant: Assistant, replaces?: string) => readonly AssistantProblem[];
	/** Writes it down. The one in use is changed at once: model, servers, tools and approval mode. */
	readonly save: (
		assistant: Assistant,
		replaces: string | undefined,
		signal: AbortSignal,
	) => Promise<Failure | undefined>;
	/** The one in use goes with it. */
	readonly remove: (name: string, signal: AbortSignal) => Promise<Failure | undefined>;
	/** Talks to it from the next message on; undefined means to none. */
	readonly use: (name: string | undefined, signal: AbortSignal) => Promise<AssistantUsed>;
	/** Models that can be chosen, as far as they are known. */
	readonly models: () => readonly string[];
};
