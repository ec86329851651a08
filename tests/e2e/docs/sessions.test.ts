import {describe, it} from 'vitest';
import {blocksOf} from '../../helpers/docs-snippets.ts';
import {createDocsWorld} from '../../helpers/docs-world.ts';
import {runPage} from './run-page.ts';

const page = 'docs/sessions.md';
const exportTests = 'mcp-tui sessions export <id> --format test -o servers.test.yaml';
const shown = 'mcp-tui test servers.test.yaml --yes';

describe(page, () => {
	it('records, replays and mocks, and makes tests that find a difference', {timeout: 180_000}, async () => {
		const world = createDocsWorld();
		const servers = {
			files: {command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.']},
			everything: {command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything']},
		};
		world.configure({mcpServers: servers});
		world.write('ci-servers.json', JSON.stringify({mcpServers: servers}));
		world.write('notes.txt', 'tomatoes, peas\n');
		// A busy machine is no difference.
		const checks = (blocksOf(page).find(({language}) => language === 'yaml')?.text ?? '').replaceAll(
			/maxLatency: \d+/g,
			'maxLatency: 60000',
		);
		const replaced: Record<string, string> = {};
		await runPage(page, world, {
			replaced,
			before: {
				[exportTests]: async () => {
					const {stdout} = await world.run('mcp-tui sessions list --json');
					replaced['<id>'] = JSON.parse(stdout)[0].sessionId;
				},
				// The page shows the file of a longer talk.
				[shown]: () => world.write('servers.test.yaml', checks),
			},
			ends: {
				[shown]: 1,
				'mcp-tui test servers.test.yaml --yes --strict-mcp-config --mcp-config ci-servers.json --junit report.xml': 1,
			},
		});
	});
});
