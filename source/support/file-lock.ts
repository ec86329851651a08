import {createHash, randomBytes} from 'node:crypto';
import {open, readdir, stat, unlink} from 'node:fs/promises';
import {hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {isProcessAlive, startOfProcess} from './process-life.ts';
import {sleep} from './sleep.ts';

/*
 * Every writer puts down an empty file of its own, `<file>.<host>-<pid>-<start>-<nonce>.lock`, and then looks for those
 * of others. Whoever sees a living one withdraws and tries again: of two that race at least one sees the other. A dead
 * writer's name is unique, so that clearing it away can never hit the lock of a living one.
 */

type Owner = {readonly host: string; readonly pid: number; readonly start: string};

export type Locked<Result> =
	| {readonly type: 'done'; readonly result: Result}
	/** Somebody else held the lock until the signal aborted. */
	| {readonly type: 'held'; readonly pid: number; readonly lockFile: string};

const ownerPattern = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{12}$/;

const thisHost = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const systemCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

/** A change takes milliseconds. Whoever holds a lock for so long has been switched off. */
const longestHold = 10 * 60_000;

const isRecent = async (lockFile: string): Promise<boolean> => {
	try {
		return Date.now() - (await stat(lockFile)).mtimeMs < longestHold;
	} catch (error) {
		return systemCode(error) !== 'ENOENT';
	}
};

const isAlive = async ({host, pid, start}: Owner, lockFile: string): Promise<boolean> => {
	if (host !== thisHost()) {
		// Nobody here can tell more than its age, and two writers are worse than a question to the user.
		return isRecent(lockFile);
	}
	return isProcessAlive(pid, start);
};

const remove = async (file: string): Promise<void> => {
	try {
		await unlink(file);
	} catch {
		// Already gone, or on a disk that has turned read-only: a dead lock is cleared by the next writer.
	}
};

/** The living lock of somebody else. Dead ones are cleared away. */
const findOther = async (
	file: string,
	mine: string | undefined,
): Promise<{readonly pid: number; readonly lockFile: string} | undefined> => {
	const folder = dirname(file);
	const prefix = `${basename(file)}.`;
	for (const entry of await readdir(folder)) {
		const [, host, pid, start] =
			entry !== mine && entry.startsWith(prefix) && entry.endsWith('.lock')
				? (ownerPattern.exec(entry.slice(prefix.length, -'.lock'.length)) ?? [])
				: [];
		if (host === undefined || pid === undefined || start === undefined) {
			continue;
		}
		const lockFile = join(folder, entry);
		if (await isAlive({host, pid: Number(pid), start}, lockFile)) {
			return {pid: Number(pid), lockFile};
		}
		await remove(lockFile);
	}
	return undefined;
};

const shortestPause = 5;
const longestPause = 60;

/** Runs alone among all processes that lock this file. Rejects when the folder cannot be written. */
export const withFileLock = async <Result>(
	file: string,
	run: () => Promise<Result>,
	signal: AbortSignal,
): Promise<Locked<Result>> => {
	const start = (await startOfProcess(process.pid)) ?? '0';
	for (;;) {
		let other = await findOther(file, undefined);
		if (other === undefined) {
			const owner = `${thisHost()}-${process.pid}-${start}-${randomBytes(6).toString('hex')}`;
			const name = `${basename(file)}.${owner}.lock`;
			const mine = join(dirname(file), name);
			const handle = await open(mine, 'wx', 0o600);
			try {
				await handle.close();
				other = await findOther(file, name);
				if (other === undefined) {
					return {type: 'done', result: await run()};
				}
			} finally {
				await remove(mine);
			}
		}
		if (signal.aborted) {
			return {type: 'held', ...other};
		}
		// Whoever withdraws at the same time must not come back at the same time.
		await sleep(shortestPause + Math.random() * (longestPause - shortestPause), signal);
	}
};
