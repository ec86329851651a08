import {
	Client,
	type ClientCapabilities,
	type JsonSchemaValidator,
	type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import {modernVersion, type ServerConfig} from '../../../domain/server.ts';
import {withConfigCapability} from './config-metadata.ts';

/** How long a server that answers nothing to the question for its version is given before it is asked the old way. */
const probeLimit = 10_000;

/** `auto` asks the server for its versions first, which only HTTP servers of both generations bear well. */
export type Handshake = 'legacy' | 'modern' | 'auto';

export type ClientSettings = {
	readonly config: ServerConfig;
	readonly version: string;
	readonly capabilities: ClientCapabilities;
	/** Registers handlers on the client before it connects. */
	readonly prepare: (client: Client) => void;
};

// A server supplies both a schema and the data for it, and can make checking one against the other take for ever.
const acceptEverything: jsonSchemaValidator = {
	getValidator:
		<T>(): JsonSchemaValidator<T> =>
		input => ({valid: true, data: input as T, errorMessage: undefined}),
};

export const createClient = (
	{config, version, capabilities, prepare}: ClientSettings,
	handshake: Handshake,
): Client => {
	const client = new Client(
		{name: 'mcp-tui', version},
		{
			jsonSchemaValidator: acceptEverything,
			capabilities: withConfigCapability(capabilities, config.metadata),
			...(config.protocolVersion === undefined ? {} : {supportedProtocolVersions: [config.protocolVersion]}),
			versionNegotiation:
				handshake === 'auto'
					? {mode: 'auto', probe: {timeoutMs: Math.min(probeLimit, Math.ceil(config.connectTimeout / 2))}}
					: {mode: handshake === 'legacy' ? 'legacy' : {pin: modernVersion}},
		},
	);
	prepare(client);
	return client;
};
