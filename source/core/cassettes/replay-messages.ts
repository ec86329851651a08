import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import type {FindMode} from './find-scene.ts';
import type {Scene, SceneItem} from './server-scenes.ts';

/** What a client asks, or only tells. */
export type Asked = {readonly method: string; readonly params: JsonObject; readonly id?: JsonValue};

const notRecorded = -32_000;
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const longestShown = 300;

const metaOf = ({_meta}: JsonObject): JsonObject => (isJsonObject(_meta) ? _meta : {});

export const errorAnswer = (id: JsonValue, message: string): JsonObject => ({
	jsonrpc: '2.0',
	id,
	error: {code: notRecorded, message},
});

/** A client of a mock is a model that may try something else: it gets the reason as a result. */
export const missingAnswer = (
	{method}: Pick<Asked, 'method'>,
	id: JsonValue,
	why: string,
	mode: FindMode,
): JsonObject =>
	mode === 'mock' && method === 'tools/call'
		? {jsonrpc: '2.0', id, result: {content: [{type: 'text', text: why}], isError: true}}
		: errorAnswer(id, why);

/** Requests that are open for as long as the connection is. */
export const isQuiet = (method: string): boolean => method === 'subscriptions/listen';

export const unansweredReason = ({isCancelled}: Pick<Scene, 'isCancelled'>): string =>
	isCancelled
		? 'This call was broken off when it was recorded, so the cassette has no answer to it.'
		: 'The cassette has no answer to this call: the recording or the connection ended before it.';

/** The same message for the request of now; undefined where nobody wants it. */
export const retarget = (
	message: JsonObject,
	scene: Scene,
	{params, id}: Asked,
	ids: ReadonlyMap<JsonValue, string>,
): JsonObject | undefined => {
	const said = isJsonObject(message.params) ? message.params : undefined;
	if (said === undefined) return message;
	if (message.method === 'notifications/progress') {
		const {progressToken} = metaOf(params);
		const isWanted = progressToken !== undefined && said.progressToken === scene.token;
		return isWanted ? {...message, params: {...said, progressToken}} : undefined;
	}
	if (message.method === 'notifications/cancelled') {
		// A question that it takes back, or a stream that it ends.
		const requestId = said.requestId === scene.id ? id : ids.get(said.requestId ?? null);
		return requestId === undefined ? undefined : {...message, params: {...said, requestId}};
	}
	const meta = metaOf(said);
	return id !== undefined && scene.id !== undefined && String(meta[subscriptionKey]) === String(scene.id)
		? {...message, params: {...said, _meta: {...meta, [subscriptionKey]: String(id)}}}
		: message;
};

/** The greeting is in the older of the versions that the client of now and the recorded server speak. */
export const greeting = ({method, params}: Asked, answer: JsonObject): JsonObject => {
	const {result} = answer;
	if (method !== 'initialize' || !isJsonObject(result)) return answer;
	const {protocolVersion: recorded} = result;
	const {protocolVersion: wanted} = params;
	return typeof recorded === 'string' && typeof wanted === 'string' && wanted < recorded
		? {...answer, result: {...result, protocolVersion: wanted}}
		: answer;
};

/** A greeting in the words of the protocol that has none any more. */
export const greetingFrom = (scenes: readonly Scene[], params: JsonObject): JsonObject | undefined => {
	if (
		scenes.some(
			({method, items}) => method === 'initialize' && items.some(({message}) => 'result' in message),
		)
	)
		return undefined;
	const discovered = scenes
		.filter(({method}) => method === 'server/discover')
		.flatMap(({items}) => items.map(({message}) => message.result))
		.findLast(isJsonObject);
	if (discovered === undefined) return undefined;
	const {capabilities = {}, serverInfo, instructions} = discovered;
	return {
		protocolVersion: params.protocolVersion ?? '2025-11-25',
		capabilities,
		serverInfo: serverInfo ?? {name: 'recorded', version: '0'},
		...(instructions === undefined ? {} : {instructions}),
	};
};

const show = (reply: JsonObject): string => {
	const text = canonicalJson(reply.result ?? reply.error);
	return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
};

/** Where the program runs is not what the server wanted to know of the user. */
const isOfUser = (method: JsonValue | undefined): boolean => method !== 'roots/list' && method !== 'ping';

/** Why what the server said next does not follow from this reply; undefined where it does. */
export const differenceOfReplies = (
	{message, reply}: Pick<SceneItem, 'message' | 'reply'>,
	now: JsonObject,
): string | undefined => {
	if (reply === undefined || !isOfUser(message.method)) return undefined;
	const isSame =
		'error' in reply ? 'error' in now : canonicalJson(reply.result) === canonicalJson(now.result);
	return isSame
		? undefined
		: `The server asked (${String(message.method)}) and got another answer than when it was recorded: ${show(now)} instead of ${show(reply)}. The cassette does not know what it would have done.`;
};
