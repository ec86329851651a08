import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {createCommandOutput} from '../../../source/headless/command-output.ts';
import {deleteOneSession, findInSessions} from '../../../source/headless/session-commands.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();

const captured = () => {
	let text = '';
	const stream = {
		isTTY: false,
		write: (piece: string | Uint8Array) => {
			text += String(piece);
			return true;
		},
	};
	return {output: createCommandOutput({stdout: stream, stderr: stream}, false), text: () => text};
};

describe('a session that is deleted', () => {
	it('is listed until nothing else is left of it', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder());
		const log = put('one', turnOf('q', 'r', 'a'));
		const results = join(folder, 'one.results');
		mkdirSync(results);
		for (let count = 0; count < 500; count += 1) {
			writeFileSync(join(results, `${count}.txt`), 'whole');
		}
		let isOver = false;
		const removing = shelf.remove('one').finally(() => {
			isOver = true;
		});
		while (!isOver) {
			expect(existsSync(log) || !existsSync(results)).toBe(true);
			await setImmediate();
		}
		expect(await removing).toBeUndefined();
		expect(existsSync(log)).toBe(false);
	});

	it('does not come back as the name that it is given at the same time', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		for (let count = 0; count < 40; count += 1) {
			const log = put(`s${count}`, turnOf('q', 'r', 'a'));
			const [, removed] = await Promise.all([shelf.rename(`s${count}`, 'name'), shelf.remove(`s${count}`)]);
			expect(existsSync(log)).toBe(removed !== undefined);
		}
	});
});

describe('the name of a session', () => {
	it('holds no secret in its file', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder(), {
			redact: text => text.replaceAll('canary', '•••'),
		});
		const log = put('one', turnOf('q', 'r', 'a'));
		expect(await shelf.rename('one', 'with the canary')).toBeUndefined();
		expect(readFileSync(log, 'utf8')).not.toContain('canary');
		expect(readFileSync(log, 'utf8')).toContain('with the •••');
	});
});

describe('a copy that is given up', () => {
	it('is not said to lack a message', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('q', 'r', 'a'));
		const end = await shelf.fork('one', {beforeMessage: 'm1000'}, AbortSignal.abort());
		expect(end).toMatchObject({type: 'failed', failure: {message: expect.stringContaining('abort')}});
	});
});

describe('a command about sessions', () => {
	it('says that their folder cannot be read, not that there are none', async () => {
		const {shelf, folder} = createShelf(createTemporaryFolder());
		rmdirSync(folder);
		writeFileSync(folder, '');
		const {output, text} = captured();
		const wish = {id: 'one', isYes: true, ask: async () => true};
		expect(await deleteOneSession({shelf, output}, wish, signal)).toBe(1);
		expect(text()).not.toContain('There is no session');
	});

	it('says how many sessions it could not search', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('a question', 'r', 'a'));
		mkdirSync(join(folder, 'two.jsonl'));
		const {output, text} = captured();
		expect(await findInSessions({shelf, output}, 'question', signal)).toBe(0);
		expect(text()).toContain('Sessions that could not be read: 1.');
	});

	it('claims nothing about a search that was stopped', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('a question', 'r', 'a'));
		const {output, text} = captured();
		expect(await findInSessions({shelf, output}, 'question', AbortSignal.abort())).toBe(1);
		expect(text()).toBe('');
	});
});

describe('what a killed program left of a copy', () => {
	it('is cleared away by a later copy, and nothing else is', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder(), {now: () => 10_000_000});
		put('one', turnOf('q', 'r', 'a'));
		for (const [name, seconds] of [
			['old', 1000],
			['new', 9999],
		] as const) {
			const file = join(folder, `${name}.jsonl.fork`);
			writeFileSync(file, 'half');
			utimesSync(file, seconds, seconds);
			mkdirSync(join(folder, `${name}.results`));
			writeFileSync(join(folder, `${name}.results`, 'a.txt'), 'whole');
		}
		expect(await shelf.fork('one', undefined, signal)).toMatchObject({type: 'forked'});
		expect(readdirSync(folder).toSorted()).toEqual(
			['copy-1.jsonl', 'new.jsonl.fork', 'new.results', 'one.jsonl'].toSorted(),
		);
	});
});
