import {type ChildProcess, execFile} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {serverFile} from './mcp-servers.ts';
import {programNode} from './program-node.ts';
import {builtProgram} from './terminal.ts';
import {createTestHome, type TestHome} from './test-home.ts';

export type ProgramRun = {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
};

/** A home that is gone when the test is over. */
export const useHome = (servers?: Readonly<Record<string, object>>): TestHome => {
	const home = createTestHome();
	onTestFinished(home.remove);
	if (servers !== undefined) {
		mkdirSync(home.settings, {recursive: true});
		writeFileSync(join(home.settings, 'config.json'), JSON.stringify({mcpServers: servers}));
	}
	return home;
};

/** The entry of a server from tests/servers. */
export const entryOf = (name: string, more: object = {}): object => ({
	command: process.execPath,
	args: [serverFile(name)],
	...more,
});

export type RunOptions = {
	readonly stdin?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Without it, the home. */
	readonly cwd?: string;
	/** Gets the process as soon as it has started. */
	readonly onStart?: (child: ChildProcess) => void;
};

/** Runs the built program to its end. */
export const runProgram = (
	home: TestHome,
	args: readonly string[],
	{stdin = '', env = {}, cwd = home.folder, onStart}: RunOptions = {},
): Promise<ProgramRun> =>
	new Promise(resolve => {
		const child: ChildProcess = execFile(
			programNode,
			[builtProgram, ...args],
			{env: {...home.env, ...env}, cwd},
			(_error, stdout, stderr) => resolve({code: child.exitCode, stdout, stderr}),
		);
		onStart?.(child);
		child.stdin?.end(stdin);
	});
