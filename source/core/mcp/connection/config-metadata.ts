import type {ClientCapabilities, JSONRPCMessage} from '@modelcontextprotocol/client';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ServerTransport} from '../transports/server-transport.ts';

/**
 * The `config` object of a server's entry reaches the server under this name, in two places: in the `_meta` of the
 * handshake (`initialize` or `server/discover`), and among the experimental capabilities of the client, which servers
 * get at with any SDK and which the stateless protocol repeats with every request.
 */
const configKey = 'mcp-tui/config';

type Capability = NonNullable<ClientCapabilities['experimental']>[string];

export const withConfigCapability = (
	capabilities: ClientCapabilities,
	metadata: JsonObject | undefined,
): ClientCapabilities => {
	if (metadata === undefined) return capabilities;
	// The same JSON, of which the SDK says that it may be changed: a copy may.
	const capability: Capability = structuredClone(metadata) as Capability;
	return {...capabilities, experimental: {...capabilities.experimental, [configKey]: capability}};
};

const handshakes: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

const addTo = (message: JSONRPCMessage, metadata: JsonObject): JSONRPCMessage => {
	if (!('method' in message) || !('id' in message) || !handshakes.has(message.method)) return message;
	const meta = isJsonObject(message.params?._meta) ? message.params._meta : {};
	return {...message, params: {...message.params, _meta: {...meta, [configKey]: metadata}}};
};

/** Makes the transport add the user's `config` object to the handshake. */
export const sendConfigWithHandshake = (
	transport: ServerTransport,
	metadata: JsonObject | undefined,
): void => {
	if (metadata === undefined) return;
	const send = transport.send.bind(transport);
	transport.send = (message, options) => send(addTo(message, metadata), options);
};
