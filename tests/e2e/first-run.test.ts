import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {hasKeychainPackages} from '../helpers/keychain-packages.ts';
import {startKeychainSession} from '../helpers/keychain-session.ts';
import {canaryKey} from '../helpers/model-app.ts';
import {expectNoKey} from '../helpers/model-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {says} from '../servers/models/fault-script.ts';
import {startFaultServer} from '../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const echoServer = fileURLToPath(new URL('../servers/echo.mjs', import.meta.url));

describe('a newcomer', () => {
	it('begins the tour with one key', async () => {
		const terminal = startTerminal();
		await terminal.waitFor('Which model do you want to talk to?');
		terminal.press('enter');
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
			terminal.press('enter');
			await terminal.waitFor('Your key for OpenAI');
			terminal.paste(canaryKey);
			await terminal.waitFor('••••');
			terminal.press('enter');
			await terminal.waitFor('Which model of OpenAI?');
			terminal.type('mini');
			await terminal.waitFor(/› +gpt-5.4-mini/);
			terminal.press('enter');
			await terminal.waitFor('Which MCP servers may it use?');
			terminal.press('enter');
			await terminal.waitFor('Add a server');
			terminal.type(`node ${echoServer}`);
			await terminal.waitFor('echo.mjs');
			terminal.press('enter');
			await terminal.waitFor('Added echo.');
			terminal.press('down');
			await terminal.waitFor(/› +Done/);
			terminal.press('enter');
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
		180_000,
	);
});
