import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {windowsCommand} from './windows-command.ts';

export type ServerCommand = {
	readonly command: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly cwd?: string;
};

const variable = (environment: Readonly<Record<string, string>>, name: string): string => {
	const entry = Object.entries(environment).find(([key]) => key.toUpperCase() === name);
	return entry?.[1] ?? '';
};

/** Starts a server with all its streams piped. It leads a group of its own and has no terminal. */
export const spawnServer = ({
	command,
	args,
	environment,
	cwd,
}: ServerCommand): ChildProcessWithoutNullStreams => {
	const windows = process.platform === 'win32';
	const resolved = windows
		? windowsCommand(command, args, {
				path: variable(environment, 'PATH'),
				extensions: variable(environment, 'PATHEXT'),
				shell: variable(environment, 'COMSPEC'),
				exists: existsSync,
			})
		: {file: command, args, verbatim: false};
	return spawn(resolved.file, [...resolved.args], {
		stdio: ['pipe', 'pipe', 'pipe'],
		shell: false,
		// On Windows it would open a console window instead of making a group.
		detached: !windows,
		windowsHide: true,
		windowsVerbatimArguments: resolved.verbatim,
		env: environment,
		...(cwd === undefined ? {} : {cwd}),
	});
};
