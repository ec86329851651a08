import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {hasKeychainPackages} from '../helpers/keychain-packages.ts';
import {startKeychainSession} from '../helpers/keychain-session.ts';
import {canaryKey} from '../helpers/model-app.ts';
import {expectNoKey} from '../helpers/model-program.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {says} from '../servers/models/fault-script.ts';
import {startFaultServer} from '../servers/models/fault-server.ts';

afterEach(disposeTerminals);

/** An enter that comes too soon after a page is nobody's. */
const enter = async (terminal: Terminal): Promise<void> => {
	await terminal.waitForStable({quiet: 400});
	terminal.press('enter');
};

const echoServer = fileURLToPath(new URL('../servers/echo.mjs', import.meta.url));

describe('a newcomer', () => {
	it('begins the tour with one key', async () => {
		const terminal = startTerminal();
		await terminal.waitFor('Which model do you want to talk to?');
		await enter(terminal);
		await terminal.waitFor('wants to run', {timeout: 60_000});
	});

	it.runIf(hasKeychainPackages())(
		'pastes a key into the keychain, chooses a model, adds a server and gets an answer, and need not do it again',
		async () => {
			const session = await startKeychainSession();
			await session.startKeyring('a password');
			const server = await startFaultServer([says('Nice to meet you.')], {
				models: ['gpt-5.4', 'gpt-5.4-mini'],
			});
			const {HOME: _, ...bus} = session.environment;
			const env = {...bus, OPENAI_BASE_URL: `${server.url}/v1`};
			const terminal = startTerminal({env});
			await terminal.waitFor('Which model do you want to talk to?');
			terminal.press('down');
			terminal.press('down');
			await terminal.waitFor(/› +OpenAI/);
			await enter(terminal);
			await terminal.waitFor('Your key for OpenAI');
			terminal.paste(canaryKey);
			await terminal.waitFor('••••');
			await enter(terminal);
			await terminal.waitFor('Which model of OpenAI?');
			terminal.type('mini');
			await terminal.waitFor(/› +gpt-5.4-mini/);
			await enter(terminal);
			await terminal.waitFor('Which MCP servers may it use?');
			await enter(terminal);
			await terminal.waitFor('Add a server');
			terminal.type(`node ${echoServer}`);
			await terminal.waitFor('echo.mjs');
			await enter(terminal);
			await terminal.waitFor('Added echo.');
			await terminal.waitFor(/› +Done/);
			await enter(terminal);
			await terminal.waitFor('You talk to openai/gpt-5.4-mini.');
			await terminal.submit('hello');
			await terminal.waitFor('Nice to meet you.');
			const {settings} = terminal.home;
			expect(JSON.parse(readFileSync(join(settings, 'config.json'), 'utf8'))).toEqual({
				model: 'openai/gpt-5.4-mini',
				mcpServers: {echo: {command: 'node', args: [echoServer]}},
			});
			expect(await session.accounts()).toContain('key:openai');
			expectNoKey(terminal.home, terminal.raw());

			const again = startTerminal({env, home: terminal.home.folder});
			await again.waitFor('message, or / for commands');
			expect(again.screen().join('\n')).toContain('openai/gpt-5.4-mini');
		},
	);
});
