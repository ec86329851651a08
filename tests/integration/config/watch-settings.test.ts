import {
	appendFileSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {watchFiles} from '../../../source/core/config/watch-settings.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const setUp = (name = 'config.json', content?: string) => {
	const folder = createTemporaryFolder();
	const file = join(folder, name);
	if (content !== undefined) writeFileSync(file, content);
	const changes: string[] = [];
	const watch = (...files: readonly string[]) => {
		const close = watchFiles(files, () => changes.push('changed'));
		onTestFinished(close);
		return close;
	};
	const changed = async (times: number): Promise<void> => {
		await waitUntil(() => changes.length >= times);
		expect(changes).toHaveLength(times);
	};
	return {folder, file, changes, watch, changed};
};

/** Something else that is told, after which everything before it has been told too. */
const witness = async (folder: string): Promise<void> => {
	const file = join(folder, 'witness');
	writeFileSync(file, '');
	let isSeen = false;
	const close = watchFiles([file], () => {
		isSeen = true;
	});
	writeFileSync(file, 'now');
	await waitUntil(() => isSeen);
	close();
};

describe('a watched file', () => {
	it('is told when it is written, again and again', async () => {
		const {file, watch, changed} = setUp('config.json', '{}');
		watch(file);
		writeFileSync(file, '{"a": 1}');
		await changed(1);
		appendFileSync(file, '\n');
		await changed(2);
	});

	it('is told when another file takes its place, as editors do it, and is still watched then', async () => {
		const {folder, file, watch, changed} = setUp('config.json', '{}');
		watch(file);
		for (const times of [1, 2, 3]) {
			const draft = join(folder, '.config.json.swp');
			writeFileSync(draft, `{"a": ${times}}`);
			renameSync(draft, file);
			await changed(times);
		}
	});

	it('is told when it is moved away and written anew', async () => {
		const {file, watch, changes} = setUp('config.json', '{}');
		watch(file);
		renameSync(file, `${file}~`);
		writeFileSync(file, '{"a": 1}');
		await waitUntil(() => changes.length > 0);
		const before = changes.length;
		writeFileSync(file, '{"a": 2}');
		await waitUntil(() => changes.length > before);
	});

	it.each([
		['is emptied', (file: string) => truncateSync(file)],
		['is moved away', (file: string) => renameSync(file, `${file}~`)],
	])('is not told when it %s and written after a while, but once it is', async (_, empty) => {
		const {folder, file} = setUp('config.json', '{}');
		const seen: string[] = [];
		onTestFinished(watchFiles([file], () => seen.push(readFileSync(file, 'utf8')), 600_000));
		empty(file);
		// Longer than a burst of writes may take.
		await witness(folder);
		await witness(folder);
		writeFileSync(file, '{"a": 1}');
		await waitUntil(() => seen.length > 0);
		await witness(folder);
		expect(seen).toEqual(['{"a": 1}']);
	});

	it('is told when it stays empty', async () => {
		const {file, watch, changed} = setUp('config.json', '{}');
		watch(file);
		truncateSync(file);
		await changed(1);
	});

	it('is told when it appears and when it goes', async () => {
		const {file, watch, changed} = setUp();
		watch(file);
		writeFileSync(file, '{}');
		await changed(1);
		unlinkSync(file);
		await changed(2);
		writeFileSync(file, '{}');
		await changed(3);
	});

	it('is told once for a burst of writes', async () => {
		const {folder, file, watch, changes} = setUp('config.json', '{}');
		watch(file);
		for (let index = 0; index < 50; index += 1) appendFileSync(file, `// ${index}\n`);
		await witness(folder);
		await waitUntil(() => changes.length > 0);
		expect(changes).toHaveLength(1);
	});

	it('is told although its folder never rests', async () => {
		const {file, watch, changes} = setUp('config.json', '{}');
		watch(file);
		const noise = setInterval(() => utimesSync(file, new Date(), new Date()), 10);
		onTestFinished(() => clearInterval(noise));
		await waitUntil(() => changes.length > 0);
	});

	it('may be in a folder that does not exist yet, nor the one above', async () => {
		const {folder, watch, changed} = setUp();
		const file = join(folder, 'one', 'two', 'config.json');
		watch(file);
		mkdirSync(dirname(file), {recursive: true});
		writeFileSync(file, '{}');
		await changed(1);
		writeFileSync(file, '{"a": 1}');
		await changed(2);
	});

	it('is found again when its folder is deleted and made anew', async () => {
		const {folder, watch, changed} = setUp();
		const file = join(folder, 'one', 'config.json');
		mkdirSync(dirname(file));
		writeFileSync(file, '{}');
		watch(file);
		rmSync(dirname(file), {recursive: true});
		await changed(1);
		mkdirSync(dirname(file));
		writeFileSync(file, '{}');
		await changed(2);
		writeFileSync(file, '{"a": 1}');
		await changed(3);
	});

	it('may be a link: what it leads to counts, and where it leads', async () => {
		const {folder, file, watch, changed} = setUp();
		const target = join(folder, 'dotfiles', 'mine.json');
		mkdirSync(dirname(target));
		writeFileSync(target, '{}');
		symlinkSync(target, file);
		watch(file);
		writeFileSync(target, '{"a": 1}');
		await changed(1);
		const other = join(folder, 'other.json');
		writeFileSync(other, '{"b": 2}');
		unlinkSync(file);
		symlinkSync(other, file);
		await changed(2);
	});

	it('is one of several, and its neighbours are nobody’s business', async () => {
		const {folder, file, watch, changes, changed} = setUp('config.json', '{}');
		const other = join(folder, 'project', '.mcp.json');
		watch(file, other);
		writeFileSync(join(folder, 'config.json.lock'), '');
		writeFileSync(join(folder, 'state.json'), '{}');
		await witness(folder);
		expect(changes).toEqual([]);
		mkdirSync(dirname(other));
		writeFileSync(other, '{}');
		await changed(1);
	});
});

describe('whoever has stopped watching', () => {
	it('is told nothing any more, not even what has happened already', async () => {
		const {folder, file, watch, changes} = setUp('config.json', '{}');
		const close = watch(file);
		writeFileSync(file, '{"a": 1}');
		close();
		writeFileSync(file, '{"a": 2}');
		await witness(folder);
		expect(changes).toEqual([]);
		expect(process.getActiveResourcesInfo().filter(name => name === 'FSEventWrap')).toEqual([]);
	});
});
