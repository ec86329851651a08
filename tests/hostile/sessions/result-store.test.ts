import {randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdir, open, readdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type OpenNewFile, openNewFile} from '../../../source/core/sessions/result-file.ts';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import type {ToolContent, ToolResult} from '../../../source/domain/tool.ts';
import {temporaryFolder} from '../../integration/sessions/temporary-folder.ts';

const {signal} = new AbortController();

const textResult = (text: string): ToolResult => ({content: [{type: 'text', text}]});

const textOf = ({content}: ToolResult): string =>
	content.flatMap(item => (item.type === 'text' ? [item.text] : [])).join('\n');

const megabytes = (count: number): string => 'one line of a log\n'.repeat((count * 1024 * 1024) / 18);

/** Takes so many bytes and is full then, as a disk is. */
const openWithRoom = (room: number, mouthful = Number.POSITIVE_INFINITY): OpenNewFile => {
	let left = room;
	return async file => {
		const handle = await openNewFile(file);
		return {
			...handle,
			write: async bytes => {
				const size = Math.min(bytes.length, left, mouthful);
				if (size === 0) throw Object.assign(new Error('ENOSPC: rehearsed'), {code: 'ENOSPC'});
				left -= size;
				return handle.write(bytes.subarray(0, size));
			},
		};
	};
};

describe('a disk that cannot take a result', () => {
	it('leaves it cut and marked, readable until the program ends, and half a file behind nowhere', async () => {
		const folder = await temporaryFolder();
		const whole = megabytes(2);
		const store = createResultStore({folder, openFile: openWithRoom(300_000)});
		const kept = await store.keep('call', textResult(whole));
		expect(textOf(kept)).toMatch(/characters left out\. The whole could not be saved: the disk is full\./);
		expect(textOf(kept).length).toBeLessThan(41_000);
		expect(kept.stored?.file).toBeUndefined();
		expect(await readdir(folder)).toEqual([]);
		const offset = whole.length - 100;
		expect(await store.read(kept.stored?.id ?? '', {offset, limit: 1000}, signal)).toEqual({
			text: whole.slice(-100),
			offset,
			characters: whole.length,
		});
	});

	it.runIf(existsSync('/dev/full'))('is survived when the kernel says so', async () => {
		const folder = await temporaryFolder();
		const openFile: OpenNewFile = async () => {
			const full = await open('/dev/full', 'w');
			return {write: async bytes => (await full.write(bytes)).bytesWritten, close: async () => full.close()};
		};
		const kept = await createResultStore({folder, openFile}).keep('call', textResult(megabytes(1)));
		expect(textOf(kept)).toContain('the disk is full');
	});

	it('is used again when it can', async () => {
		const folder = await temporaryFolder();
		let isFull = true;
		const openFile: OpenNewFile = async file => (isFull ? openWithRoom(0) : openNewFile)(file);
		const store = createResultStore({folder, openFile});
		const first = await store.keep('call', textResult(`${megabytes(1)}first`));
		isFull = false;
		const second = await store.keep('call', textResult(`${megabytes(1)}second`));
		expect(second.stored?.file).toBeDefined();
		for (const [{stored}, end] of [
			[first, 'first'],
			[second, 'second'],
		] as const) {
			const part = await store.read(
				stored?.id ?? '',
				{offset: (stored?.characters ?? 0) - end.length, limit: 100},
				signal,
			);
			expect(part?.text).toBe(end);
		}
	});

	it('may take it in small pieces', async () => {
		const folder = await temporaryFolder();
		const whole = megabytes(1);
		const store = createResultStore({folder, openFile: openWithRoom(Number.POSITIVE_INFINITY, 4093)});
		const {stored} = await store.keep('call', textResult(whole));
		expect(stored?.file).toBeDefined();
		expect((await store.read(stored?.id ?? '', {offset: 0, limit: whole.length}, signal))?.text).toBe(
			whole.slice(0, 1_000_000),
		);
	});

	it('may have a file or a link where the folder should be', async () => {
		const folder = await temporaryFolder();
		await writeFile(join(folder, 'file'), '');
		await mkdir(join(folder, 'elsewhere'));
		await symlink('elsewhere', join(folder, 'link'));
		for (const name of ['file', 'link', 'file/deeper']) {
			const store = createResultStore({folder: join(folder, name)});
			const kept = await store.keep('call', textResult(megabytes(1)));
			expect(textOf(kept)).toContain('The whole could not be saved');
			expect(await store.read(kept.stored?.id ?? '', {offset: 0, limit: 3}, signal)).toMatchObject({
				text: 'one',
			});
		}
		expect(await readdir(join(folder, 'elsewhere'))).toEqual([]);
	});

	it('fills memory only so far: the oldest result goes first', async () => {
		const store = createResultStore({memoryCharacters: 3 * 1024 * 1024});
		const ids: string[] = [];
		for (const call of ['1', '2', '3', '4', '5']) {
			ids.push((await store.keep(call, textResult(megabytes(1)))).stored?.id ?? '');
		}
		const found = await Promise.all(ids.map(id => store.read(id, {offset: 0, limit: 3}, signal)));
		expect(found.map(part => part?.text)).toEqual([undefined, undefined, 'one', 'one', 'one']);
		const huge = await store.keep('huge', textResult(megabytes(4)));
		expect(textOf(huge)).toContain('too many to be kept in memory. …]');
		expect(await store.read(huge.stored?.id ?? '', {offset: 0, limit: 3}, signal)).toBeUndefined();
	});
});

