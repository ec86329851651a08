import type {JsonObject, JsonValue} from './json.ts';
import type {Secret} from './secret.ts';
import type {ToolAnnotations} from './tool.ts';

export const customMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type CustomMethod = (typeof customMethods)[number];

/** Where a custom tool may be offered: to an acting model, to a planning one, as a REST endpoint. */
export const customModes = ['act', 'plan', 'rest'] as const;

export type CustomMode = (typeof customModes)[number];

/** A piece of a text that is put together for every call. */
export type TemplatePart =
	| {readonly type: 'text'; readonly text: string}
	/** `shown` is how it is written, such as `${keychain:weather}`; never the secret itself. */
	| {readonly type: 'secret'; readonly secret: Secret; readonly shown: string}
	/** `{{name}}` */
	| {readonly type: 'argument'; readonly name: string};

export type Template = readonly TemplatePart[];

export type NamedTemplate = {readonly name: string; readonly value: Template};

/** JSON whose texts are templates. */
export type JsonTemplate =
	| {readonly type: 'text'; readonly template: Template}
	| {readonly type: 'plain'; readonly value: number | boolean | null}
	| {readonly type: 'list'; readonly items: readonly JsonTemplate[]}
	| {readonly type: 'object'; readonly members: readonly (readonly [string, JsonTemplate])[]};

export type CustomBody =
	| {readonly type: 'json'; readonly value: JsonTemplate}
	| {readonly type: 'form'; readonly fields: readonly NamedTemplate[]}
	| {readonly type: 'text'; readonly text: Template};

/** Where a custom tool sends its requests. No argument can change the origin, or climb out of the path. */
export type CustomEndpoint = {
	readonly method: CustomMethod;
	/** `https://api.example.com:8443` */
	readonly origin: string;
	/** What stands between the slashes. */
	readonly path: readonly Template[];
	/** What stands between the ampersands of the address. */
	readonly search: readonly Template[];
	readonly query: readonly NamedTemplate[];
	readonly headers: readonly NamedTemplate[];
	readonly body?: CustomBody;
	/** Where arguments go that nothing names; absent where only what is named is sent. */
	readonly rest?: 'query' | 'body';
	/** Milliseconds that a call may take. */
	readonly timeout: number;
};

/** Keys and indexes that lead to a place in an answer. */
export type AnswerPath = {readonly written: string; readonly keys: readonly string[]};

/** What of an answer is the result of the tool. */
export type CustomResult = {
	/** `auto`: JSON where the answer is JSON, text otherwise. */
	readonly as: 'auto' | 'text' | 'json';
	readonly path?: AnswerPath;
	/** Where an answer says what went wrong; one that says something there is an error, whatever its status. */
	readonly error?: AnswerPath;
};

/** A tool of the user's own that needs no server. */
export type CustomTool = {
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	/** The JSON Schema of its arguments. */
	readonly parameters: JsonObject;
	readonly endpoint: CustomEndpoint;
	readonly result: CustomResult;
	readonly annotations: ToolAnnotations;
	readonly modes: readonly CustomMode[];
	/** It is kept, and offered to nobody. */
	readonly disabled: boolean;
};

/** An entry that cannot be used. */
export type RefusedCustomTool = {
	readonly name: string;
	readonly disabled: boolean;
	/** One line each: `file:line:col  place: what is wrong`. */
	readonly problems: readonly string[];
};

/** A request as it may be shown: without secrets. */
export type ShownRequest = {
	readonly method: CustomMethod;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

export type CustomAnswer = {
	readonly status: number;
	readonly statusText: string;
	readonly contentType: string;
	/** Of its body, after decompression. */
	readonly bytes: number;
};

/** What one call of a custom tool sent, and what came back. It holds no secret. */
export type CustomExchange = {
	readonly at: number;
	/** Absent where the call ended before there was anything to send. */
	readonly request?: ShownRequest;
	/** Absent where none came. */
	readonly answer?: CustomAnswer;
	/** Milliseconds. */
	readonly duration: number;
	/** What went wrong, as a sentence. */
	readonly error?: string;
};

/** What the explorer of tools shows about a custom tool. */
export type CustomToolView = {
	readonly tool: CustomTool;
	/** The last ones of this run, the newest first. */
	readonly exchanges: readonly CustomExchange[];
};

const showPart = (part: TemplatePart): string => {
	switch (part.type) {
		case 'text':
			return part.text;
		case 'secret':
			return part.shown;
		case 'argument':
			return `{{${part.name}}}`;
	}
};

/** As it is written, with references in the place of secrets. */
export const showTemplate = (template: Template): string => template.map(showPart).join('');

/** A template of JSON as it is written. */
export const showJsonTemplate = (template: JsonTemplate): JsonValue => {
	switch (template.type) {
		case 'plain':
			return template.value;
		case 'text':
			return showTemplate(template.template);
		case 'list':
			return template.items.map(showJsonTemplate);
		case 'object':
			return Object.fromEntries(template.members.map(([key, member]) => [key, showJsonTemplate(member)]));
	}
};

/** The address as it is written, without what `query` adds. */
export const showAddress = ({origin, path, search}: CustomEndpoint): string => {
	const pathname = path.map(segment => `/${showTemplate(segment)}`).join('');
	return `${origin}${pathname}${search.length === 0 ? '' : `?${search.map(showTemplate).join('&')}`}`;
};
