import {appendFile, chmod, mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createJournal, openJournal} from '../../../source/core/sessions/journal.ts';
import {type LogHandle, openLogHandle} from '../../../source/core/sessions/log-handle.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {answer, answers, logOf, message, sessionStarted} from '../../unit/sessions/sample-events.ts';
import {cleanReport, readLog} from './read-log.ts';
import {temporaryFolder} from './temporary-folder.ts';

const createFixture = async (wrap: (handle: LogHandle) => LogHandle = handle => handle) => {
	const folder = join(await temporaryFolder(), 'state', 'sessions');
	const file = join(folder, 'one.jsonl');
	const troubles: Failure[] = [];
	let recoveries = 0;
	const options = {
		file,
		onTrouble: (failure: Failure) => troubles.push(failure),
		onRecovered: () => {
			recoveries += 1;
		},
		openHandle: async (path: string) => wrap(await openLogHandle(path)),
	};
	return {folder, file, options, troubles, recoveries: () => recoveries};
};

const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('a journal', () => {
	it('touches nothing before the first append', async () => {
		const {folder, options} = await createFixture();
		const journal = createJournal(options);
		await journal.flush();
		await journal.close();
		await expect(readdir(folder)).rejects.toThrow('ENOENT');
	});

	it('keeps what is appended, in order', async () => {
		const {file, options, troubles} = await createFixture();
		const journal = createJournal(options);
		const events = [sessionStarted, message('héllo\n\u2028 \ud800'), ...answers(500)];
		for (const event of events) {
			journal.append(event);
		}

		await journal.flush();
		expect(await readLog(file)).toEqual({events, report: cleanReport(502)});
		await journal.close();
		expect(troubles).toEqual([]);
	});

	it('makes its folder and its files readable for nobody else', async () => {
		const {folder, file, options} = await createFixture();
		const journal = createJournal(options);
		journal.append(sessionStarted);
		await journal.flush();
		expect(await mode(folder)).toBe(0o700);
		expect(await mode(join(folder, '..'))).toBe(0o700);
		expect(await mode(file)).toBe(0o600);
		for (const name of await readdir(folder)) {
			expect(await mode(join(folder, name))).toBe(0o600);
		}

		await journal.close();
	});

	it('takes away the rights that others have on an old file', async () => {
		const {folder, file, options} = await createFixture();
		await mkdir(folder, {recursive: true});
		await writeFile(file, logOf([sessionStarted]));
		await chmod(file, 0o644);
		const journal = createJournal(options);
		journal.append(answer('more'));
		await journal.close();
		expect(await mode(file)).toBe(0o600);
	});

	it('writes many appends of one moment at once', async () => {
		let writes = 0;
		const {file, options} = await createFixture(handle => ({
			...handle,
			write: async bytes => {
				writes += 1;
				return handle.write(bytes);
			},
		}));
		const journal = createJournal(options);
		for (const event of answers(1000)) {
			journal.append(event);
		}

		await journal.flush();
		expect(writes).toBe(1);
		expect((await readLog(file)).report.events).toBe(1000);
		await journal.close();
	});

	it('writes without being asked to flush', async () => {
		const {file, options} = await createFixture();
		const journal = createJournal(options);
		journal.append(sessionStarted);
		await expect.poll(async () => readFile(file).catch(() => undefined)).toEqual(logOf([sessionStarted]));
		await journal.close();
	});

	it('shares one sync among those who flush together, and makes none when all is safe', async () => {
		let syncs = 0;
		const {options} = await createFixture(handle => ({
			...handle,
			sync: async () => {
				syncs += 1;
				await handle.sync();
			},
		}));
		const journal = createJournal(options);
		journal.append(answer('first'));
		// The first runs at once; the others wait for it and share the next.
		await Promise.all(
			Array.from({length: 20}, async (_, index) => {
				journal.append(answer(`${index}`));
				await journal.flush();
			}),
		);
		expect(syncs).toBeLessThanOrEqual(2);
		const before = syncs;
		await Promise.all([journal.flush(), journal.flush()]);
		expect(syncs).toBe(before);
		await journal.close();
	});

	it('has everything in the file when flush resolves, whoever else flushes', async () => {
		const {file, options} = await createFixture();
		const journal = createJournal(options);
		await Promise.all(
			Array.from({length: 50}, async (_, index) => {
				journal.append(answer(`text ${index}`));
				await journal.flush();
				expect((await readFile(file)).toString()).toContain(`"text ${index}"`);
			}),
		);
		await journal.close();
	});

	it('makes who flushes during a sync wait for the next one', async () => {
		let syncs = 0;
		let late: Promise<number> | undefined;
		const {options} = await createFixture(handle => ({
			...handle,
			sync: async () => {
				late ??= flushLate();
				await handle.sync();
				syncs += 1;
			},
		}));
		const journal = createJournal(options);
		const flushLate = async (): Promise<number> => {
			journal.append(answer('late'));
			await journal.flush();
			return syncs;
		};

		journal.append(answer('early'));
		await journal.flush();
		expect(await late).toBe(2);
		await journal.close();
	});

	it('flushes and frees the session when it is closed', async () => {
		const {folder, file, options} = await createFixture();
		const journal = createJournal(options);
		journal.append(sessionStarted);
		await Promise.all([journal.close(), journal.close()]);
		expect(await readdir(folder)).toEqual(['one.jsonl']);
		expect((await readLog(file)).events).toEqual([sessionStarted]);
	});

	it('reports an event that comes too late, and does not write it', async () => {
		const {file, options, troubles} = await createFixture();
		const journal = createJournal(options);
		journal.append(sessionStarted);
		await journal.close();
		journal.append(answer('late'));
		await journal.flush();
		expect(troubles).toHaveLength(1);
		expect((await readLog(file)).events).toEqual([sessionStarted]);
	});

	it('leaves out an event without JSON form, says so, and saves the rest', async () => {
		const {file, options, troubles, recoveries} = await createFixture();
		const journal = createJournal(options);
		let deep: unknown = 1;
		for (let depth = 0; depth < 100_000; depth += 1) {
			deep = [deep];
		}

		journal.append(answer('before'));
		journal.append({
			type: 'call-succeeded',
			at: 1,
			callId: 'c',
			result: {content: [], structured: deep as never},
		});
		journal.append(answer('after'));
		await journal.close();
		expect(await readLog(file)).toEqual({
			events: [answer('before'), answer('after')],
			report: cleanReport(2),
		});
		expect(troubles.map(({code}) => code)).toEqual(['session-record-unsavable']);
		expect(recoveries()).toBe(1);
	});

	it('syncs by itself when much has been written', async () => {
		let syncs = 0;
		const {options} = await createFixture(handle => ({
			...handle,
			sync: async () => {
				syncs += 1;
				await handle.sync();
			},
		}));
		const journal = createJournal(options);
		for (let index = 0; index < 6; index += 1) {
			journal.append(answer('x'.repeat(1024 * 1024)));
		}

		await expect.poll(() => syncs).toBe(1);
		await journal.close();
	});
});

