import type {
	Completion,
	CompletionSubject,
	Fetched,
	PromptDefinition,
	PromptRef,
	PromptResult,
	ResourceDefinition,
	ResourceTemplate,
	SkillList,
	SkillText,
} from './catalogue.ts';
import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ToolServers} from './ports.ts';
import type {Secret} from './secret.ts';
import type {ServerConfig, ServerStatus, TransportName} from './server.ts';
import type {
	ElicitationAnswer,
	ElicitationRequest,
	LogLevel,
	SamplingAnswer,
	SamplingRequest,
	SignInAnswer,
	SignInRequest,
} from './server-request.ts';
import type {ToolContent, ToolDefinition} from './tool.ts';

/** Everything that can be done with the servers of this run. Nothing here throws. */
export type McpServers = ToolServers & {
	readonly configs: () => readonly ServerConfig[];
	/** From now on these are the servers: what is gone is closed, what is new is added, what is the same is not touched. */
	readonly apply: (configs: readonly ServerConfig[]) => Promise<void>;
	/** What the entries of the servers leave out (`includeTools`, `excludeTools`): it cannot be called. */
	readonly leftOutTools: () => readonly ToolDefinition[];
	readonly prompts: () => readonly PromptDefinition[];
	readonly resources: () => readonly ResourceDefinition[];
	readonly resourceTemplates: () => readonly ResourceTemplate[];
	readonly getPrompt: (
		ref: PromptRef,
		args: Readonly<Record<string, string>>,
		signal: AbortSignal,
	) => Promise<Fetched<PromptResult>>;
	readonly readResource: (
		server: string,
		uri: string,
		signal: AbortSignal,
	) => Promise<Fetched<readonly ToolContent[]>>;
	readonly complete: (
		server: string,
		subject: CompletionSubject,
		argument: {readonly name: string; readonly value: string},
		/** Arguments that have a value already. */
		known: Readonly<Record<string, string>>,
		signal: AbortSignal,
	) => Promise<Fetched<Completion>>;
	readonly listSkills: (server: string, signal: AbortSignal) => Promise<Fetched<SkillList>>;
	/** One file of a skill, its SKILL.md without `file`; refused when it is not what was listed. */
	readonly readSkill: (
		server: string,
		uri: string,
		file: string | undefined,
		signal: AbortSignal,
	) => Promise<Fetched<SkillText>>;
	/** Changes of the resource are reported as `resource-updated` until it is no longer watched. */
	readonly watchResource: (server: string, uri: string, signal: AbortSignal) => Promise<Fetched<undefined>>;
	readonly unwatchResource: (server: string, uri: string, signal: AbortSignal) => Promise<Fetched<undefined>>;
	readonly setLogLevel: (server: string, level: LogLevel, signal: AbortSignal) => Promise<Fetched<undefined>>;
	/** The first and the newest lines that a running server printed beside its messages, oldest first. */
	readonly printed: (server: string) => readonly string[];
	/** Ends one server and starts it afresh. */
	readonly restart: (server: string, signal: AbortSignal) => Promise<ServerStatus>;
	/** For this run; the file is changed elsewhere. */
	readonly setEnabled: (server: string, enabled: boolean) => Promise<void>;
	readonly signIn: (server: string, signal: AbortSignal) => Promise<SignInOutcome>;
	readonly signOut: (server: string, signal: AbortSignal) => Promise<SignOutOutcome>;
};

/** What servers offer besides tools, for the user to put into a message. */
export type ServerOffers = Pick<
	McpServers,
	'prompts' | 'resources' | 'resourceTemplates' | 'getPrompt' | 'readResource' | 'complete' | 'listSkills'
>;

export type SignInOutcome =
	/** `kept` says where the tokens are. */
	| {readonly type: 'signed-in'; readonly kept: string}
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'cancelled'};

export type SignOutOutcome =
	| {readonly type: 'signed-out'}
	| {readonly type: 'not-signed-in'}
	| {readonly type: 'failed'; readonly failure: Failure};

/** What servers may ask of the user and of the program. */
export type ServerRequests = {
	/** No person is here to answer questions, so servers are told beforehand that they cannot ask any. */
	readonly isUnattended?: boolean | undefined;
	readonly elicit: (
		server: string,
		request: ElicitationRequest,
		signal: AbortSignal,
	) => Promise<ElicitationAnswer>;
	readonly sample: (server: string, request: SamplingRequest, signal: AbortSignal) => Promise<SamplingAnswer>;
	readonly signIn: (server: string, request: SignInRequest, signal: AbortSignal) => Promise<SignInAnswer>;
	/** The folders that the user works in, as file URLs. */
	readonly roots: () => readonly {readonly uri: string; readonly name?: string}[];
};

/** Secrets by name. Rejects where a secret cannot be kept; nothing is ever written in plain text. */
export type Credentials = {
	/** Where secrets are kept, as the user is told: `the keychain`, `memory until the program ends`. */
	readonly place: string;
	readonly get: (name: string, signal: AbortSignal) => Promise<Secret | undefined>;
	readonly set: (name: string, secret: Secret, signal: AbortSignal) => Promise<void>;
	readonly delete: (name: string, signal: AbortSignal) => Promise<void>;
};

export type WorkingWay = {
	readonly transport: TransportName;
	/** `initialize` as it always was, or the stateless protocol that has no such request. */
	readonly era: 'legacy' | 'modern';
};

/** What worked with a server the last time, so that it is tried first. */
export type ConnectionMemory = {
	readonly recall: (config: ServerConfig) => WorkingWay | undefined;
	/** Told of every connection that is ready. */
	readonly remember: (config: ServerConfig, way: WorkingWay) => void;
};

/** One end of a connection inside the process. The MCP SDK's transports have this shape. */
export type LocalChannel = {
	onmessage?: ((message: never) => void) | undefined;
	onclose?: (() => void) | undefined;
	onerror?: ((error: Error) => void) | undefined;
	readonly start: () => Promise<void>;
	readonly send: (message: never) => Promise<void>;
	readonly close: () => Promise<void>;
};

/** One step of finding out why a server does not work. */
export type DiagnosisStep = {
	readonly name: string;
	readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
	readonly detail: string;
	readonly hint?: string;
};

/** Walks the way to a server step by step and ends at the first that fails. */
export type Diagnose = (config: ServerConfig, signal: AbortSignal) => AsyncIterable<DiagnosisStep>;

/** A change of the user's or the project's own configuration file. */
export type ServerEntryChange =
	| {
			readonly type: 'put';
			readonly name: string;
			readonly entry: JsonObject;
			/** Without it a name that is taken is refused. */
			readonly replace: boolean;
			/**
			 * The name that it had before: an entry of that name in this file is gone in the same moment, and what named it
			 * there, in rules and in assistants, names the new one.
			 */
			readonly was?: string;
	  }
	| {readonly type: 'remove'; readonly name: string}
	| {readonly type: 'set-disabled'; readonly name: string; readonly disabled: boolean};

export type ConfigScope = 'user' | 'project';

export type ConfigChanged =
	/** `warnings` are about what was written and has no effect as it is. */
	| {readonly type: 'changed'; readonly file: string; readonly warnings?: readonly string[]}
	| {readonly type: 'refused'; readonly failure: Failure};

export type ChangeConfig = (change: ServerEntryChange, scope: ConfigScope) => Promise<ConfigChanged>;
