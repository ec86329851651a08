import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it, onTestFinished} from 'vitest';
import type {JsonObject} from '../../../source/domain/json.ts';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {listRegistry, registryEntry} from '../../helpers/registry-host.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import {createTestHome} from '../../helpers/test-home.ts';
import {seeQuestion, writeConfig} from '../../helpers/trust-program.ts';
import {startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';
import {createWorld} from '../../servers/oauth-world.ts';

afterEach(disposeTerminals);

const serverFile = (name: string): string =>
	fileURLToPath(new URL(`../../servers/${name}.mjs`, import.meta.url));

const node = (...args: readonly string[]): JsonObject => ({
	command: process.execPath,
	args,
	retryAttempts: 0,
});

const start = async (
	mcpServers: JsonObject,
	env: Readonly<Record<string, string>> = {},
	more: JsonObject = {},
): Promise<{readonly terminal: Terminal; readonly config: () => JsonObject}> => {
	const home = createTestHome();
	writeConfig(home, {...more, mcpServers});
	const model = writeDemoScript(join(home.folder, 'model'), {
		pace: 0,
		turns: [{prompt: 'hello', steps: [{say: 'Hello.'}]}],
	});
	const terminal = startTerminal({home: home.folder, cols: 110, rows: 30, args: ['--model', model], env});
	await terminal.waitFor('always-ask');
	terminal.press('f2');
	await terminal.waitFor('q chat');
	return {terminal, config: () => JSON.parse(readFileSync(join(home.settings, 'config.json'), 'utf8'))};
};

describe('the servers in the workbench', () => {
	it('are shown without the colours of what they log, print and answer', async () => {
		const {terminal} = await start({painted: node(serverFile('offers'), 'coloured')});
		terminal.press('s');
		await terminal.waitFor('MCP error -32603: the index is broken');
		await terminal.waitFor('tools unreadable');
		expect(terminal.screen().join('\n')).not.toContain('u001b');
		terminal.press('3');
		await terminal.waitFor('printed in red');
		await terminal.waitFor('logged in yellow');
		await terminal.waitFor('logged in cyan');
		expect(terminal.screen().join('\n')).not.toContain('u001b');
		terminal.press('D');
		await terminal.waitFor(/✘ lists: .*the index is broken/s);
		expect(terminal.screen().join('\n')).not.toContain('u001b');
		terminal.press('f4');
		await terminal.waitFor('the index is broken');
		expect(terminal.screen().join('\n')).not.toContain('u001b');
	});

	it('are started, disabled, enabled, connected again and read, without leaving it', async () => {
		const {terminal, config} = await start({
			talkative: node(
				'-e',
				`console.error('listening to you'); import(${JSON.stringify(serverFile('asking'))})`,
			),
			broken: node('-e', 'console.error("Error: no such thing"); process.exit(3)'),
			wrong: {command: 7},
		});
		await terminal.waitFor('4 servers');
		await terminal.waitFor(/✘ wrong .*bad entry/);
		terminal.press('s');
		await terminal.waitFor(/✔ talkative .*stdio · \d+ tools/);
		await terminal.waitFor('says it is  asking');
		terminal.press('3');
		await terminal.waitFor('listening to you');
		terminal.press('1', 'down', 's');
		await terminal.waitFor(/✘ broken .*failed/);
		await terminal.waitFor('exited with code 3');
		await terminal.waitFor('ready: Error: no such thing');
		terminal.press('D');
		terminal.press('4');
		await terminal.waitFor('✘ start: Server "broken" exited with code 3');
		terminal.press('1', 'up', ' ');
		await terminal.waitFor('talkative: disabled, kept in');
		await terminal.waitFor(/○ talkative .*disabled/);
		expect(config()).toMatchObject({mcpServers: {talkative: {disabled: true}}});
		terminal.press(' ');
		await terminal.waitFor(/✔ talkative .*tools/);
		terminal.press('R');
		await terminal.waitFor('talkative: ready');
		terminal.press('d');
		await terminal.waitFor('Remove "talkative" from');
		terminal.press('n');
		await terminal.waitFor(screen => !screen.some(line => line.includes('Remove')));
		terminal.press('q');
		await terminal.waitFor('always-ask');
		expect(terminal.modes().alternateScreen).toBe(false);
		expect(config()).toHaveProperty('mcpServers.talkative');
	});

	it.runIf(process.platform === 'linux')('are signed in to with a question in the chat', async () => {
		const world = await createWorld();
		onTestFinished(world.close);
		const browser = createTemporaryFolder();
		const visit = `#!${process.execPath}\nfetch(process.argv[2]).then(page => page.text());\n`;
		writeFileSync(join(browser, 'xdg-open'), visit, {mode: 0o755});
		const {terminal} = await start(
			{vault: {url: world.server.url, retryAttempts: 0}},
			{DISPLAY: ':0', PATH: `${browser}:${process.env.PATH}`},
		);
		terminal.press('i');
		await terminal.waitFor('vault: the question about signing in comes up in the chat; q goes there.');
		terminal.press('q');
		await seeQuestion(terminal, 'sign in');
		terminal.press('y');
		await terminal.waitFor('vault: signed in, kept in memory');
		expect(world.authorizationServer.seen('/token')).toHaveLength(1);
		terminal.press('f2');
		await terminal.waitFor(/✔ vault .*http · \d+ tool/);
		terminal.press('o');
		await terminal.waitFor('vault: signed out');
	});

	it('are found in the registry, filled in, saved and used', async () => {
		const server = await startHttpHost(legacyServer());
		const url = `${server.url}/{tenant}/mcp`;
		const tenant = {isRequired: true, description: 'Your team'};
		const registry = await listRegistry(
			registryEntry({
				name: 'com.example/echo-mcp',
				description: 'Says it again',
				remotes: [{type: 'streamable-http', url, variables: {tenant}}],
			}),
		);
		const {terminal, config} = await start({}, {}, {registry: registry.url});
		terminal.press('f');
		await terminal.waitFor(`Find a server in ${new URL(registry.url).host}`);
		terminal.type('echo');
		await terminal.waitFor(': echo');
		terminal.press('enter');
		await terminal.waitFor('com.example/echo-mcp 1.2.0');
		terminal.press('enter');
		await terminal.waitFor('tenant (Your team)');
		terminal.type('blue');
		await terminal.waitFor(': blue');
		terminal.press('enter');
		await terminal.waitFor('New server');
		await terminal.waitFor(`${server.url}/blue/mcp`);
		terminal.press('ctrl+s');
		await terminal.waitFor(/[○✔] echo /);
		expect(config()).toMatchObject({mcpServers: {echo: {url: `${server.url}/blue/mcp`}}});
		terminal.press('s');
		await terminal.waitFor(/✔ echo .*http · 1 tool/);
	});
});
