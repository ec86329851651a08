import {afterEach, describe, expect, it} from 'vitest';
import {hasKeychainPackages} from '../../helpers/keychain-packages.ts';
import {
	environmentFor,
	keepKeys,
	leakyNames,
	reference,
	serversAt,
	setUpHunt,
	startLeakyHost,
	startUnlocked,
	writeConfig,
} from '../../helpers/leaky-servers.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const allowed = leakyNames.flatMap(name => ['--allowed-tools', `${name}__*`]);

// Elsewhere the keychain of whoever runs the tests would be used.
describe.skipIf(!hasKeychainPackages())('secrets of servers', {timeout: 240_000}, () => {
	it.each([
		['in the environment', 'openai/gpt-5.4'],
		['in the keychain', 'anthropic/claude-sonnet-4-5'],
		['that the configuration names', 'mine/some-model'],
	])('and a key %s are seen nowhere in a conversation', async (_, model) => {
		const host = await startLeakyHost();
		const set = setUpHunt(await startUnlocked());
		const {hunt, home} = set;
		const mine = hunt.hide('provider key by reference', 'sk-mine-canary-a1b2');
		const openai = hunt.hide('provider key in the environment', 'sk-canary-b2c3d4e5f6');
		const server = await startFaultServer((_request, index) =>
			index === 0
				? calls(
						...leakyNames.map((name, at) => callOf(`call_${at}`, `${name}__leak`)),
						...leakyNames.map((name, at) => callOf(`call_1${at}`, `${name}__fail`)),
						callOf('call_20', 'stdio__long'),
						callOf('call_21', 'bearer__refuse'),
						callOf('call_22', 'stdio__refuse'),
					)
				: says(`Your keys are ${mine} and ${openai}.`),
		);
		const env = {
			...environmentFor(hunt),
			MINE: mine,
			OPENAI_API_KEY: openai,
			OPENAI_BASE_URL: `${server.url}/v1`,
			ANTHROPIC_BASE_URL: server.url,
		};
		writeConfig(set, {
			mcpServers: serversAt(host.url),
			providers: {mine: {api: 'chat', baseUrl: `${server.url}/v1`, apiKey: reference('MINE')}},
		});
		await keepKeys(hunt);
		const ask = (...more: readonly string[]) =>
			hunt.run(['-m', model, ...allowed, '-p', 'Leak it.', ...more], {env});
		const first = await ask('--output-format', 'json', '--record', 'cassette.jsonl');
		expect([first.code, JSON.parse(first.stdout).toolCalls.length]).toEqual([0, 13]);
		await ask('--output-format', 'stream-json', '--continue');
		await ask('--continue');
		hunt.look('what the model was sent', JSON.stringify(server.requests.map(({body}) => body)));

		const terminal = startTerminal({
			home: home.folder,
			env: {...set.env, ...env},
			args: ['-m', model, ...allowed, '--continue'],
		});
		await terminal.waitFor('message, or /');
		server.play([
			calls(callOf('call_30', 'stdio__leak'), callOf('call_31', 'basic__fail')),
			says(`It is ${mine}.`),
		]);
		await terminal.submit('again');
		await terminal.waitFor('It is •••.');
		hunt.look('the terminal', terminal.raw());
		terminal.kill('SIGKILL');
		await terminal.exit;
		await ask('--continue');
		expect(hunt.hits()).toEqual([]);
	});
});
