import {expect, it} from 'vitest';
import {serverFile} from '../helpers/mcp-servers.ts';
import {useHome} from '../helpers/run-program.ts';
import {builtProgram} from '../helpers/terminal.ts';
import {killPrograms} from '../integration/sessions/kill-programs.ts';

/** scripts/kill-sessions.mjs does many more. */
const rounds = 6;

it('a program that is killed at any moment of a turn loses nothing acknowledged, and no call runs twice', async () => {
	const {folder, settings, env} = useHome();
	const program = {
		command: [process.execPath, builtProgram],
		server: serverFile('tally'),
		folder,
		settings,
		env,
	};
	expect(await killPrograms(program, rounds, Math.random)).toMatchObject({rounds});
});
