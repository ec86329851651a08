import {describeError, type Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ConfigChanged} from '../../domain/server-ports.ts';
import {changeStore} from './change-store.ts';
import type {Place} from './complaint.ts';
import {createConfigStoreText} from './config-store-text.ts';
import {refreshLastGood} from './last-good.ts';
import {configMigrations} from './migrations.ts';
import type {Disk} from './replace-file-sync.ts';
import {DamagedTextError} from './store-text.ts';

export type ConfigFile = {
	readonly file: string;
	/** It belongs to a project: its mode and its version are the project's. */
	readonly isProject: boolean;
	/** Why it must not be changed, where that has to be looked at first. */
	readonly check?: () => Promise<Failure | undefined>;
	/** How long another process may keep the file. */
	readonly patience?: number | undefined;
	readonly disk?: Disk | undefined;
};

type Edited =
	| {readonly type: 'changed'; readonly content: JsonObject}
	| {readonly type: 'refused'; readonly code: string; readonly message: string; readonly hint: string};

/** `describe` names a place in the file, for a sentence. */
type Edit = (content: JsonObject, describe: (path: Place, message: string) => string) => Edited;

const refuse = (failure: Failure): ConfigChanged => ({type: 'refused', failure});

const changeOrThrow = async (
	{file, isProject, check, patience = 10_000, disk}: ConfigFile,
	edit: Edit,
): Promise<ConfigChanged> => {
	const obstacle = await check?.();
	if (obstacle !== undefined) {
		return refuse(obstacle);
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
			const edited = edit(content, text.describe);
			if (edited.type === 'changed') return edited.content;
			const {code, message, hint} = edited;
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

/** Changes a configuration file. Comments, order and what is not known here stay. Never throws. */
export const changeConfigFile = async (target: ConfigFile, edit: Edit): Promise<ConfigChanged> => {
	try {
		return await changeOrThrow(target, edit);
	} catch (error) {
		if (error instanceof DamagedTextError) {
			const hint = 'Correct it there, then try again.';
			return refuse({code: 'bad-config', message: `${error.message}. The file was not changed.`, hint});
		}
		return refuse({
			code: 'config-not-written',
			message: `Cannot change ${target.file}: ${describeError(error)}`,
			hint: 'Make sure that the folder can be written and the disk has room. The file is as it was.',
		});
	}
};
