import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ToolContent} from './tool.ts';

export type PromptRef = {readonly server: string; readonly prompt: string};

export type PromptDefinition = PromptRef & {
	readonly title?: string;
	readonly description: string;
	readonly arguments: readonly {
		readonly name: string;
		readonly description: string;
		readonly required: boolean;
	}[];
};

export type ResourceDefinition = {
	readonly server: string;
	readonly uri: string;
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	readonly mimeType?: string;
	readonly size?: number;
};

export type ResourceTemplate = {
	readonly server: string;
	/** RFC 6570. */
	readonly uriTemplate: string;
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	readonly mimeType?: string;
};

export type PromptResult = {
	readonly description?: string;
	readonly messages: readonly {
		readonly role: 'user' | 'assistant';
		readonly content: ToolContent;
	}[];
};

/** What completion is wanted for: an argument of a prompt or of a resource template. */
export type CompletionSubject =
	| {readonly type: 'prompt'; readonly name: string}
	| {readonly type: 'template'; readonly uriTemplate: string};

export type Completion = {
	readonly values: readonly string[];
	readonly total?: number;
	readonly hasMore: boolean;
};

/** Instructions that a server offers to a model. Nothing of them is fetched before somebody wants to read them. */
type OfferedSkill = {
	readonly uri: string;
	readonly name: string;
	readonly description: string;
	readonly fileCount: number;
};

export type SkillList = {readonly skills: readonly OfferedSkill[]; readonly note?: string};

/** `verified` is false only where the server says that the text is made anew each time. */
export type SkillText = {readonly text: string; readonly verified: boolean};

/** What came of a request that is not a tool call. `raw` is the result as the server sent it. */
export type Fetched<T> =
	| {readonly type: 'fetched'; readonly value: T; readonly raw: JsonObject}
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'cancelled'};
