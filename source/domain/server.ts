import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {Secret} from './secret.ts';

/** The versions of MCP that are spoken, the oldest first. The last one has neither sessions nor requests of servers. */
export const protocolVersions = [
	'2024-11-05',
	'2025-03-26',
	'2025-06-18',
	'2025-11-25',
	'2026-07-28',
] as const;

export type ProtocolVersion = (typeof protocolVersions)[number];

export const modernVersion = '2026-07-28' satisfies ProtocolVersion;

type ServerBase = {
	readonly name: string;
	readonly description?: string;
	/** Milliseconds to start and to shake hands. */
	readonly connectTimeout: number;
	/** Milliseconds for one request; progress starts it again. */
	readonly requestTimeout: number;
	/** By its key in the file, how a time was read whose unit could be mistaken: `1200 read as milliseconds`. */
	readonly timesRead?: Readonly<Record<string, string>>;
	/** How often a failed start or a lost connection is tried again before it counts as failed: 0-5. */
	readonly retryAttempts: number;
	readonly rateLimit?: RateLimit;
	/** The only version to speak; without it the server is asked. */
	readonly protocolVersion?: ProtocolVersion | undefined;
	/** The user's `config` object: sent to the server with the handshake. */
	readonly metadata?: JsonObject;
	readonly loadTools: boolean;
	readonly loadPrompts: boolean;
	/** Globs of tool names; without them every tool counts. */
	readonly includeTools?: readonly string[];
	readonly excludeTools: readonly string[];
	readonly disabled: boolean;
	/** Started with the chat, instead of when it is first needed. */
	readonly isEager?: boolean;
	/** The file that names this server. */
	readonly source?: string;
	/** What its entry has from elsewhere, and does not say itself. */
	readonly borrowed?: readonly BorrowedValue[];
};

/** The value of a variable that an entry names, or of one from a file of variables. */
export type BorrowedValue = {readonly name: string; readonly value: string};

/** At most this many calls in this many milliseconds; more wait for their turn. */
export type RateLimit = {readonly calls: number; readonly milliseconds: number};

/** References as the file has them. A variable that is missing here came from a file. */
type ShownStart = Pick<StdioServer, 'command' | 'args' | 'env' | 'cwd'>;

export type StdioServer = ServerBase & {
	readonly type: 'stdio';
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd?: string;
	/** A name that TextDecoder knows. */
	readonly encoding: string;
	/** What is shown instead, where the file has references or names files of variables: values from there never are. */
	readonly shown?: ShownStart;
};

export type RemoteServer = ServerBase & {
	/** `http` is Streamable HTTP and falls back to SSE where the server is an old one. */
	readonly type: 'http' | 'sse' | 'ws';
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly auth: ServerAuth;
	/** Milliseconds of silence after which a stream of events counts as broken. */
	readonly sseReadTimeout: number;
	/** Whether the server is told when the session is over (HTTP DELETE). */
	readonly terminateOnClose: boolean;
	/** Plain http or ws to another machine. */
	readonly allowInsecure: boolean;
	/** What is shown instead, where the file has references: values from elsewhere never are. */
	readonly shown?: {readonly url: string};
};

/** A server inside this process, which whoever composes the program supplies under the same name. */
export type InMemoryServer = ServerBase & {
	readonly type: 'in-memory';
	/** What it is made from: it is started anew when that changes. */
	readonly builtFrom?: Readonly<Record<string, unknown>>;
};

/** How to reach a server. */
export type ServerConfig = StdioServer | RemoteServer | InMemoryServer;

export type ServerAuth =
	| {readonly type: 'none'}
	| {readonly type: 'bearer'; readonly token: Secret}
	| {readonly type: 'api-key'; readonly header: string; readonly key: Secret}
	| {readonly type: 'basic'; readonly username: string; readonly password: Secret}
	| OAuthSettings;

/**
 * How to get a token. A server that answers 401 with a challenge is tried with `authorization-code` even when its
 * entry says nothing about authentication.
 */
export type OAuthSettings = {
	readonly type: 'oauth';
	readonly grant: 'authorization-code' | 'client-credentials' | 'jwt-bearer' | 'cross-app-access';
	/** The only authorization server that gets a request of ours; without it whichever the server names. */
	readonly issuer?: string;
	/** A client that is registered already; without it the URL of our metadata or dynamic registration is used. */
	readonly clientId?: string;
	readonly clientSecret?: Secret;
	/** A private key (PEM or JWK) with which the client proves who it is. */
	readonly privateKey?: Secret;
	readonly signingAlgorithm?: string;
	/** A token of another issuer that stands for the client or the user (jwt-bearer, cross-app-access). */
	readonly assertion?: Secret;
	/** The identity provider of cross-app-access. */
	readonly identityProvider?: {
		readonly issuer?: string;
		readonly tokenEndpoint: string;
		readonly clientId: string;
	};
	readonly scopes?: readonly string[];
	/** The address of a document that describes this client. */
	readonly clientMetadataUrl?: string;
	/** A fixed port for the callback; a free one without it. */
	readonly callbackPort?: number;
	/** Bind tokens to a key of ours. */
	readonly dpop?: boolean;
};

export type TransportName = 'stdio' | 'http' | 'sse' | 'ws' | 'in-memory';

export type ServerList = 'tools' | 'prompts' | 'resources' | 'templates';

export type UnreadableLists = Readonly<Partial<Record<ServerList, Failure>>>;

/** What a server said about itself and what it offers. */
export type ServerFacts = {
	readonly transport: TransportName;
	readonly protocolVersion: string;
	/** Name, title and version as the server gives them. */
	readonly identity?: {readonly name: string; readonly title?: string; readonly version?: string};
	readonly instructions?: string;
	readonly toolCount: number;
	readonly promptCount: number;
	readonly resourceCount: number;
	/** Templates of addresses, which are no resources themselves. */
	readonly templateCount: number;
	/** Why lists that it announces could not be read; their counts say nothing. */
	readonly unreadable?: UnreadableLists | undefined;
	/** What its tool definitions cost in a model's context, estimated. */
	readonly definitionTokens: number;
	/** What was wrong with its lists, as a sentence. */
	readonly note?: string;
};

export type ServerStatus =
	| {readonly type: 'disabled'}
	| {readonly type: 'idle'}
	| {readonly type: 'connecting'; readonly since: number}
	| ({readonly type: 'ready'} & ServerFacts)
	/** It is there, but its list of tools could not be read. */
	| ({readonly type: 'ready-but-list-failed'; readonly failure: Failure} & ServerFacts)
	| {readonly type: 'needs-sign-in'; readonly failure: Failure}
	/** It was lost or did not start, and will be tried again at `nextAt`. */
	| {
			readonly type: 'reconnecting';
			readonly failure: Failure;
			readonly attempt: number;
			readonly attempts: number;
			readonly nextAt: number;
	  }
	| {readonly type: 'failed'; readonly failure: Failure; readonly stderr: readonly string[]};
