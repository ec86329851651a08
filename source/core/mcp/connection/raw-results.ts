import type {JSONRPCMessage, Transport} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonValue} from '../../../domain/json.ts';
import type {StdioTransport} from '../transports/stdio-transport.ts';

const rawKey = 'mcp-tui/raw-result';

// On a 2026-07-28 connection the SDK checks these results as a whole, so that one unknown content type or one
// invalid tool would cost all the others. It gets an empty result to check, which carries the real one.
const standIns: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
	'tools/list': {resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: []},
	'tools/call': {resultType: 'complete', content: []},
};

const standInFor = (method: string | undefined) => (method === undefined ? undefined : standIns[method]);

/** The same transport, with the results of tools/list and tools/call packed so that the SDK passes them on unread. */
export const withRawResults = (inner: StdioTransport): Transport => {
	const methods = new Map<string | number, string>();

	const pack = (message: JSONRPCMessage): JSONRPCMessage => {
		if (!('id' in message) || message.id === undefined || 'method' in message) return message;
		const standIn = standInFor(methods.get(message.id));
		methods.delete(message.id);
		if (standIn === undefined || !('result' in message)) return message;
		if (!isJsonObject(message.result) || message.result.resultType !== 'complete') return message;
		return {jsonrpc: '2.0', id: message.id, result: {...standIn, _meta: {[rawKey]: message.result}}};
	};

	const outer: Transport & Pick<StdioTransport, 'pid' | 'stderr'> = {
		start: () => inner.start(),
		close: () => inner.close(),
		send: (message, options) => {
			if ('method' in message && 'id' in message && standInFor(message.method) !== undefined)
				methods.set(message.id, message.method);
			return inner.send(message, options);
		},
		pid: inner.pid,
		stderr: inner.stderr,
	};
	inner.onmessage = (message, extra) => outer.onmessage?.(pack(message), extra);
	inner.onclose = () => outer.onclose?.();
	inner.onerror = error => outer.onerror?.(error);
	return outer;
};

/** The result as the server sent it. */
export const unpackResult = (result: unknown): unknown => {
	if (!isJsonObject(result)) return result;
	const meta = result._meta;
	return isJsonObject(meta) && rawKey in meta ? meta[rawKey] : result;
};
