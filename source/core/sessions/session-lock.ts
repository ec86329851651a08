import {Buffer} from 'node:buffer';
import {randomUUID} from 'node:crypto';
import {constants} from 'node:fs';
import {open, readdir, unlink} from 'node:fs/promises';
import {hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {isProcessAlive, startOfProcess} from '../../support/process-life.ts';
import {crc32} from './crc32.ts';

/*
 * Every writer puts down an empty file of its own, `<log>.<host>-<pid>-<start>-<nonce>.lock`, and then
 * looks for those of others. Whoever sees a living one withdraws: of two that race at least one sees the
 * other. The name says everything, so a lock is never half written, and a dead writer's name is unique,
 * so clearing it away can never hit the lock of a living one.
 */

type Owner = {readonly host: string; readonly pid: number; readonly start: string};

export type LockHolder = {
	readonly type: 'held';
	readonly pid: number;
	readonly lockFile: string;
	readonly elsewhere: boolean;
};

type LockOutcome = {readonly type: 'acquired'; readonly release: () => Promise<void>} | LockHolder;

const ownerPattern = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{8}$/;

const thisHost = (): string => crc32(Buffer.from(hostname())).toString(16).padStart(8, '0');

const parseOwner = (text: string): Owner | undefined => {
	const [, host, pid, start] = ownerPattern.exec(text) ?? [];
	return host === undefined || pid === undefined || start === undefined
		? undefined
		: {host, pid: Number(pid), start};
};

const isAlive = async (owner: Owner): Promise<boolean> => {
	if (owner.host !== thisHost()) {
		// Nobody here can tell, and two writers are worse than a question to the user.
		return true;
	}
	return isProcessAlive(owner.pid, owner.start);
};

const remove = async (file: string): Promise<void> => {
	try {
		await unlink(file);
	} catch {
		// Already gone, or on a disk that has turned read-only: a dead lock is cleared by the next writer.
	}
};

/** A living writer other than us. Locks of the dead are cleared away by whoever wants to write. */
const findLiving = async (
	logFile: string,
	own: string | undefined,
	clears: boolean,
): Promise<LockHolder | undefined> => {
	const folder = dirname(logFile);
	const prefix = `${basename(logFile)}.`;
	for (const entry of await readdir(folder)) {
		if (entry === own || !entry.startsWith(prefix) || !entry.endsWith('.lock')) {
			continue;
		}

		const owner = parseOwner(entry.slice(prefix.length, -'.lock'.length));
		if (owner === undefined) {
			continue;
		}

		const lockFile = join(folder, entry);
		if (await isAlive(owner)) {
			return {type: 'held', pid: owner.pid, lockFile, elsewhere: owner.host !== thisHost()};
		}

		if (clears) {
			await remove(lockFile);
		}
	}

	return undefined;
};

/** Who writes a log now, if anybody does. Changes nothing. */
export const findHolder = async (logFile: string): Promise<LockHolder | undefined> => {
	try {
		return await findLiving(logFile, undefined, false);
	} catch {
		// A folder that cannot be read has nothing to go on with, and whoever opens it says so.
		return undefined;
	}
};

/** Makes this process the only writer of a log. Throws when the folder cannot be written. */
export const acquireSessionLock = async (logFile: string): Promise<LockOutcome> => {
	const start = (await startOfProcess(process.pid)) ?? '0';
	const name = `${basename(logFile)}.${thisHost()}-${process.pid}-${start}-${randomUUID().slice(0, 8)}.lock`;
	const mine = join(dirname(logFile), name);
	const {O_CREAT, O_EXCL, O_WRONLY} = constants;
	const handle = await open(mine, O_CREAT | O_EXCL | O_WRONLY, 0o600);
	await handle.close();
	try {
		const holder = await findLiving(logFile, name, true);
		if (holder !== undefined) {
			await remove(mine);
			return holder;
		}
	} catch (error) {
		await remove(mine);
		throw error;
	}

	return {type: 'acquired', release: async () => remove(mine)};
};
