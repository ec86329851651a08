import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, utimesSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {withFileLock} from '../../../source/support/file-lock.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const forever = () => new AbortController().signal;

const setUp = () => {
	const folder = createTemporaryFolder();
	const file = join(folder, 'config.json');
	const putLock = (owner: string) => {
		const lock = `${file}.${owner}-0123456789ab.lock`;
		writeFileSync(lock, '');
		return lock;
	};
	return {folder, file, putLock};
};

describe('the lock of a file', () => {
	it('is held while something runs and gone afterwards', async () => {
		const {folder, file} = setUp();
		const during = await withFileLock(file, async () => readdirSync(folder).length, forever());
		expect(during).toEqual({type: 'done', result: 1});
		expect(readdirSync(folder)).toEqual([]);
	});

	it('is gone after a failure too', async () => {
		const {folder, file} = setUp();
		const failing = async () => {
			throw new Error('on purpose');
		};
		await expect(withFileLock(file, failing, forever())).rejects.toThrow('on purpose');
		expect(readdirSync(folder)).toEqual([]);
	});

	it('lets one run at a time', async () => {
		const {file} = setUp();
		let running = 0;
		let most = 0;
		const run = async () => {
			running += 1;
			most = Math.max(most, running);
			await new Promise(resolve => setImmediate(resolve));
			running -= 1;
		};
		await Promise.all(Array.from({length: 12}, () => withFileLock(file, run, forever())));
		expect(most).toBe(1);
	});

	it('of a process that is dead is broken', async () => {
		const {file, putLock} = setUp();
		const {pid} = spawnSync(process.execPath, ['-e', '']);
		const lock = putLock(`${host}-${pid}-1`);
		await expect(withFileLock(file, async () => 'ran', forever())).resolves.toEqual({
			type: 'done',
			result: 'ran',
		});
		expect(existsSync(lock)).toBe(false);
	});

	it.skipIf(process.platform !== 'linux')('of a dead process whose id lives on is broken', async () => {
		const {file, putLock} = setUp();
		putLock(`${host}-${process.pid}-1`);
		await expect(withFileLock(file, async () => 'ran', forever())).resolves.toMatchObject({type: 'done'});
	});

	it('of another machine is respected, and said so when the time is up', async () => {
		const {file, putLock} = setUp();
		const lockFile = putLock('00000000-4711-1');
		const outcome = await withFileLock(file, async () => 'ran', AbortSignal.timeout(20));
		expect(outcome).toEqual({type: 'held', pid: 4711, lockFile});
		expect(existsSync(lockFile)).toBe(true);
	});

	it('of another machine is broken when it is far too old', async () => {
		const {file, putLock} = setUp();
		const lockFile = putLock('00000000-4711-1');
		const then = new Date(Date.now() - 11 * 60_000);
		utimesSync(lockFile, then, then);
		const outcome = await withFileLock(file, async () => 'ran', AbortSignal.timeout(20));
		expect(outcome).toEqual({type: 'done', result: 'ran'});
		expect(existsSync(lockFile)).toBe(false);
	});

	it('has nothing to do with other files', async () => {
		const {file, folder} = setUp();
		writeFileSync(join(folder, `other.json.00000000-4711-1-0123456789ab.lock`), '');
		writeFileSync(join(folder, 'config.json.lock'), '');
		await expect(withFileLock(file, async () => 'ran', forever())).resolves.toMatchObject({type: 'done'});
	});
});
