import type {Assistant} from './assistant.ts';
import type {Failure} from './failure.ts';
import type {ToolDefinition} from './tool.ts';

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

/** Why an assistant that is configured cannot be chosen. */
export const unusableFailure = ({name, problems}: UnusableAssistant): Failure => ({
	code: 'bad-config',
	message: [`The assistant "${name}" cannot be used:`, ...problems].join('\n'),
	hint: 'Correct it there; nothing else is affected.',
});

/** What is wrong with a field of an assistant, as it is typed. */
export type AssistantProblem = {readonly field: keyof Assistant; readonly text: string};

export type AssistantSheet = WrittenAssistant & {
	/** What is wrong with an assistant as it is typed. `replaces` is the name that it had. */
	readonly problemsOf: (assistant: Assistant, replaces?: string) => readonly AssistantProblem[];
};

export type AssistantDone =
	/** `doubt`: it is done, but its model may not be usable. */
	{readonly type: 'done'; readonly doubt?: Failure} | {readonly type: 'refused'; readonly failure: Failure};

/** Assistants as things that are made, changed and chosen. Nothing here throws. */
export type AssistantAdmin = {
	/** The file that they are written to. */
	readonly file: string;
	/** The same array as long as nothing has changed. */
	readonly list: () => readonly Assistant[];
	readonly unusable: () => readonly UnusableAssistant[];
	/** Why an assistant cannot be changed here, as a sentence; undefined when it can. */
	readonly whyFixed: (name: string) => string | undefined;
	/** Opens one to be changed or copied, as its file has it now; without a name, a new one. */
	readonly open: (
		name: string | undefined,
	) => Promise<
		| {readonly type: 'open'; readonly sheet: AssistantSheet}
		| {readonly type: 'refused'; readonly failure: Failure}
	>;
	/** Writes it down. The one in use is changed at once: model, servers, tools and approval mode. */
	readonly save: (
		assistant: Assistant,
		replaces: string | undefined,
		signal: AbortSignal,
	) => Promise<AssistantDone>;
	/** Whoever removes the one in use goes on without an assistant. */
	readonly remove: (name: string, signal: AbortSignal) => Promise<AssistantDone>;
	/** Talks to it from the next message on; undefined means to none. */
	readonly use: (name: string | undefined, signal: AbortSignal) => Promise<AssistantDone>;
	/** What all servers offer now, and all servers there are. */
	readonly tools: () => readonly ToolDefinition[];
	readonly servers: () => readonly string[];
	/** Starts those of them that may be started, so that it shows what they offer; those that you disabled are not. */
	readonly wakeServers: (signal: AbortSignal) => void;
	/** Those that run for that alone, and not for the assistant in use, end. */
	readonly restServers: () => void;
};
