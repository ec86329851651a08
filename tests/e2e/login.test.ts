import type {ChildProcess} from 'node:child_process';
import {describe, expect, it, onTestFinished} from 'vitest';
import {hasKeychainPackages} from '../helpers/keychain-packages.ts';
import {startKeychainSession} from '../helpers/keychain-session.ts';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {browse, createWorld} from '../servers/oauth-world.ts';

/** Opens the address that the program prints, as a person would. */
const visitWhatIsShown = (child: ChildProcess): void => {
	let said = '';
	let isVisited = false;
	child.stderr?.on('data', chunk => {
		said += String(chunk);
		const url = /^ {2}(http\S+)\n/m.exec(said)?.[1];
		if (url === undefined || isVisited) return;
		isVisited = true;
		void browse(url).then(async back => (await fetch(back)).text());
	});
};

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
