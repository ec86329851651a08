import {expect, it, onTestFinished} from 'vitest';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../../source/core/mcp/tool-servers.ts';
import {remoteConfig} from '../../helpers/mcp-servers.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {createWorld} from '../../servers/oauth-world.ts';

it('a server that is switched off takes its question to sign in back', async () => {
	const world = await createWorld();
	onTestFinished(world.close);
	const asked: AbortSignal[] = [];
	const servers = createToolServers({
		servers: [remoteConfig('http', world.server.url)],
		version: '0.0.0',
		now: Date.now,
		onStatus: () => undefined,
		credentials: createMemoryCredentials(),
		asksToSignIn: true,
		requests: {
			elicit: async () => ({action: 'cancel'}),
			sample: async () => ({type: 'refused', failure: {code: 'no', message: 'No.'}}),
			roots: () => [],
			signIn: (_server, _request, signal) =>
				new Promise(resolve => {
					asked.push(signal);
					signal.addEventListener('abort', () => resolve({type: 'declined'}));
				}),
		},
	});
	onTestFinished(servers.close);
	const started = servers.start('http', new AbortController().signal);
	await waitUntil(() => asked.length === 1);
	expect(asked[0]?.aborted).toBe(false);
	await servers.setEnabled('http', false);
	expect(asked[0]?.aborted).toBe(true);
	await started;
	expect(servers.statuses().get('http')).toEqual({type: 'disabled'});
});
