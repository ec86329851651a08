import {realpath} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {ChangeConfig, ConfigChanged, ConfigScope, ServerEntryChange} from '../../domain/server-ports.ts';
import {changeEntry} from './change-entry.ts';
import {changeStore, findTarget} from './change-store.ts';
import {type Complaint, showPlace} from './complaint.ts';
import {createConfigStoreText} from './config-store-text.ts';
import type {Environment} from './expand-variables.ts';
import {refreshLastGood} from './last-good.ts';
import {configMigrations} from './migrations.ts';
import type {Disk} from './replace-file-sync.ts';
import {readServerEntry} from './server-entry.ts';
import {DamagedTextError} from './store-text.ts';

export type ChangeConfigOptions = {
	/** The user's configuration folder. */
	readonly folder: string;
	/** The folder of the project. */
	readonly cwd: string;
	readonly env: Environment;
	/** How long another process may keep the file. */
	readonly patience?: number;
	readonly disk?: Disk;
};

const refuse = (failure: Failure): ConfigChanged => ({type: 'refused', failure});

const describeComplaint = ({path, message}: Complaint): string =>
	[showPlace(path), message].filter(part => part !== '').join(': ');

/** What an entry lacks on this machine is no reason not to write it down. */
const checkEntry = (
	change: ServerEntryChange,
	file: string,
	{env, cwd}: ChangeConfigOptions,
): {readonly failure?: Failure; readonly warnings: readonly string[]} => {
	if (change.type !== 'put') {
		return {warnings: []};
	}
	const read = readServerEntry(change.name, change.entry, {file, env, workspaceFolder: cwd});
	const complaints = read.type === 'refused' ? read.complaints.filter(({kind}) => kind === 'malformed') : [];
	const warnings = read.warnings.map(describeComplaint);
	if (complaints.length === 0) {
		return {warnings};
	}
	// A slip in a key often is why another one is missing.
	const problems = [...complaints.map(describeComplaint), ...warnings].join('; ');
	return {
		warnings,
		failure: {
			code: 'bad-server',
			message: `The server "${change.name}" cannot be used like this: ${problems.endsWith('?') ? problems : `${problems}.`}`,
			hint: 'Correct that and try again. Nothing was changed.',
		},
	};
};

/** A link in a project may lead to a file that is none of the project's business. */
const linkFailure = async (file: string, cwd: string): Promise<Failure | undefined> => {
	const {target} = await findTarget(file);
	return relative(await realpath(cwd), target).startsWith('..')
		? {
				code: 'bad-config',
				message: `${file} is a link to ${target}, outside of this folder.`,
				hint: 'Replace the link by a file, or change that file by hand.',
			}
		: undefined;
};

/** Changes the user's or the project's configuration file. Changes of several processes at once all survive. */
export const createChangeConfig = (options: ChangeConfigOptions): ChangeConfig => {
	const {folder, cwd, patience = 10_000, disk} = options;

	const changeFile = async (
		file: string,
		change: ServerEntryChange,
		scope: ConfigScope,
	): Promise<ConfigChanged> => {
		const isProject = scope === 'project';
		const link = isProject ? await linkFailure(file, cwd) : undefined;
		if (link !== undefined) {
			return refuse(link);
		}
		const text = createConfigStoreText(file);
		let failure: Failure | undefined;
		const changed = await changeStore(
			{
				file,
				text,
				// The user's own file may hold secrets; the mode of a project's file is the project's.
				mode: 0o600,
				keepMode: isProject,
				migrations: isProject ? [] : configMigrations,
				patience,
				disk,
			},
			content => {
				const entry = changeEntry(file, content, change, text.describe);
				if (entry.type === 'changed') return entry.content;
				const {code, message, hint} = entry;
				failure = {code, message, hint};
				return content;
			},
		);
		if (changed.type === 'held') {
			return refuse({
				code: 'config-busy',
				message: `${file} was not changed: process ${changed.pid} is changing it.`,
				hint: `Try again. If no mcp-tui runs any more, delete ${changed.lockFile}.`,
			});
		}
		if (changed.wasWritten && !isProject) {
			await refreshLastGood(file);
		}
		return failure === undefined ? {type: 'changed', file} : refuse(failure);
	};

	return async (change, scope) => {
		const file = scope === 'user' ? join(folder, 'config.json') : join(cwd, '.mcp.json');
		const {failure, warnings} = checkEntry(change, file, options);
		if (failure !== undefined) {
			return refuse(failure);
		}
		try {
			const changed = await changeFile(file, change, scope);
			return changed.type === 'refused' || warnings.length === 0 ? changed : {...changed, warnings};
		} catch (error) {
			if (error instanceof DamagedTextError) {
				const hint = 'Correct it there, then try again.';
				return refuse({code: 'bad-config', message: `${error.message}. The file was not changed.`, hint});
			}
			const hint = 'Make sure that the folder can be written and the disk has room. The file is as it was.';
			return refuse({
				code: 'config-not-written',
				message: `Cannot change ${file}: ${describeError(error)}`,
				hint,
			});
		}
	};
};
