import {Buffer} from 'node:buffer';
import {execFileSync} from 'node:child_process';
import {open, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {crc32} from '../../../source/core/sessions/crc32.ts';
import {createJournal} from '../../../source/core/sessions/journal.ts';
import {type LoadReport, loadSession} from '../../../source/core/sessions/load-session.ts';
import {encodeRecord} from '../../../source/core/sessions/record.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {cleanReport, type LoadedLog, readLog} from '../../integration/sessions/read-log.ts';
import {temporaryFolder} from '../../integration/sessions/temporary-folder.ts';
import {answer, answers, anyEvent, logOf} from '../../unit/sessions/sample-events.ts';

const forever = new AbortController().signal;

const createReader = async () => {
	const file = join(await temporaryFolder(), 'one.jsonl');
	return async (bytes: Uint8Array): Promise<LoadedLog> => {
		await writeFile(file, bytes);
		const loaded = await readLog(file);
		expect((await readFile(file)).equals(bytes)).toBe(true);
		return loaded;
	};
};

const record = (seq: number, text = `text ${seq}`): Buffer =>
	Buffer.from(encodeRecord(seq, answer(text, seq)));

const damagedReport = (events: number, changes: Partial<LoadReport>): LoadReport => ({
	...cleanReport(events),
	...changes,
});

describe('any damage', () => {
	it('leaves a prefix of the events when the file is cut anywhere', async () => {
		const read = await createReader();
		await fc.assert(
			fc.asyncProperty(fc.array(anyEvent, {maxLength: 6}), fc.nat(), async (events, cut) => {
				const bytes = logOf(events);
				const loaded = await read(bytes.subarray(0, cut % (bytes.length + 1)));
				expect(events.slice(0, loaded.events.length)).toEqual(loaded.events);
				expect(loaded.report.damaged).toBeLessThanOrEqual(1);
				expect(loaded.report).toMatchObject({missing: 0, outOfOrder: 0, unknown: 0});
			}),
			{numRuns: 300},
		);
	});

	it('costs at most one event when one byte changes, wherever it is', async () => {
		const read = await createReader();
		const events = answers(3);
		const bytes = logOf(events);
		for (let index = 0; index < bytes.length; index += 1) {
			for (const value of [0x00, 0x0a, 0x58, (bytes[index] ?? 0) ^ 1]) {
				const changed = Buffer.from(bytes);
				changed[index] = value;
				const loaded = await read(changed);
				const survivors = events.filter(event => loaded.events.some(({at}) => at === event.at));
				expect(loaded.events).toEqual(survivors);
				expect(survivors.length).toBeGreaterThanOrEqual(2);
				expect(loaded.report.damaged > 0 || changed.equals(bytes)).toBe(true);
			}
		}
	});

	it('costs only the events it touches when a block turns into anything', async () => {
		const read = await createReader();
		const events = answers(20);
		const bytes = logOf(events);
		const size = bytes.length / events.length;
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length), fc.uint8Array({maxLength: 200}), async (start, block) => {
				const changed = Buffer.from(bytes);
				changed.set(block.subarray(0, Math.max(0, bytes.length - start)), start);
				const loaded = await read(changed);
				const touched = Math.ceil(block.length / (size - 4)) + 2;
				expect(loaded.events.length).toBeGreaterThanOrEqual(events.length - touched);
				expect(loaded.report.outOfOrder).toBe(0);
			}),
			{numRuns: 200},
		);
	});

	it('never makes loading throw, whatever the bytes', async () => {
		const read = await createReader();
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({maxLength: 2000}), async bytes => {
				expect((await read(bytes)).events).toEqual([]);
			}),
			{numRuns: 200},
		);
	});
});