describe('a hostile result', () => {
	it.each([['../../escape'], ['/etc/passwd'], ['con'], ['a\0b'], ['.'], ['x'.repeat(100_000)]])(
		'of the call %j is written into its folder',
		async callId => {
			const parent = await temporaryFolder();
			const folder = join(parent, 'results');
			const {stored} = await createResultStore({folder}).keep(callId, textResult(megabytes(1)));
			expect(await readdir(parent)).toEqual(['results']);
			expect(await readdir(folder)).toEqual([`${stored?.id}.txt`]);
		},
	);

	it('that is nested too deeply to be written is named instead', async () => {
		let value: JsonValue = 1;
		for (let depth = 0; depth < 200_000; depth++) value = [value];
		const store = createResultStore({});
		const named = '[structured content: cannot be written as text]';
		expect(await store.keep('call', {content: [], structured: value})).toEqual(textResult(named));
		const content: ToolContent[] = [
			{type: 'unknown', kind: 'deep', value},
			{type: 'text', text: 'x'.repeat(100_000)},
		];
		expect(textOf(await store.keep('call', {content}))).toMatch(/^\[deep: cannot be written as text\]\nx/);
	});

	it('of half a million pieces becomes a few', async () => {
		const content = Array.from({length: 500_000}, (): ToolContent => ({type: 'text', text: ''}));
		const kept = await createResultStore({}).keep('call', {content});
		expect(kept.content).toHaveLength(1);
		expect(kept.stored?.characters).toBe(499_999);
	});

	it('of 5 MB does not keep the loop from turning', async () => {
		const store = createResultStore({folder: await temporaryFolder()});
		const whole = randomBytes(2_500_000).toString('hex');
		let turns = 0;
		const count = setInterval(() => (turns += 1), 0);
		const kept = await store.keep('call', textResult(whole));
		clearInterval(count);
		expect(turns).toBeGreaterThan(1);
		expect(kept.stored?.characters).toBe(5_000_000);
		expect(textOf(kept).length).toBeLessThan(41_000);
	});

	it('is written whole while 63 others are', async () => {
		const store = createResultStore({folder: await temporaryFolder()});
		const kept = await Promise.all(
			Array.from({length: 64}, (_, call) => store.keep(`${call}`, textResult(`${megabytes(0.5)}${call}`))),
		);
		const ends = await Promise.all(
			kept.map(({stored}) =>
				store.read(stored?.id ?? '', {offset: megabytes(0.5).length, limit: 10}, signal),
			),
		);
		expect(ends.map(part => part?.text)).toEqual(Array.from({length: 64}, (_, call) => `${call}`));
	});
});
