import {readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {longestLine} from '../../../source/core/cassettes/cassette-record.ts';
import {
	type CassetteHandle,
	type CassetteWriter,
	openCassetteWriter,
	type WriterOptions,
} from '../../../source/core/cassettes/write-cassette.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {mustRead} from '../../helpers/cassettes.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const optionsFor = (file: string, more: Partial<WriterOptions> = {}): WriterOptions => ({
	file,
	program: 'mcp-tui 1.0.0',
	now: () => 0,
	elapsed: () => 5,
	clean: value => value,
	...more,
});

const mustOpen = async (file: string, more: Partial<WriterOptions> = {}): Promise<CassetteWriter> => {
	const opened = await openCassetteWriter(optionsFor(file, more));
	if (opened.type === 'refused') throw new Error(opened.failure.message);
	return opened.writer;
};

const refusalOf = async (file: string): Promise<Failure | undefined> => {
	const opened = await openCassetteWriter(optionsFor(file));
	return opened.type === 'refused' ? opened.failure : undefined;
};

const note = (text: string) => ({type: 'note', server: 'one', connection: 1, text}) as const;

/** A file in memory that takes so many bytes and no more. */
const smallDisk = (room: number) => {
	let content = Buffer.alloc(0);
	const handle: CassetteHandle = {
		status: async () => ({isRegular: true, size: content.length, mode: 0o600}),
		makePrivate: async () => undefined,
		write: async bytes => {
			const taken = bytes.subarray(0, Math.max(0, room - content.length));
			if (taken.length === 0) throw new Error('ENOSPC: no space left on device');
			content = Buffer.concat([content, taken]);
			return taken.length;
		},
		truncate: async length => {
			content = content.subarray(0, length);
		},
		close: async () => undefined,
	};
	return {openHandle: async () => handle, text: () => content.toString()};
};

describe('writing a cassette', () => {
	it('makes a file for its owner alone, one line for everything that happens', async () => {
		const file = join(createTemporaryFolder(), 'new.jsonl');
		const writer = await mustOpen(file);
		writer.append(note('hello'));
		await writer.close();
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readFileSync(file, 'utf8')).toBe(
			[
				'{"type":"cassette","format":1,"program":"mcp-tui 1.0.0","recordedAt":"1970-01-01T00:00:00.000Z"}',
				'{"type":"note","at":0,"server":"one","connection":1,"text":"hello"}',
				'',
			].join('\n'),
		);
	});

	it('has every line on the disk soon after it was said, without being closed', async () => {
		const file = join(createTemporaryFolder(), 'new.jsonl');
		const writer = await mustOpen(file);
		writer.append(note('hello'));
		await expect.poll(() => readFileSync(file, 'utf8')).toContain('"hello"');
		await writer.close();
	});

	it('overwrites nothing, follows no link, and says so', async () => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'old.jsonl');
		writeFileSync(file, 'something');
		symlinkSync(join(folder, 'elsewhere.jsonl'), join(folder, 'link.jsonl'));
		expect(await refusalOf(file)).toEqual({
			code: 'cannot-record',
			message: `${file} is there already, and --record overwrites nothing.`,
			hint: 'Name another file, or delete it first.',
		});
		expect(readFileSync(file, 'utf8')).toBe('something');
		expect((await refusalOf(join(folder, 'link.jsonl')))?.message).toContain('Cannot record into');
		expect((await refusalOf(join(folder, 'no', 'folder.jsonl')))?.message).toContain('ENOENT');
		expect((await refusalOf(folder))?.message).toContain('Cannot record into');
	});

	it('begins in a file that is there and empty, and makes it private', async () => {
		const file = join(createTemporaryFolder(), 'empty.jsonl');
		writeFileSync(file, '', {mode: 0o644});
		await (await mustOpen(file)).close();
		expect(statSync(file).mode & 0o777).toBe(0o600);
		// Nothing happened, so that the next one may begin there.
		const writer = await mustOpen(file);
		writer.append(note('hello'));
		await writer.close();
		expect(readFileSync(file, 'utf8')).toContain('"hello"');
	});

	it('tells once that the disk is full, leaves whole lines, and goes on without', async () => {
		const disk = smallDisk(220);
		const writer = await mustOpen('full.jsonl', {openHandle: disk.openHandle});
		const told: Failure[] = [];
		writer.listen(failure => told.push(failure));
		for (const text of ['first', 'second', 'third', 'fourth']) {
			writer.append(note(text));
			await expect.poll(() => disk.text().includes(text) || told.length > 0).toBe(true);
		}
		await writer.close();
		expect(told).toEqual([
			{
				code: 'recording-stopped',
				message:
					'The recording has stopped: ENOSPC: no space left on device. What follows is not in full.jsonl.',
				hint: 'What was recorded before can be played.',
			},
		]);
		expect(disk.text().endsWith('"first"}\n')).toBe(true);
	});

	it('tells once that it is as large as a cassette may be, and can be read then', async () => {
		const file = join(createTemporaryFolder(), 'large.jsonl');
		const writer = await mustOpen(file);
		const told: Failure[] = [];
		writer.listen(failure => told.push(failure));
		const long = 'x'.repeat(longestLine - 1000);
		for (const text of [...Array.from({length: 6}, () => long), 'short']) writer.append(note(text));
		await writer.close();
		expect(told).toEqual([
			{
				code: 'recording-stopped',
				message: `The recording has stopped: it is as large as a cassette may be (64 MiB). What follows is not in ${file}.`,
				hint: 'What was recorded before can be played.',
			},
		]);
		expect(await mustRead(file)).toMatchObject({damaged: 0, records: {length: 4}});
	});

	it('tells whoever listens later, too', async () => {
		const disk = smallDisk(0);
		const writer = await mustOpen('full.jsonl', {openHandle: disk.openHandle});
		writer.append(note('first'));
		await writer.close();
		const told: Failure[] = [];
		writer.listen(failure => told.push(failure));
		expect(told).toHaveLength(1);
	});

	it('leaves out what is too long for a line or has no form, and says that it did', async () => {
		const file = join(createTemporaryFolder(), 'new.jsonl');
		const writer = await mustOpen(file);
		writer.append(note('x'.repeat(longestLine)));
		const circle: {self?: object} = {};
		circle.self = circle;
		// What comes from a wire cannot be like that; what a program makes of it could.
		writer.append({type: 'sent', server: 'one', connection: 1, message: circle as never});
		await writer.close();
		const lines = readFileSync(file, 'utf8').trim().split('\n');
		expect(lines.slice(1).map(line => JSON.parse(line))).toMatchObject([
			{type: 'left-out', what: 'note'},
			{type: 'left-out', what: 'sent'},
		]);
	});

	it('takes secrets out of everything', async () => {
		const file = join(createTemporaryFolder(), 'new.jsonl');
		const clean: WriterOptions['clean'] = value =>
			JSON.parse(JSON.stringify(value).replaceAll('canary', '•••'));
		const writer = await mustOpen(file, {clean});
		writer.append(note('a canary'));
		await writer.close();
		expect(readFileSync(file, 'utf8')).not.toContain('canary');
	});
});
