import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {flagsOfDefinition} from '../../../source/core/approvals/pins/flags.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {publishedServer} from '../mcp/published/published-server.ts';
import {useMcpServers} from '../mcp/published/use-mcp-servers.ts';

const servers = {
	everything: '@modelcontextprotocol/server-everything',
	filesystem: '@modelcontextprotocol/server-filesystem',
	memory: '@modelcontextprotocol/server-memory',
	context7: '@upstash/context7-mcp',
	commands: 'mcp-server-commands',
} as const;

describe('a published server', () => {
	it.each(Object.entries(servers))('is not suspected without reason: %s', async (name, packageName) => {
		const folder = createTemporaryFolder();
		const used = useMcpServers([
			publishedServer(name, packageName, name === 'filesystem' ? [folder] : [], {
				env: {MEMORY_FILE_PATH: join(folder, 'graph.json')},
			}),
		]);
		expect(await used.start(name)).toMatchObject({type: 'ready'});
		const definitions = used.servers.tools().map(({definition}) => definition);
		expect(definitions.length).toBeGreaterThan(0);
		expect(definitions.flatMap(tool => flagsOfDefinition(tool).map(flag => `${tool.tool}: ${flag}`))).toEqual(
			[],
		);
	});
});
