import {describe, expect, it} from 'vitest';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createTryBook} from '../../../source/core/tools/try-book.ts';
import type {ToolTry} from '../../../source/domain/tool-desk.ts';
import {createRedactor} from '../../../source/support/redactor.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const read = {server: 'files', tool: 'read'};

const tried = (at: number, change: Partial<ToolTry> = {}): ToolTry => ({
	at,
	arguments: {path: `file-${at}`},
	outcome: 'succeeded',
	duration: 12,
	...change,
});

const openBook = (
	folder: string,
	change: Partial<Parameters<typeof createTryBook>[0]> = {},
): ReturnType<typeof createTryBook> =>
	createTryBook({
		state: createOpenState({folder})('tries'),
		keepsTries: true,
		redact: value => value,
		now: () => 5000,
		...change,
	});

describe('tries', () => {
	it('are kept for the next time, the newest first and twenty of each tool', async () => {
		const folder = createTemporaryFolder();
		const book = openBook(folder);
		for (let at = 1; at <= 25; at += 1) {
			book.add(read, tried(at));
		}
		book.add({...read, tool: 'write'}, tried(1));
		await book.settled();
		const later = openBook(folder);
		await later.refresh();
		const list = later.triesOf(read);
		expect(list).toHaveLength(20);
		expect(list[0]).toEqual(tried(25));
		expect(later.triesOf({...read, tool: 'write'})).toHaveLength(1);
	});

	it('of two instances at once all survive', async () => {
		const folder = createTemporaryFolder();
		const [one, other] = [openBook(folder), openBook(folder)];
		for (let at = 1; at <= 8; at += 1) {
			one.add(read, tried(at));
			other.add(read, tried(100 + at));
		}
		await Promise.all([one.settled(), other.settled()]);
		const later = openBook(folder);
		await later.refresh();
		expect(later.triesOf(read)).toHaveLength(16);
	});

	it('hold no secret', async () => {
		const folder = createTemporaryFolder();
		const redactor = createRedactor();
		redactor.learn('hunter2-hunter2-hunter2');
		const book = openBook(folder, {redact: redactor.redactAll});
		book.add(read, tried(1, {arguments: {token: 'hunter2-hunter2-hunter2', path: 'a'}}));
		await book.save(read, 'mine', {token: 'hunter2-hunter2-hunter2'});
		const content = await createOpenState({folder})('tries').read();
		expect(JSON.stringify(content)).not.toContain('hunter2');
		expect(JSON.stringify(content)).toContain('"path":"a"');
	});

	it('are in no file where nothing of a session is kept, and still there until the end', async () => {
		const folder = createTemporaryFolder();
		const book = openBook(folder, {keepsTries: false});
		book.add(read, tried(1));
		await book.settled();
		expect(book.triesOf(read)).toHaveLength(1);
		expect(await createOpenState({folder})('tries').read()).toEqual({});
	});

	it('stay until the end of the program when they cannot be written', async () => {
		const book = openBook('', {
			state: {read: async () => ({}), change: async () => ({code: 'full', message: 'ENOSPC'})},
		});
		book.add(read, tried(1));
		await book.settled();
		expect(book.triesOf(read)).toEqual([tried(1)]);
		expect(await book.save(read, 'mine', {})).toEqual({code: 'full', message: 'ENOSPC'});
		expect(book.savedOf(read)).toEqual([]);
	});

	it('with very long arguments are in no file', async () => {
		const folder = createTemporaryFolder();
		const book = openBook(folder);
		book.add(read, tried(1, {arguments: {text: 'a'.repeat(30_000)}}));
		await book.settled();
		expect(book.triesOf(read)).toHaveLength(1);
		expect(await createOpenState({folder})('tries').read()).toEqual({});
		expect(await book.save(read, 'long', {text: 'a'.repeat(30_000)})).toMatchObject({code: 'not-saved'});
	});
});

describe('saved calls', () => {
	it('are kept by name, replaced and forgotten', async () => {
		const folder = createTemporaryFolder();
		const book = openBook(folder);
		await book.save(read, 'readme', {path: 'README.md'});
		await book.save(read, 'licence', {path: 'LICENSE'});
		await book.save(read, 'readme', {path: 'docs/README.md'});
		const later = openBook(folder);
		await later.refresh();
		expect(later.savedOf(read).map(({name, arguments: args}) => [name, args])).toEqual([
			['licence', {path: 'LICENSE'}],
			['readme', {path: 'docs/README.md'}],
		]);
		await later.forget(read, 'licence');
		expect(later.savedOf(read)).toHaveLength(1);
	});

	it('are not more than fifty of one tool, and that is said', async () => {
		const book = openBook(createTemporaryFolder());
		for (let count = 0; count < 50; count += 1) {
			await book.save(read, `call ${count}`, {});
		}
		expect(await book.save(read, 'one more', {})).toMatchObject({message: expect.stringContaining('50')});
		expect(await book.save(read, 'call 3', {a: 1})).toBeUndefined();
	});
});

describe('the name of a saved call', () => {
	it('holds no secret, and names the same call the next time', async () => {
		const redactor = createRedactor();
		redactor.learn('correct-horse-battery');
		const book = openBook(createTemporaryFolder(), {redact: redactor.redactAll});
		await book.save(read, 'with correct-horse-battery', {});
		await book.save(read, 'with correct-horse-battery', {again: true});
		expect(book.savedOf(read)).toEqual([{name: 'with •••', arguments: {again: true}, savedAt: 5000}]);
	});
});
