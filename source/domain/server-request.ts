import type {Failure} from './failure.ts';
import type {JsonObject, JsonValue} from './json.ts';
import type {ToolContent} from './tool.ts';

/** Levels of MCP logging, from the least to the most urgent. */
export const logLevels = [
	'debug',
	'info',
	'notice',
	'warning',
	'error',
	'critical',
	'alert',
	'emergency',
] as const;

export type LogLevel = (typeof logLevels)[number];

/** A question of a server to the user. */
export type ElicitationRequest =
	/** `schema` is a flat JSON Schema object, as the server sent it. */
	| {readonly mode: 'form'; readonly message: string; readonly schema: JsonObject}
	/** The user is asked to open an address of the server. */
	| {
			readonly mode: 'url';
			readonly message: string;
			readonly url: string;
			readonly elicitationId?: string;
	  };

export type ElicitationAnswer =
	| {readonly action: 'accept'; readonly content?: JsonObject}
	| {readonly action: 'decline'}
	| {readonly action: 'cancel'};

export type SamplingContent =
	| ToolContent
	| {
			readonly type: 'tool-use';
			readonly id: string;
			readonly name: string;
			readonly input: JsonObject;
	  }
	| {
			readonly type: 'tool-result';
			readonly toolUseId: string;
			readonly content: readonly ToolContent[];
			readonly isError: boolean;
	  };

export type SamplingMessage = {
	readonly role: 'user' | 'assistant';
	readonly content: readonly SamplingContent[];
};

/** A server asks for an answer of the user's model. */
export type SamplingRequest = {
	readonly messages: readonly SamplingMessage[];
	readonly systemPrompt?: string;
	readonly maxTokens: number;
	readonly temperature?: number;
	readonly stopSequences?: readonly string[];
	readonly modelHints: readonly string[];
	readonly tools: readonly {
		readonly name: string;
		readonly description: string;
		readonly inputSchema: JsonObject;
	}[];
	readonly toolChoice?: 'auto' | 'required' | 'none';
};

export type SamplingAnswer =
	| {
			readonly type: 'answered';
			readonly model: string;
			readonly content: readonly SamplingContent[];
			readonly stopReason: 'endTurn' | 'maxTokens' | 'toolUse';
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

/** The user is asked to sign in to a server, in a browser. */
export type SignInRequest = {
	readonly url: string;
	/** Where the browser comes back to. */
	readonly callback: string;
	readonly scopes?: string;
};

/** `returned` is the address that the browser ended at, where the loopback callback was out of reach (SSH). */
export type SignInAnswer =
	| {readonly type: 'opened'}
	| {readonly type: 'pasted'; readonly returned: string}
	| {readonly type: 'declined'};

/** What a server reports without being asked. */
export type ServerNotice =
	| {
			readonly type: 'logged';
			readonly level: LogLevel;
			readonly logger?: string;
			readonly data: JsonValue;
	  }
	| {readonly type: 'resource-updated'; readonly uri: string}
	| {readonly type: 'elicitation-completed'; readonly elicitationId: string}
	| {readonly type: 'catalogue-changed'}
	/** It broke a rule of the protocol; the connection goes on. */
	| {readonly type: 'misbehaved'; readonly message: string};
