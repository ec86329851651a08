import {readFile, rename} from 'node:fs/promises';
import {join} from 'node:path';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {OpenState, StateFile} from '../../domain/ports.ts';
import {withFileLock} from '../../support/file-lock.ts';
import {changeStore, findTarget, isAbsent} from './change-store.ts';
import {isOutdated, type Migration, migrate, newestVersion, versionOf} from './migrations.ts';
import type {Disk} from './replace-file-sync.ts';
import {DamagedTextError, plainStoreText} from './store-text.ts';

export type OpenStateDeps = {
	/** Where the files are; it is made when something is first written. */
	readonly folder: string;
	/** Told once for each file that cannot be read. */
	readonly onTrouble?: (failure: Failure) => void;
	/** For all files alike, in the order of their versions. */
	readonly migrations?: readonly Migration[];
	/** How long another process may keep a file. */
	readonly patience?: number;
	readonly disk?: Disk;
};

const withoutVersion = ({version: _, ...content}: JsonObject): JsonObject => content;

const stamp = (): string => new Date().toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');

type FileFacts = Required<Pick<OpenStateDeps, 'onTrouble' | 'migrations' | 'patience'>> & {
	readonly file: string;
	readonly disk: Disk | undefined;
};

const createStateFile = ({file, onTrouble, migrations, patience, disk}: FileFacts): StateFile => {
	let isTold = false;
	let last: Promise<unknown> = Promise.resolve();

	const tell = (failure: Failure): void => {
		if (!isTold) {
			isTold = true;
			onTrouble(failure);
		}
	};

	/** Damage is moved out of the way: whoever knows what it was can still mend it. */
	const recover = async (error: unknown, target: string): Promise<void> => {
		if (!(error instanceof DamagedTextError)) throw error;
		const copy = `${target}.damaged-${stamp()}`;
		await rename(target, copy);
		tell({
			code: 'state-damaged',
			message: `${file} is damaged (${error.message}). The program goes on without what it said.`,
			hint: `What was in it is kept as ${copy}.`,
		});
	};

	const setAside = async (): Promise<void> => {
		const {target} = await findTarget(file);
		await withFileLock(
			target,
			async () => {
				try {
					plainStoreText.parse(await readFile(target, 'utf8'));
				} catch (error) {
					// Somebody else may have mended or moved it in the meantime.
					if (!isAbsent(error)) await recover(error, target);
				}
			},
			AbortSignal.timeout(patience),
		);
	};

	const tellUnreadable = (error: unknown): void =>
		tell({
			code: 'state-not-read',
			message: `Cannot read ${file}: ${describeError(error)}. The program goes on without what it says.`,
			hint: 'Make sure that the file belongs to you and can be read.',
		});

	const read = async (): Promise<JsonObject> => {
		try {
			const content = plainStoreText.parse(await readFile(file, 'utf8'));
			return withoutVersion(migrate(content, migrations));
		} catch (error) {
			if (isAbsent(error)) return {};
			try {
				if (error instanceof DamagedTextError) await setAside();
				else tellUnreadable(error);
			} catch (trouble) {
				tellUnreadable(trouble);
			}
			return {};
		}
	};

	const write = async (edit: (content: JsonObject) => JsonObject): Promise<Failure | undefined> => {
		try {
			const store = {file, text: plainStoreText, mode: 0o600, migrations, recover, patience, disk};
			const changed = await changeStore(store, content => {
				const known = withoutVersion(content);
				const next = withoutVersion(edit(known));
				// Nothing new: a file that is not there is not made, and one of an older version is left.
				if (JSON.stringify(next) === JSON.stringify(known) && !isOutdated(content, migrations))
					return content;
				return {version: Math.max(versionOf(content), newestVersion(migrations)), ...next};
			});
			return changed.type === 'done'
				? undefined
				: {
						code: 'state-busy',
						message: `${file} was not changed: process ${changed.pid} is changing it.`,
						hint: `Try again. If no mcp-tui runs any more, delete ${changed.lockFile}.`,
					};
		} catch (error) {
			return {
				code: 'state-not-saved',
				message: `Not saved: cannot change ${file}: ${describeError(error)}`,
				hint: 'Make sure that the folder can be written and the disk has room. The file is as it was.',
			};
		}
	};

	return {
		read,
		// One after the other: the lock between processes would make changes of this one wait for each other at random.
		change: edit => {
			const changed = last.then(() => write(edit));
			last = changed;
			return changed;
		},
	};
};

/** Opens files of the program's own state. Reading needs nothing but Node; what changes them is loaded when it is needed. */
export const createOpenState = ({
	folder,
	onTrouble = () => {},
	migrations = [],
	patience = 10_000,
	disk,
}: OpenStateDeps): OpenState => {
	const files = new Map<string, StateFile>();
	return name => {
		const known = files.get(name);
		if (known !== undefined) return known;
		const file = join(folder, `${name}.json`);
		const opened = createStateFile({file, onTrouble, migrations, patience, disk});
		files.set(name, opened);
		return opened;
	};
};
