import {describe, it} from 'vitest';
import {startExampleHosts} from '../../helpers/docs-network.ts';
import {blocksOf} from '../../helpers/docs-snippets.ts';
import {createDocsWorld, freePort} from '../../helpers/docs-world.ts';
import {runPage} from './run-page.ts';

const forecast = {data: {forecast: {sky: 'clear', temperature: 21}}};

describe('docs/toolbox.md', () => {
	it('calls a tool without a server, and serves the tools in every way', {timeout: 180_000}, async () => {
		const network = await startExampleHosts({
			'api.example.com': (_request, response) =>
				void response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(forecast)),
		});
		const world = createDocsWorld(network);
		const custom = blocksOf('docs/toolbox.md').find(({text}) => text.includes('"customTools"'));
		world.configure(JSON.parse(custom?.text ?? '{}'));
		await world.run('mcp-tui keys set weather', 'a-secret-of-this-test\n');
		const ports = await Promise.all(
			['8765', '8766', '8767'].map(async port => [port, String(await freePort())]),
		);
		await runPage('docs/toolbox.md', world, {
			replaced: Object.fromEntries(ports),
		});
	});
});
