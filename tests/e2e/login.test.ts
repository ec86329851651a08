import {describe, expect, it, onTestFinished} from 'vitest';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {browse, createWorld} from '../servers/oauth-world.ts';

describe('mcp-tui mcp login', () => {
	// Elsewhere the keychain of whoever runs the tests would be used.
	it.runIf(process.platform === 'linux')('shows the address and waits for the browser', async () => {
		const world = await createWorld();
		onTestFinished(world.close);
		const home = useHome({vault: {url: world.server.url}});
		const needed = await runProgram(home, ['mcp', 'test', 'vault']);
		expect(needed.code).toBe(1);
		expect(needed.stderr).toContain('mcp-tui mcp login vault');

		let said = '';
		let isVisited = false;
		const visit = async (url: string): Promise<void> => {
			await (await fetch(await browse(url))).text();
		};
		const {code, stderr} = await runProgram(home, ['mcp', 'login', 'vault'], {
			onStart: child => {
				child.stderr?.on('data', chunk => {
					said += String(chunk);
					const url = /^ {2}(http\S+)\n/m.exec(said)?.[1];
					if (url === undefined || isVisited) return;
					isVisited = true;
					void visit(url);
				});
			},
		});
		expect(world.authorizationServer.seen('/token')).toHaveLength(1);
		// The home of a test has no keychain, and what is not kept is no success.
		expect(stderr).toContain('they end with this command');
		expect(code).toBe(1);
	});
});
