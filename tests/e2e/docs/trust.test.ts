import {describe, it} from 'vitest';
import {createDocsWorld} from '../../helpers/docs-world.ts';
import {runPage} from './run-page.ts';

describe('docs/trust.md', () => {
	it('asks about calls, accepts definitions and keeps keys', {timeout: 180_000}, async () => {
		const world = createDocsWorld();
		const args = ['-y', '@modelcontextprotocol/server-filesystem', world.home.folder];
		world.configure({mcpServers: {files: {command: 'npx', args}}});
		world.write('.mcp.json', JSON.stringify({mcpServers: {project: {command: 'npx', args}}}));
		await runPage('docs/trust.md', world, {
			stdin: {'mcp-tui keys set anthropic': 'sk-ant-of-this-test\n'},
		});
	});
});
