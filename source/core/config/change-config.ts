import {realpath} from 'node:fs/promises';
import {join, relative} from 'node:path';
import type {Failure} from '../../domain/failure.ts';
import type {ChangeConfig, ConfigChanged, ServerEntryChange} from '../../domain/server-ports.ts';
import {changeConfigFile} from './change-config-file.ts';
import {changeEntry} from './change-entry.ts';
import {findTarget} from './change-store.ts';
import {type Complaint, showPlace} from './complaint.ts';
import type {Environment} from './expand-variables.ts';
import {renameReferences} from './rename-references.ts';
import type {Disk} from './replace-file-sync.ts';
import {readServerEntry} from './server-entry.ts';

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
	const {folder, cwd, patience, disk} = options;

	return async (change, scope) => {
		const isProject = scope === 'project';
		const file = isProject ? join(cwd, '.mcp.json') : join(folder, 'config.json');
		const {failure, warnings} = checkEntry(change, file, options);
		if (failure !== undefined) {
			return refuse(failure);
		}
		const check = async () => (isProject ? linkFailure(file, cwd) : undefined);
		let notes: readonly string[] = [];
		const changed = await changeConfigFile({file, isProject, check, patience, disk}, (content, describe) => {
			const edited = changeEntry(file, content, change, describe);
			const was = change.type === 'put' ? change.was : undefined;
			if (edited.type === 'refused' || was === undefined || was === change.name) {
				return edited;
			}
			const renamed = renameReferences(edited.content, {from: was, to: change.name});
			notes = renamed.notes;
			return {type: 'changed', content: renamed.content};
		});
		const said = [...warnings, ...notes];
		return changed.type === 'refused' || said.length === 0 ? changed : {...changed, warnings: said};
	};
};
