import {describe, expect, it} from 'vitest';
import {blocksOf} from '../../helpers/docs-snippets.ts';
import {createDocsWorld} from '../../helpers/docs-world.ts';
import {runPage} from './run-page.ts';

describe('docs/agents.md', () => {
	it('has assistants and an agent file that can be listed, checked and talked to', {
		timeout: 180_000,
	}, async () => {
		const blocks = blocksOf('docs/agents.md');
		const textOf = (language: string): string =>
			blocks.find(block => block.language === language)?.text ?? '';
		const world = createDocsWorld({ANTHROPIC_API_KEY: 'sk-ant-of-this-test'});
		const config = textOf('jsonc').replaceAll(/ \/\/.*$/gm, '');
		world.configure({...JSON.parse(config), mcpServers: {files: {command: 'npx'}}});
		world.write('researcher.yaml', textOf('yaml'));
		await runPage('docs/agents.md', world);
		const {stdout} = await world.run('mcp-tui agent validate researcher.yaml');
		expect(stdout).toContain('researcher');
	});
});
