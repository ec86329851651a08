import type {JsonObject, JsonValue} from './json.ts';

/** The identity of a tool. Names shown to a model are made from it and never parsed back. */
export type ToolRef = {readonly server: string; readonly tool: string};

export const isSameTool = (one: ToolRef, other: ToolRef): boolean =>
	one.server === other.server && one.tool === other.tool;

/** Hints a server gives about its own tool. They are claims, not facts. */
export type ToolAnnotations = {
	readonly title?: string;
	readonly readOnlyHint?: boolean;
	readonly destructiveHint?: boolean;
	readonly idempotentHint?: boolean;
	readonly openWorldHint?: boolean;
};

export type ToolDefinition = ToolRef & {
	readonly title?: string;
	readonly description: string;
	readonly inputSchema: JsonObject;
	readonly outputSchema?: JsonObject;
	readonly annotations: ToolAnnotations;
	/** Whether a call may or must run as a task of the server; without it, it may not. */
	readonly taskSupport?: 'optional' | 'required';
	/** A print of what a tool inside this program may reach: folders, hosts, an endpoint. No other server says it. */
	readonly reach?: string;
	/** The folders among that, in words. */
	readonly where?: string;
};

/** Where a server inside this program says them, in the list of its tools. */
export const reachKey = 'mcp-tui/reach';
export const whereKey = 'mcp-tui/where';

/** A tool under the name by which a model may call it. */
export type OfferedTool = {readonly modelName: string; readonly definition: ToolDefinition};

type ContentKind =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'image'; readonly mimeType: string; readonly data: string}
	| {readonly type: 'audio'; readonly mimeType: string; readonly data: string}
	| {
			readonly type: 'resource';
			readonly uri: string;
			readonly mimeType?: string;
			readonly text?: string;
			readonly blob?: string;
	  }
	| {
			readonly type: 'link';
			readonly uri: string;
			readonly name: string;
			readonly mimeType?: string;
			readonly description?: string;
	  }
	| {readonly type: 'unknown'; readonly kind: string; readonly value: JsonValue};

/**
 * One piece of a tool's result, converted from MCP. Binary data is base64, as it came. `isForUser` is what the server's
 * `annotations.audience` asks for: the user sees it, and the model does not.
 */
export type ToolContent = ContentKind & {readonly isForUser?: true};

/** What of a result is meant for the model. */
export const contentForModel = (content: readonly ToolContent[]): readonly ToolContent[] =>
	content.every(({isForUser}) => isForUser === undefined)
		? content
		: content.filter(({isForUser}) => isForUser !== true);

/** Where the whole of a result is that was too long for the conversation. */
export type StoredResult = {
	/** What `read-result` takes. */
	readonly id: string;
	readonly characters: number;
	/** Absent where nothing is written to disk. */
	readonly file?: string;
};

export type ToolResult = {
	readonly content: readonly ToolContent[];
	readonly structured?: JsonValue;
	/** `content` has only the beginning and the end of it, and `structured` is left out. */
	readonly stored?: StoredResult;
};
