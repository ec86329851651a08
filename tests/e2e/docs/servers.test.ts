import {describe, it} from 'vitest';
import {startExampleHosts} from '../../helpers/docs-network.ts';
import {createDocsWorld} from '../../helpers/docs-world.ts';
import {modernServer} from '../../servers/http-generations.ts';
import {runPage} from './run-page.ts';

describe('docs/servers.md', () => {
	it('adds, lists, tests and examines servers of every kind', {timeout: 180_000}, async () => {
		const network = await startExampleHosts({'tracker.example.com': modernServer()});
		const world = createDocsWorld({...network, TRACKER_TOKEN: 'a-token-of-this-test'});
		await world.run('mkdir notes');
		await runPage('docs/servers.md', world, {replaced: {'/home/me': world.home.folder}});
	});
});
