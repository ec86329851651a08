import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {DemoScript} from '../../source/core/models/demo/demo-script.ts';
import {publishedServer} from '../integration/mcp/published/published-server.ts';
import {writeDemoScript} from './demo-script-file.ts';
import {createTemporaryFolder} from './temporary-folder.ts';

const {command, args} = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);

/** Arguments of the program for a scripted model that takes these steps with a real server when it is told to go. */
export const everythingArguments = (steps: DemoScript['turns'][number]['steps']): readonly string[] => {
	const folder = createTemporaryFolder();
	const servers = join(folder, 'servers.json');
	writeFileSync(servers, JSON.stringify({mcpServers: {everything: {command, args}}}));
	const model = writeDemoScript(folder, {
		pace: 0,
		turns: [
			// Servers start with the first message, and a slow machine takes longer than the turn waits.
			{prompt: 'hello', steps: [{say: 'Hello.'}]},
			{prompt: 'go', steps},
		],
	});
	return ['--model', model, '--mcp-config', servers, '--approval', 'auto'];
};