describe('known kinds of damage', () => {
	it('counts a line that was cut in the middle of the file, and the number that is missing', async () => {
		const read = await createReader();
		const loaded = await read(
			Buffer.concat([record(1), record(2).subarray(0, 30), Buffer.from('\n'), record(3)]),
		);
		expect(loaded.report).toEqual(
			damagedReport(2, {
				damaged: 1,
				damage: {torn: 1},
				firstDamaged: [{line: 2, reason: 'torn'}],
				missing: 1,
			}),
		);
	});

	it('counts what was cut out of the file without a trace', async () => {
		const read = await createReader();
		const {report} = await read(Buffer.concat([record(1), record(5), record(6)]));
		expect(report).toEqual(damagedReport(3, {missing: 3}));
	});

	it('reads the record that follows a block of zeros on the same line', async () => {
		const read = await createReader();
		const {report} = await read(Buffer.concat([record(1), Buffer.alloc(4096), record(2), record(3)]));
		expect(report).toMatchObject({events: 3, damaged: 1, damage: {zeros: 1}, missing: 0});
	});

	it('reads both records when the line break between them is lost', async () => {
		const read = await createReader();
		const joined = Buffer.concat([record(1), record(2), record(3)]);
		joined[record(1).length - 1] = 0x20;
		expect((await read(joined)).report).toMatchObject({events: 3, damaged: 1, damage: {joined: 1}});
	});

	it('stays fast when every line break of a big file is lost', async () => {
		const read = await createReader();
		const bytes = logOf(answers(20_000));
		const spoiled = Buffer.from(bytes.map(byte => (byte === 0x0a ? 0x20 : byte)));
		expect((await read(spoiled)).report.events).toBeGreaterThan(0);
	});

	it('does not believe a record that is forged inside a torn one', async () => {
		const read = await createReader();
		const forged = record(2, 'forged').toString().trimEnd();
		const structured = JSON.parse(`[${forged},${forged}]`) as never;
		const whole = Buffer.from(
			encodeRecord(1, {type: 'call-succeeded', at: 1, callId: 'c', result: {content: [], structured}}),
		);
		expect(whole.toString()).toContain(forged);
		const inside = whole.indexOf(forged, 1);
		for (const cut of [whole.length - 3, inside + forged.length, inside + 2 * forged.length + 1]) {
			const {events} = await read(Buffer.concat([whole.subarray(0, cut), Buffer.from('\n'), record(3)]));
			expect(events).toEqual([answer('text 3', 3)]);
		}
	});

	it('keeps records of a newer version out, counts them, and goes on', async () => {
		const read = await createReader();
		const body = '{"v":2,"seq":2,"parts":[{"type":"answer"}]';
		const newer = `${body},"sum":"${crc32(Buffer.from(body)).toString(16).padStart(8, '0')}"}\n`;
		const {report} = await read(Buffer.concat([record(1), Buffer.from(newer), record(3)]));
		expect(report).toEqual(damagedReport(2, {unknown: 1}));
	});

	it('passes on records that repeat a number, and counts them', async () => {
		const read = await createReader();
		const {report} = await read(Buffer.concat([record(1), record(2), record(2), record(1)]));
		expect(report).toEqual(damagedReport(4, {outOfOrder: 2}));
	});

	it('passes over a line of 200 MB without holding it', async () => {
		const file = join(await temporaryFolder(), 'one.jsonl');
		const handle = await open(file, 'w');
		await handle.write(record(1));
		// A hole: reads as zeros, and takes no space on disk.
		await handle.truncate(record(1).length + 200 * 1024 * 1024);
		await handle.write(
			Buffer.concat([Buffer.from('\n'), record(2)]),
			0,
			null,
			record(1).length + 200 * 1024 * 1024,
		);
		await handle.close();
		const before = process.memoryUsage().arrayBuffers;
		const loaded = await readLog(file);
		expect(loaded.report).toMatchObject({events: 2, damaged: 1, damage: {'too-long': 1}});
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
	});
});

describe('files that are not ours', () => {
	const attempt = async (file: string): Promise<readonly Failure[]> => {
		const troubles: Failure[] = [];
		const journal = createJournal({
			file,
			onTrouble: failure => troubles.push(failure),
			onRecovered: () => expect.fail('wrote somewhere'),
		});
		journal.append(answer('secret'));
		await journal.close();
		return troubles;
	};

	it('never follows a symbolic link, to write or to read', async () => {
		const folder = await temporaryFolder();
		const [target, file] = [join(folder, 'target'), join(folder, 'one.jsonl')];
		await writeFile(target, logOf(answers(1)));
		await symlink(target, file);
		expect(await attempt(file)).toMatchObject([
			{code: 'session-not-saved', hint: expect.stringContaining('link')},
		]);
		expect(await readFile(target)).toEqual(logOf(answers(1)));
		expect(await loadSession(file, () => expect.fail('read'), forever)).toMatchObject({type: 'unreadable'});
	});

	it('does not make the target of a dangling link', async () => {
		const folder = await temporaryFolder();
		const [target, file] = [join(folder, 'target'), join(folder, 'one.jsonl')];
		await symlink(target, file);
		expect(await attempt(file)).toHaveLength(1);
		await expect(readFile(target)).rejects.toThrow('ENOENT');
	});

	it.runIf(process.platform !== 'win32')('does not hang on a fifo', async () => {
		const file = join(await temporaryFolder(), 'one.jsonl');
		execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', file]);
		expect(await attempt(file)).toMatchObject([{code: 'session-not-a-file'}]);
		expect(await loadSession(file, () => undefined, forever)).toMatchObject({
			type: 'unreadable',
			failure: {code: 'session-not-a-file'},
		});
	});

	it('says when there is no such session, and when it was stopped', async () => {
		const file = join(await temporaryFolder(), 'one.jsonl');
		expect(await loadSession(file, () => undefined, forever)).toEqual({type: 'missing'});
		await writeFile(file, logOf(answers(3)));
		expect(await loadSession(file, () => expect.fail('read'), AbortSignal.abort())).toEqual({
			type: 'aborted',
		});
	});
});
