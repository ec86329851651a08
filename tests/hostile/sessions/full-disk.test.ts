import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createJournal} from '../../../source/core/sessions/journal.ts';
import type {OpenLogHandle} from '../../../source/core/sessions/log-handle.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {cleanReport, readLog} from '../../integration/sessions/read-log.ts';
import {temporaryFolder} from '../../integration/sessions/temporary-folder.ts';
import {answer, answers, logOf} from '../../unit/sessions/sample-events.ts';
import {createFaultyDisk, createFullDevice} from './faulty-disk.ts';

const createFixture = async (openHandle: OpenLogHandle) => {
	const file = join(await temporaryFolder(), 'one.jsonl');
	const calls: (Failure | 'recovered')[] = [];
	const journal = createJournal({
		file,
		openHandle,
		onTrouble: failure => calls.push(failure),
		onRecovered: () => calls.push('recovered'),
	});
	return {file, journal, calls};
};

describe('a full disk', () => {
	it('destroys nothing, is reported once, and saving resumes with nothing lost', async () => {
		const disk = createFaultyDisk();
		const {file, journal, calls} = await createFixture(disk.openHandle);
		const events = answers(10);
		for (const event of events.slice(0, 5)) {
			journal.append(event);
		}

		await journal.flush();
		const before = await readFile(file);
		disk.room = 150;
		for (const event of events.slice(5)) {
			journal.append(event);
			await journal.flush();
		}

		expect(calls).toMatchObject([
			{code: 'session-not-saved', hint: expect.stringContaining('Free some space')},
		]);
		const during = await readFile(file);
		expect(during.subarray(0, before.length).equals(before)).toBe(true);
		expect((await readLog(file)).report.damaged).toBe(0);

		disk.room = Number.POSITIVE_INFINITY;
		await journal.flush();
		expect(calls).toHaveLength(2);
		expect(calls[1]).toBe('recovered');
		expect(await readFile(file)).toEqual(logOf(events));
		await journal.close();
	});

	it('is tried again without being asked', async () => {
		const disk = createFaultyDisk();
		const {file, journal, calls} = await createFixture(disk.openHandle);
		disk.room = 0;
		journal.append(answer('patient'));
		await journal.flush();
		expect(calls).toHaveLength(1);
		disk.room = 10_000;
		await expect.poll(() => calls.at(-1), {timeout: 30_000}).toBe('recovered');
		expect((await readLog(file)).events).toEqual([answer('patient')]);
		await journal.close();
	});

	it('is not tried again for every token', async () => {
		const disk = createFaultyDisk();
		const {journal} = await createFixture(disk.openHandle);
		disk.room = 0;
		journal.append(answer('first'));
		await journal.flush();
		const {attempts} = disk;
		for (const event of answers(1000)) {
			journal.append(event);
		}

		await new Promise(setImmediate);
		expect(disk.attempts).toBe(attempts);
		disk.room = Number.POSITIVE_INFINITY;
		await journal.close();
	});

	it('keeps every flush and close from hanging or throwing', async () => {
		const disk = createFaultyDisk();
		disk.room = 0;
		const {journal, calls} = await createFixture(disk.openHandle);
		journal.append(answer('lost'));
		await Promise.all([journal.flush(), journal.flush(), journal.flush()]);
		await journal.close();
		await journal.flush();
		expect(calls).toHaveLength(1);
	});

	it.runIf(existsSync('/dev/full'))('is survived when the kernel reports it', async () => {
		const device = createFullDevice();
		const {file, journal, calls} = await createFixture(device.openHandle);
		journal.append(answer('one'));
		await journal.flush();
		expect(calls).toMatchObject([{message: expect.stringContaining('ENOSPC')}]);
		expect(await readFile(file)).toHaveLength(0);
		device.full = false;
		journal.append(answer('two'));
		await journal.close();
		expect((await readLog(file)).events).toEqual([answer('one'), answer('two')]);
		expect(calls[1]).toBe('recovered');
	});
});

describe('other faults', () => {
	it('finishes writes that the disk takes in small pieces', async () => {
		const disk = createFaultyDisk();
		disk.mouthful = 7;
		const {file, journal, calls} = await createFixture(disk.openHandle);
		for (const event of answers(20)) {
			journal.append(event);
		}

		await journal.close();
		expect(await readFile(file)).toEqual(logOf(answers(20)));
		expect(calls).toEqual([]);
	});

	it('repeats no record when the file cannot be put back', async () => {
		for (let room = 1; room < logOf(answers(3)).length; room += 5) {
			const disk = createFaultyDisk();
			disk.room = room;
			disk.failsToTruncate = true;
			const {file, journal} = await createFixture(disk.openHandle);
			for (const event of answers(3)) {
				journal.append(event);
			}

			await journal.flush();
			disk.room = Number.POSITIVE_INFINITY;
			await journal.close();
			const {events, report} = await readLog(file);
			expect(events).toEqual(answers(3));
			expect(report).toMatchObject({missing: 0, outOfOrder: 0});
			expect(report.damaged).toBeLessThanOrEqual(1);
		}
	});

	it('writes again what a failed sync may have lost, once', async () => {
		const disk = createFaultyDisk();
		const {file, journal, calls} = await createFixture(disk.openHandle);
		journal.append(answer('text 1', 1));
		await journal.flush();
		disk.failsToSync = true;
		journal.append(answer('text 2', 2));
		await journal.flush();
		expect(calls).toHaveLength(1);
		expect(await readFile(file)).toEqual(logOf(answers(1)));
		journal.append(answer('text 3', 3));
		await journal.flush();
		disk.failsToSync = false;
		await journal.close();
		expect(await readFile(file)).toEqual(logOf(answers(3)));
		expect(calls.at(-1)).toBe('recovered');
	});

	it('waits for a file that cannot be opened', async () => {
		const disk = createFaultyDisk();
		disk.failsToOpen = true;
		const {file, journal, calls} = await createFixture(disk.openHandle);
		journal.append(answer('text 1', 1));
		await journal.flush();
		expect(calls).toMatchObject([{code: 'session-not-saved'}]);
		disk.failsToOpen = false;
		await journal.close();
		expect(await readFile(file)).toEqual(logOf(answers(1)));
	});

	it('loses and repeats nothing through any series of faults', async () => {
		const step = fc.record({
			appends: fc.nat(4),
			room: fc.constantFrom(0, 1, 60, 120, 300, Number.POSITIVE_INFINITY),
			mouthful: fc.constantFrom(3, 50, Number.POSITIVE_INFINITY),
			failsToSync: fc.boolean(),
			failsToTruncate: fc.boolean(),
			failsToOpen: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, {maxLength: 8}), async steps => {
				const disk = createFaultyDisk();
				const {file, journal, calls} = await createFixture(disk.openHandle);
				let count = 0;
				for (const {appends, ...faults} of steps) {
					Object.assign(disk, faults);
					for (let index = 0; index < appends; index += 1) {
						count += 1;
						journal.append(answer(`text ${count}`, count));
					}

					await journal.flush();
				}

				Object.assign(disk, createFaultyDisk(), {openHandle: disk.openHandle});
				count += 1;
				journal.append(answer(`text ${count}`, count));
				await journal.close();
				const {events, report} = await readLog(file);
				expect(events).toEqual(answers(count));
				expect(report).toMatchObject({
					...cleanReport(count),
					damaged: report.damaged,
					damage: report.damage,
					firstDamaged: report.firstDamaged,
				});
				expect(calls.length % 2).toBe(0);
			}),
			{numRuns: 150},
		);
	});
});
