import {readdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {createJournal, openJournal} from '../../../source/core/sessions/journal.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {answer} from '../../unit/sessions/sample-events.ts';
import {cleanReport, readLog} from './read-log.ts';
import {temporaryFolder} from './temporary-folder.ts';
import {buildWriter, startWriter} from './writer-process.ts';

const createFixture = async () => {
	const folder = await temporaryFolder();
	const file = join(folder, 'one.jsonl');
	const troubles: Failure[] = [];
	const options = {
		file,
		onTrouble: (failure: Failure) => troubles.push(failure),
		onRecovered: () => undefined,
	};
	return {folder, file, options, troubles};
};

const locks = async (folder: string): Promise<readonly string[]> =>
	(await readdir(folder)).filter(name => name.endsWith('.lock'));

it('refuses a session that another process writes, and takes it over when that one was killed', async () => {
	const {folder, file, options} = await createFixture();
	const writer = startWriter(await buildWriter(folder), file, '1', '5');
	onTestFinished(writer.kill);
	await writer.said('acked 5');
	expect(await openJournal(options)).toEqual({
		type: 'refused',
		failure: {
			code: 'session-in-use',
			message: `The session is open in another process (${writer.pid})`,
			hint: 'Close it there, or start a new session here.',
		},
	});
	expect(await locks(folder)).toHaveLength(1);

	await writer.kill();
	const opened = await openJournal(options);
	const journal = opened.type === 'opened' ? opened.journal : expect.fail('refused');
	journal.append(answer('taken over'));
	await journal.close();
	expect((await readLog(file)).report).toEqual(cleanReport(6));
	expect(await locks(folder)).toEqual([]);
});

it('never lets two of many that start together write the same session', async () => {
	const {folder, file} = await createFixture();
	const program = await buildWriter(folder);
	const writers = Array.from({length: 8}, () => startWriter(program, file, '1', '3'));
	onTestFinished(async () => {
		await Promise.all(writers.map(async writer => writer.kill()));
	});
	await Promise.all(
		writers.map(async writer => Promise.race([writer.said('opened'), writer.said('refused')])),
	);
	const winners = writers.filter(writer => writer.lines.includes('opened'));
	expect(winners.length).toBeLessThanOrEqual(1);
	for (const winner of winners) {
		await winner.said('acked 3');
		expect((await readLog(file)).report).toEqual(cleanReport(3));
	}
});

it('refuses a second journal of the same process, until the first is closed', async () => {
	const {options} = await createFixture();
	const first = await openJournal(options);
	expect(first.type).toBe('opened');
	expect((await openJournal(options)).type).toBe('refused');
	if (first.type === 'opened') {
		await first.journal.close();
	}

	const third = await openJournal(options);
	expect(third.type).toBe('opened');
	if (third.type === 'opened') {
		await third.journal.close();
	}
});

it('reports trouble instead of writing when a new journal meets another writer', async () => {
	const {file, options, troubles} = await createFixture();
	const first = createJournal(options);
	first.append(answer('mine'));
	await first.flush();
	const second = createJournal(options);
	second.append(answer('theirs'));
	await second.flush();
	expect(troubles.map(({code}) => code)).toEqual(['session-in-use']);
	expect((await readLog(file)).events).toEqual([answer('mine')]);

	await first.close();
	await second.close();
	expect((await readLog(file)).events).toEqual([answer('mine'), answer('theirs')]);
});

it('ignores the lock of a process whose id now belongs to another', async () => {
	const {folder, file, options} = await createFixture();
	const own = await openJournal(options);
	const [name = ''] = await locks(folder);
	if (own.type === 'opened') {
		await own.journal.close();
	}

	const [host, pid] = name.slice('one.jsonl.'.length).split('-');
	await writeFile(`${file}.${host}-${pid}-1-0123abcd.lock`, '');
	await writeFile(`${file}.lock`, 'not ours');
	const opened = await openJournal(options);
	expect(opened.type).toBe(process.platform === 'linux' ? 'opened' : 'refused');
	if (opened.type === 'opened') {
		await opened.journal.close();
		expect(await locks(folder)).toEqual(['one.jsonl.lock']);
	}
});

it('believes the lock of another computer, and says which file to delete', async () => {
	const {file, options} = await createFixture();
	const lock = `${file}.00000000-1-1-0123abcd.lock`;
	await writeFile(lock, '');
	const opened = await openJournal(options);
	expect(opened).toMatchObject({type: 'refused', failure: {hint: expect.stringContaining(lock)}});
});