describe('a journal of a session that exists', () => {
	it('continues the numbering', async () => {
		const {file, options} = await createFixture();
		for (const text of ['one', 'two', 'three']) {
			const opened = await openJournal(options);
			const journal = opened.type === 'opened' ? opened.journal : expect.fail('refused');
			journal.append(answer(text));
			journal.append(answer('x'.repeat(200_000)));
			await journal.close();
		}

		expect((await readLog(file)).report).toEqual(cleanReport(6));
	});

	it('starts a new line after a torn one, which hides only itself', async () => {
		const {file, options} = await createFixture();
		const first = createJournal(options);
		first.append(answer('one'));
		await first.close();
		await appendFile(file, '{"v":1,"seq":2,"event":{"ty');
		const second = createJournal(options);
		second.append(answer('two'));
		await second.close();
		expect(await readLog(file)).toEqual({
			events: [answer('one'), answer('two')],
			report: {...cleanReport(2), damaged: 1, damage: {torn: 1}, firstDamaged: [{line: 2, reason: 'torn'}]},
		});
	});

	it('never changes a byte of what was there', async () => {
		const {folder, file, options} = await createFixture();
		const old = Buffer.concat([
			Buffer.from('junk\n\0\0\0\n'),
			logOf([sessionStarted]),
			Buffer.from('{"v":9,"seq":2}\n'),
		]);
		await mkdir(folder, {recursive: true});
		await writeFile(file, old);
		const journal = createJournal(options);
		journal.append(answer('more'));
		await journal.close();
		const now = await readFile(file);
		expect(now.subarray(0, old.length).equals(old)).toBe(true);
		expect(now.subarray(old.length).toString()).toContain('"seq":2,');
	});
});
