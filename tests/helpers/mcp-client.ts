import {Client, type ClientOptions} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {onTestFinished} from 'vitest';
import type {RequestTarget} from '../../source/core/mcp/calls/request-target.ts';
import type {StdioServer} from '../../source/domain/server.ts';
import type {ToolDefinition} from '../../source/domain/tool.ts';
import {serverConfig} from './mcp-servers.ts';

type ConnectOptions = {
	readonly args?: readonly string[];
	readonly config?: Partial<StdioServer>;
	readonly era?: 'legacy' | 'modern';
	readonly capabilities?: NonNullable<ClientOptions['capabilities']>;
	/** Registers handlers before the client connects. */
	readonly prepare?: (client: Client) => void;
};

/** A bare client of the SDK, connected to tests/servers/<file>.mjs and closed when the test is over. */
export const connectTo = async (
	file: string,
	{args = [], config = {}, era = 'legacy', capabilities = {}, prepare = () => {}}: ConnectOptions = {},
): Promise<RequestTarget> => {
	const base = serverConfig(file, config);
	const client = new Client(
		{name: 'mcp-tui-test', version: '0.0.0'},
		{capabilities, versionNegotiation: {mode: era === 'legacy' ? 'legacy' : {pin: '2026-07-28'}}},
	);
	prepare(client);
	const transport = new StdioClientTransport({
		command: base.command,
		args: [...base.args, ...args],
		stderr: 'ignore',
	});
	onTestFinished(() => client.close());
	await client.connect(transport);
	return {client, config: base, ended: () => undefined};
};

export const definitionOf = (
	target: RequestTarget,
	tool: string,
	more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
	server: target.config.name,
	tool,
	description: '',
	inputSchema: {type: 'object'},
	annotations: {},
	...more,
});
