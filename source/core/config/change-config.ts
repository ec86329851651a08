import {mkdir, readFile, realpath, stat} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {ChangeConfig, ConfigChanged, ConfigScope, ServerEntryChange} from '../../domain/server-ports.ts';
import {changeEntry} from './change-entry.ts';
import type {Environment} from './expand-variables.ts';
import {withFileLock} from './file-lock.ts';
import {replaceFile} from './replace-file.ts';
import {readServerEntry} from './server-entry.ts';

export type ChangeConfigOptions = {
	/** The user's configuration folder. */
	readonly folder: string;
	/** The folder of the project. */
	readonly cwd: string;
	readonly env: Environment;
	/** How long another process may keep the file. */
	readonly patience?: number;
};

const isAbsent = (error: unknown): boolean =>
	['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

const refuse = (failure: Failure): ConfigChanged => ({type: 'refused', failure});

/** What an entry lacks on this machine is no reason not to write it down. */
const entryFailure = (
	change: ServerEntryChange,
	file: string,
	{env, cwd}: ChangeConfigOptions,
): Failure | undefined => {
	if (change.type !== 'put') {
		return undefined;
	}
	const read = readServerEntry(change.name, change.entry, {file, env, workspaceFolder: cwd});
	const complaints = read.type === 'refused' ? read.complaints.filter(({kind}) => kind === 'malformed') : [];
	return complaints.length === 0
		? undefined
		: {
				code: 'bad-server',
				message: `The server "${change.name}" cannot be used like this: ${complaints
					.map(({path, message}) => [path.join('.'), message].filter(part => part !== '').join(': '))
					.join('; ')}.`,
				hint: 'Correct that and try again. Nothing was changed.',
			};
};

/** The file itself where its name is a link, so that the link survives. */
const resolveFile = async (file: string): Promise<{readonly file: string; readonly mode?: number}> => {
	try {
		const target = await realpath(file);
		return {file: target, mode: (await stat(target)).mode & 0o777};
	} catch (error) {
		if (isAbsent(error)) {
			return {file};
		}
		throw error;
	}
};

const readOrEmpty = async (file: string): Promise<string> => {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (isAbsent(error)) {
			return '';
		}
		throw error;
	}
};

/** Changes the user's or the project's configuration file. Changes of several processes at once all survive. */
export const createChangeConfig = (options: ChangeConfigOptions): ChangeConfig => {
	const {folder, cwd, patience = 10_000} = options;

	const changeFile = async (
		named: string,
		change: ServerEntryChange,
		scope: ConfigScope,
	): Promise<ConfigChanged> => {
		await mkdir(dirname(named), {recursive: true, mode: 0o700});
		const {file, mode} = await resolveFile(named);
		// A link in a project may lead to a file that is none of the project's business.
		if (scope === 'project' && relative(await realpath(cwd), file).startsWith('..')) {
			const hint = 'Replace the link by a file, or change that file by hand.';
			return refuse({
				code: 'bad-config',
				message: `${named} is a link to ${file}, outside of this folder.`,
				hint,
			});
		}
		const locked = await withFileLock(
			file,
			async (): Promise<ConfigChanged> => {
				const content = await readOrEmpty(file);
				const changed = changeEntry(named, content, change);
				if (changed.type === 'refused') {
					const {code, message, hint} = changed;
					return refuse({code, message, hint});
				}
				if (changed.text !== content) {
					// The user's own file may hold secrets; the mode of a project's file is the project's.
					await replaceFile(file, changed.text, scope === 'project' ? (mode ?? 0o600) : 0o600);
				}
				return {type: 'changed', file: named};
			},
			AbortSignal.timeout(patience),
		);
		return locked.type === 'done'
			? locked.result
			: refuse({
					code: 'config-busy',
					message: `${named} was not changed: process ${locked.pid} is changing it.`,
					hint: `Try again. If no mcp-tui runs any more, delete ${locked.lockFile}.`,
				});
	};

	return async (change, scope) => {
		const file = scope === 'user' ? join(folder, 'config.json') : join(cwd, '.mcp.json');
		const failure = entryFailure(change, file, options);
		if (failure !== undefined) {
			return refuse(failure);
		}
		try {
			return await changeFile(file, change, scope);
		} catch (error) {
			const hint = 'Make sure that the folder can be written and the disk has room. The file is as it was.';
			return refuse({
				code: 'config-not-written',
				message: `Cannot change ${file}: ${describeError(error)}`,
				hint,
			});
		}
	};
};
