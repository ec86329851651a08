import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {TrafficKind} from '../../../domain/traffic.ts';
import {withoutColours} from '../../../support/sanitise.ts';

export type MessageFacts = {
	readonly kind: Exclude<TrafficKind, 'connection'>;
	readonly method?: string;
	readonly id?: string | number;
	readonly subject?: string;
	readonly error?: string;
};

/** Those of the protocol, which say nothing about anybody. */
export const knownMethods: ReadonlySet<string> = new Set([
	'initialize',
	'ping',
	'server/discover',
	'subscriptions/listen',
	'tools/list',
	'tools/call',
	'prompts/list',
	'prompts/get',
	'resources/list',
	'resources/templates/list',
	'resources/read',
	'resources/subscribe',
	'resources/unsubscribe',
	'completion/complete',
	'logging/setLevel',
	'roots/list',
	'sampling/createMessage',
	'elicitation/create',
	'notifications/initialized',
	'notifications/cancelled',
	'notifications/progress',
	'notifications/message',
	'notifications/resources/updated',
	'notifications/resources/list_changed',
	'notifications/tools/list_changed',
	'notifications/prompts/list_changed',
	'notifications/roots/list_changed',
]);

const longestMethod = 120;
const longestSubject = 200;
const longestError = 300;

const cutAt = (text: string, length: number): string =>
	text.length <= length ? text : `${text.slice(0, length - 1)}…`;

const idOf = ({id}: JsonObject): {readonly id?: string | number} => {
	if (typeof id === 'number') return {id};
	return typeof id === 'string' ? {id: cutAt(id, longestMethod)} : {};
};

const subjectOf = (params: unknown): {readonly subject?: string} => {
	if (!isJsonObject(params)) return {};
	const ref = isJsonObject(params.ref) ? params.ref : {};
	const found = [params.name, params.uri, ref.name, ref.uri, params.level].find(
		(each): each is string => typeof each === 'string' && each !== '',
	);
	return found === undefined ? {} : {subject: cutAt(found, longestSubject)};
};

/** What a tool says went wrong is the first text of its result. */
const toolError = (result: JsonObject): string => {
	const content: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
	for (const each of content)
		if (isJsonObject(each) && typeof each.text === 'string')
			return withoutColours(cutAt(each.text, longestError));
	return 'The tool reports an error.';
};

const errorText = (error: unknown): string => {
	if (!isJsonObject(error)) return 'An error that is not described.';
	const code = typeof error.code === 'number' ? `${error.code} ` : '';
	const text = `${code}${typeof error.message === 'string' ? error.message : ''}`.trim();
	return withoutColours(cutAt(text, longestError));
};

/** What a row tells about a message. Whoever sent it may have sent anything. */
export const describeMessage = (message: JsonObject): MessageFacts => {
	const {method, params, result} = message;
	if (typeof method === 'string')
		return {
			kind: message.id === undefined ? 'notification' : 'request',
			method: cutAt(method, longestMethod),
			...idOf(message),
			...subjectOf(params),
		};
	if (message.error !== undefined) return {kind: 'error', ...idOf(message), error: errorText(message.error)};
	return {
		kind: 'response',
		...idOf(message),
		...(isJsonObject(result) && result.isError === true ? {error: toolError(result)} : {}),
	};
};
