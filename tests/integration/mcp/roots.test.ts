import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createFakeRequests} from '../../helpers/fake-requests.ts';
import {serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';

const manifest = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/server-everything/package.json',
);

describe('the folders that the user works in', () => {
	it('are told to a server that asks for them', async () => {
		const requests = createFakeRequests({roots: () => [{uri: 'file:///home/ada/work', name: 'work'}]});
		const {connect, call} = useServers(
			[serverConfig('everything', {args: [join(dirname(manifest), 'dist', 'index.js'), 'stdio']})],
			process.env,
			{requests},
		);
		await connect();
		const text = textOf(await call('everything', 'get-roots-list'));
		expect(text).toContain('work');
		expect(text).toContain('file:///home/ada/work');
	});
});
