import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ServerTransport} from '../transports/server-transport.ts';
import {wrapTransport} from '../transports/wrapped-transport.ts';

const rawKey = 'mcp-tui/raw-result';

type StandIn = Readonly<Record<string, JsonValue>>;

const listed = {ttlMs: 0, cacheScope: 'private'};

// The SDK checks these results as a whole, so that one unknown content type or one invalid tool would cost all the
// others. It gets an empty result to check, which carries the real one.
const standIns: Readonly<Record<string, StandIn>> = {
	'tools/list': {...listed, tools: []},
	// With structured content, because the SDK throws away the result of a tool that promised some and gave none.
	'tools/call': {content: [], structuredContent: {}},
	'prompts/list': {...listed, prompts: []},
	'prompts/get': {messages: []},
	'resources/list': {...listed, resources: []},
	'resources/templates/list': {...listed, resourceTemplates: []},
	'resources/read': {...listed, contents: []},
};

// Skills are read by the SDK itself, which needs the contents.
const soundContents = (contents: unknown): JsonValue =>
	Array.isArray(contents)
		? contents
				.filter(isJsonObject)
				.filter(({uri, text, blob}) => typeof uri === 'string' && typeof (text ?? blob) === 'string')
		: [];

/** Requests of which we no longer expect an answer are forgotten, oldest first. */
const maxRemembered = 10_000;

/**
 * The same transport, with results packed so that the SDK passes them on unread. Nothing but a finished result is
 * touched: where a server asks for more input first, the SDK has to see it.
 */
export const withRawResults = (inner: ServerTransport): ServerTransport => {
	const pending = new Map<string | number, StandIn>();

	const remember = (id: string | number, standIn: StandIn) => {
		pending.set(id, standIn);
		const oldest = pending.keys().next();
		if (pending.size > maxRemembered && oldest.done !== true) pending.delete(oldest.value);
	};

	const pack = (message: JSONRPCMessage): JSONRPCMessage => {
		if (!('id' in message) || message.id === undefined || 'method' in message) return message;
		const standIn = pending.get(message.id);
		pending.delete(message.id);
		if (standIn === undefined || !('result' in message) || !isJsonObject(message.result)) return message;
		if (message.result.resultType === 'input_required') return message;
		return {
			jsonrpc: '2.0',
			id: message.id,
			result: {
				...standIn,
				...('contents' in standIn ? {contents: soundContents(message.result.contents)} : {}),
				// A task is unknown to the SDK, and a server that leaves the type out means a finished result.
				resultType: 'complete',
				_meta: {[rawKey]: message.result},
			},
		};
	};

	const outer = wrapTransport(inner, {
		send: (message, options) => {
			if ('method' in message && 'id' in message) {
				const standIn = standIns[message.method];
				if (standIn !== undefined) remember(message.id, standIn);
			}
			return inner.send(message, options);
		},
		receive: pack,
	});
	// The SDK tells a stdio transport by these two names.
	return inner.name === 'stdio' ? Object.assign(outer, {pid: () => undefined, stderr: inner.printed}) : outer;
};

/** The result as the server sent it. */
export const unpackResult = (result: unknown): unknown => {
	if (!isJsonObject(result)) return result;
	const meta = result._meta;
	return isJsonObject(meta) && rawKey in meta ? meta[rawKey] : result;
};
