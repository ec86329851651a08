import {type CallToolResult, Client, InMemoryTransport} from '@modelcontextprotocol/client';
import {onTestFinished} from 'vitest';
import {createToolboxServer, type ToolboxOptions} from '../../source/core/toolbox/create-toolbox-server.ts';

/** An MCP client of the toolbox, closed when the test is over. */
export const connectToolbox = async (options: Partial<ToolboxOptions> = {}) => {
	const server = createToolboxServer({mode: 'act', version: '1.2.3', now: () => 0, ...options});
	const client = new Client({name: 'test', version: '1.0.0'});
	const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
	await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
	onTestFinished(() => client.close());
	const call = (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
		client.callTool({name, arguments: args});
	const list = async () => (await client.listTools()).tools;
	return {client, call, list};
};
