import {describe, expect, it, onTestFinished} from 'vitest';
import {hasKeychainPackages} from '../helpers/keychain-packages.ts';
import {startKeychainSession} from '../helpers/keychain-session.ts';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {visitWhatIsShown} from '../helpers/visit-page.ts';
import {createWorld} from '../servers/oauth-world.ts';

describe('mcp-tui mcp login', () => {
	// Elsewhere the keychain of whoever runs the tests would be used.
	it.runIf(process.platform === 'linux')('asks for nothing where the tokens could not be kept', async () => {
		const world = await createWorld();
		onTestFinished(world.close);
		const home = useHome({vault: {url: world.server.url}});
		const {code, stderr} = await runProgram(home, ['mcp', 'login', 'vault']);
		expect(code).toBe(1);
		expect(stderr).toContain('cannot be kept');
		expect(world.authorizationServer.seen('/token')).toHaveLength(0);
	});

	it.runIf(hasKeychainPackages())('keeps the tokens for every run after it, until logout', async () => {
		const session = await startKeychainSession();
		await session.startKeyring('a password');
		const env = session.environment;
		const world = await createWorld();
		onTestFinished(world.close);
		const home = useHome({vault: {url: world.server.url}});
		const test = () => runProgram(home, ['mcp', 'test', 'vault'], {env});

		const needed = await test();
		expect([needed.code, needed.stderr]).toEqual([1, expect.stringContaining('mcp-tui mcp login vault')]);
		const login = await runProgram(home, ['mcp', 'login', 'vault'], {env, onStart: visitWhatIsShown});
		expect([login.code, login.stdout]).toEqual([0, expect.stringContaining('the keychain')]);
		expect(world.authorizationServer.seen('/token')).toHaveLength(1);
		expect((await test()).code).toBe(0);
		expect((await runProgram(home, ['mcp', 'logout', 'vault'], {env})).code).toBe(0);
		expect((await test()).code).toBe(1);
		expect(await session.accounts()).toEqual([]);
	});
});
