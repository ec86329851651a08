import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {runProgram, useHome} from '../../helpers/run-program.ts';

describe('mcp verify', () => {
	it.each([
		['mcp-tui test', ['test', 'servers.test.yaml']],
		['mcp-tui policy test', ['policy', 'test', 'drifting', 'look-again']],
	])('finds nothing changed after %s has seen the server for the first time', async (_what, args) => {
		const home = useHome({
			drifting: {
				command: process.execPath,
				args: [serverFile('drifting'), 'tools.json'],
				env: {INSTRUCTIONS: 'Look twice.'},
			},
		});
		writeFileSync(join(home.folder, 'tools.json'), JSON.stringify([{name: 'add'}]));
		writeFileSync(
			join(home.folder, 'servers.test.yaml'),
			'version: 1\ntests:\n  - {name: a, server: drifting, tool: look-again}\n',
		);
		await runProgram(home, args);
		expect(await runProgram(home, ['mcp', 'verify'])).toEqual({
			code: 0,
			stdout: '✔ drifting: ok, as accepted\n',
			stderr: '',
		});
	});
});
