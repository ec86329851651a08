import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {delimiter, extname, isAbsolute, join, resolve} from 'node:path';

type Variables = Readonly<Record<string, string>>;

export type FoundCommand =
	| {readonly type: 'found'; readonly file: string}
	/** It is there, but may not be run. */
	| {readonly type: 'not-executable'; readonly file: string}
	| {readonly type: 'missing'; readonly looked: string};

const variable = (environment: Variables, name: string): string =>
	Object.entries(environment).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';

const kindOf = async (file: string): Promise<'executable' | 'plain' | undefined> => {
	try {
		if (!(await stat(file)).isFile()) return undefined;
	} catch {
		// Not there, or out of reach: for us the same.
		return undefined;
	}
	try {
		await access(file, constants.X_OK);
		return 'executable';
	} catch {
		// That is the answer.
		return 'plain';
	}
};

const endings = (command: string, environment: Variables): readonly string[] => {
	if (process.platform !== 'win32' || extname(command) !== '') return [''];
	const known = (variable(environment, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';');
	return known.filter(ending => ending !== '').map(ending => ending.toLowerCase());
};

/** Where the system finds a command, as a server with this environment and folder is started. */
export const findCommand = async (
	command: string,
	environment: Variables,
	cwd: string,
): Promise<FoundCommand> => {
	const isPath = isAbsolute(command) || /[\\/]/.test(command);
	const path = variable(environment, 'PATH');
	const folders = isPath ? [cwd] : path.split(delimiter).filter(folder => folder !== '');
	let plain: string | undefined;
	for (const folder of folders)
		for (const ending of endings(command, environment)) {
			const file = isPath ? resolve(folder, command + ending) : join(folder, command + ending);
			const kind = await kindOf(file);
			if (kind === 'executable') return {type: 'found', file};
			if (kind === 'plain') plain ??= file;
		}
	if (plain !== undefined) return {type: 'not-executable', file: plain};
	return {type: 'missing', looked: isPath ? resolve(cwd, command) : path};
};
