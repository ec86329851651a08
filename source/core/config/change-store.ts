import {mkdir, readFile, realpath, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import {withFileLock} from '../../support/file-lock.ts';
import {isOutdated, type Migration, migrate, newestVersion} from './migrations.ts';
import {type Disk, replaceFileSync} from './replace-file-sync.ts';
import type {StoreText} from './store-text.ts';

export type StoreChange = {
	/** As it is named; a link leads to the file that is changed, and stays. */
	readonly file: string;
	readonly text: StoreText;
	/** Of a new file, or of any where it is private. */
	readonly mode: number;
	/** Keeps the mode that the file has. */
	readonly keepMode?: boolean;
	readonly migrations?: readonly Migration[];
	/** Called while nobody else changes the file, when it cannot be understood. Afterwards it is read again. */
	readonly recover?: (error: unknown, target: string) => Promise<void>;
	/** How long another process may keep the file. */
	readonly patience: number;
	readonly disk?: Disk | undefined;
};

export type StoreChanged =
	| {readonly type: 'done'; readonly wasWritten: boolean}
	| {readonly type: 'held'; readonly pid: number; readonly lockFile: string};

export const isAbsent = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The file itself where its name is a link. */
export const findTarget = async (
	file: string,
): Promise<{readonly target: string; readonly mode?: number}> => {
	try {
		const target = await realpath(file);
		return {target, mode: (await stat(target)).mode & 0o777};
	} catch (error) {
		if (isAbsent(error)) {
			return {target: file};
		}
		throw error;
	}
};

const readOrNothing = async (file: string): Promise<string | undefined> => {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (isAbsent(error)) {
			return undefined;
		}
		throw error;
	}
};

/** What the file was before it became one of a newer version. An older copy with another content is kept too. */
const backUp = async (file: string, version: number, disk: Disk | undefined): Promise<void> => {
	const text = (await readOrNothing(file)) ?? '';
	const name = `${file}.before-v${version}`;
	const old = await readOrNothing(name);
	if (old !== text) {
		const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
		replaceFileSync(old === undefined ? name : `${name}-${stamp}`, text, 0o600, disk);
	}
};

/**
 * Reads a file, changes its content and writes it, while no other process does. The content that `edit` gets is of the
 * newest version; returning it as it is leaves the file alone. Rejects when the disk does not do it: then the file is
 * as it was.
 */
export const changeStore = async (
	change: StoreChange,
	edit: (content: JsonObject) => JsonObject,
): Promise<StoreChanged> => {
	const {file, text, migrations = [], patience, disk} = change;
	await mkdir(dirname(file), {recursive: true, mode: 0o700});
	const {target, mode} = await findTarget(file);
	const {openConf} = await import('./hardened-conf.ts');
	const open = () =>
		openConf({
			file: target,
			text,
			mode: change.keepMode === true ? (mode ?? change.mode) : change.mode,
			disk,
		});
	const openOrRecover = async () => {
		try {
			return open();
		} catch (error) {
			if (change.recover === undefined) throw error;
			await change.recover(error, target);
			return open();
		}
	};
	const locked = await withFileLock(
		target,
		async (): Promise<boolean> => {
			const conf = await openOrRecover();
			const content = {...conf.store};
			if (!isJsonObject(content)) return false;
			const isOld = isOutdated(content, migrations) && Object.keys(content).length > 0;
			const next = edit(isOld ? migrate(content, migrations) : content);
			if (JSON.stringify(next) === JSON.stringify(content)) return false;
			if (isOld) await backUp(target, newestVersion(migrations), disk);
			conf.store = {...next};
			return true;
		},
		AbortSignal.timeout(patience),
	);
	return locked.type === 'done' ? {type: 'done', wasWritten: locked.result} : locked;
};
