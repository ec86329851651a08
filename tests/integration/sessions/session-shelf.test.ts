import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {openJournal} from '../../../source/core/sessions/journal.ts';
import type {SessionHit} from '../../../source/domain/session-shelf.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {signedRecord} from '../../unit/sessions/sample-events.ts';
import {buildWriter, startWriter} from './writer-process.ts';

const {signal} = new AbortController();

const listed = async (shelf: ReturnType<typeof createShelf>['shelf']) => {
	const list = await shelf.list(signal);
	return list.type === 'listed' ? list.sessions : expect.fail(list.type);
};

const searched = async (shelf: ReturnType<typeof createShelf>['shelf'], query: string) => {
	const hits: SessionHit[] = [];
	const end = await shelf.search(query, {onHit: hit => hits.push(hit)}, signal);
	expect(end.type).toBe('searched');
	return hits;
};

describe('the list of sessions', () => {
	it('hides nothing: empty, damaged and foreign files are listed with a note', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder());
		put('good', turnOf('hello', 'x', 'hi'));
		put('silent', []);
		writeFileSync(join(folder, 'rubbish.jsonl'), 'not a record\n');
		writeFileSync(join(folder, 'nothing.jsonl'), '');
		writeFileSync(join(folder, '-x y.jsonl'), '');
		const notes = new Map((await listed(shelf)).map(({sessionId, note}) => [sessionId, note]));
		expect(notes).toEqual(
			new Map([
				['good', undefined],
				['silent', undefined],
				['rubbish', 'nothing in it is readable'],
				['nothing', 'empty'],
				['-x y', 'its name is not a session id; empty'],
			]),
		);
	});

	it('notes what is wrong far behind the beginning: a torn tail, zeros, a newer version', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		const said = [...turnOf('first', 'x', 'y'), ...turnOf('second', 'x'.repeat(300_000), 'y', 3000)];
		for (const [name, tail] of [
			['whole', ''],
			['torn', '{"v":1,"seq":99,"event":{"type":"turn-fin'],
			['zeros', `${'\0'.repeat(4096)}\n`],
			['newer', signedRecord({type: 'moon-phase-changed', at: 1})],
			['newest', signedRecord({type: 'turn-finished', at: 1}).toString().replace('"v":1', '"v":7')],
		] as const) {
			appendFileSync(put(name, said), tail);
		}
		const notes = new Map((await listed(shelf)).map(({sessionId, note}) => [sessionId, note]));
		expect(Object.fromEntries(notes)).toEqual({
			whole: undefined,
			torn: 'damaged in part',
			zeros: 'damaged in part',
			newer: 'written by a newer version',
			newest: 'written by a newer version',
		});
	});

	it('counts messages where records begin, not where somebody writes like a record', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		const forged = '\n{"v":1,"seq":9,"event":{"type":"message-accepted","text":"x"}}\n';
		put('one', [...turnOf('first', forged, forged), ...turnOf('second', 'x', 'y', 3000)]);
		expect((await listed(shelf))[0]).toMatchObject({title: 'first', messages: 2, isCurrent: false});
	});

	it('shows the newest name wherever it stands in the log', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('first', 'x', 'y'));
		expect(await shelf.rename('one', '  Garden\n plans ')).toBeUndefined();
		appendFileSync(put('two', turnOf('other', 'x', 'y'.repeat(3_000_000))), '');
		expect(await shelf.rename('one', 'Kitchen')).toBeUndefined();
		expect((await listed(shelf)).find(({sessionId}) => sessionId === 'one')?.title).toBe('Kitchen');
		expect(await shelf.rename('one', ' \n ')).toMatchObject({code: 'bad-input'});
	});

	it('appends the name to its log and nothing else', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		const file = put('one', turnOf('first', 'x', 'y'));
		const before = readFileSync(file);
		await shelf.rename('one', 'Garden');
		expect(readFileSync(file).subarray(0, before.length)).toEqual(before);
		expect(await shelf.rename('missing', 'Garden')).toMatchObject({
			message: expect.stringContaining('ENOENT'),
		});
		expect(existsSync(file.replace('one', 'missing'))).toBe(false);
	});
});

describe('a search', () => {
	it('finds words in messages, answers, tool names, arguments and results, in any case', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('Where is the Zebra?', 'the STRIPED horse', 'In the savannah.'));
		put('two', turnOf('unrelated', 'x', 'y'));
		for (const [query, where] of [
			['zebra', 'user'],
			['striped HORSE', 'call'],
			['Savannah', 'answer'],
			['files read notes.txt', 'call'],
		] as const) {
			const hits = (await searched(shelf, query)).filter(({sessionId}) => sessionId === 'one');
			expect(hits.map(hit => hit.where)).toEqual([where]);
		}
		const [hit] = await searched(shelf, 'ZEBRA');
		expect(hit).toMatchObject({sessionId: 'one', before: 'Where is the ', match: 'Zebra', after: '?'});
		expect(await searched(shelf, 'zebra savannah')).toEqual([]);
		expect(await searched(shelf, '  ')).toEqual([]);
		expect(await searched(shelf, '(.*) [a-z]+$ \ud800')).toEqual([]);
	});

	it('goes on past damage and gives at most twenty hits of one session', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		const file = put('one', turnOf('apple', 'x', 'y'));
		appendFileSync(file, 'torn apple\n');
		const many = Array.from({length: 30}, (_, index) => turnOf('pear', 'x', 'y', 2000 + index * 1000)).flat();
		put('two', many);
		expect(await searched(shelf, 'apple')).toHaveLength(1);
		expect(await searched(shelf, 'pear')).toHaveLength(20);
	});

	it('ends without another word when it is aborted', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('apple', 'x', 'y'));
		put('two', turnOf('apple', 'x', 'y'));
		const stop = new AbortController();
		const hits: SessionHit[] = [];
		const end = await shelf.search(
			'apple',
			{
				onHit(hit) {
					hits.push(hit);
					stop.abort();
				},
			},
			stop.signal,
		);
		expect(end).toEqual({type: 'aborted'});
		expect(hits).toHaveLength(1);
	});
});

describe('a preview', () => {
	it('has the beginning, the end and what it all amounts to', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		const turns = Array.from({length: 100}, (_, index) =>
			turnOf(`question ${index}`, 'r', 'a', 1000 + index * 1000),
		);
		appendFileSync(put('one', turns.flat()), 'torn');
		const preview = await shelf.preview('one', signal);
		const read = preview.type === 'read' ? preview : expect.fail(preview.type);
		expect(read.totals).toEqual({
			messages: 100,
			answers: 100,
			calls: 100,
			failedCalls: 0,
			inputTokens: 10_000,
			outputTokens: 2000,
			cost: 50,
			hasUnpriced: false,
			models: ['test/echo'],
			cwd: '/site',
			startedAt: 900,
			endedAt: 100_700,
			damaged: 1,
			unknown: 0,
		});
		expect(read.first).toHaveLength(60);
		expect(read.between).toBe(100);
		expect(read.last).toHaveLength(140);
		expect(read.last.at(-1)).toMatchObject({type: 'answer', text: 'a'});
		expect(read.last.at(0)).toMatchObject({type: 'call', milliseconds: 500});
		expect(read.last.at(-3)).toMatchObject({type: 'user', text: 'question 99'});
	});

	it('says of a call without a result that nobody knows, and refuses what names no session', async () => {
		const {shelf, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('q', 'r', 'a').slice(0, 4));
		expect(await shelf.preview('one', signal)).toMatchObject({
			type: 'read',
			first: [{type: 'user'}, {type: 'call', outcome: 'unknown'}],
		});
		expect(await shelf.preview('../one', signal)).toMatchObject({
			type: 'failed',
			failure: {code: 'no-session'},
		});
		expect(await shelf.preview('two', signal)).toMatchObject({type: 'failed', failure: {code: 'no-session'}});
	});
});

describe('deleting a session', () => {
	it('removes its log, its results and its draft, and nothing else', async () => {
		const home = createTemporaryFolder();
		const {shelf, folder, put} = createShelf(home);
		put('one', turnOf('q', 'r', 'a'));
		put('one-more', turnOf('q', 'r', 'a'));
		mkdirSync(join(folder, 'one.results'));
		writeFileSync(join(folder, 'one.results', 'a.txt'), 'whole');
		writeFileSync(join(home, 'keep.txt'), 'mine');
		symlinkSync(join(home, 'keep.txt'), join(folder, 'one.results', 'link'));
		expect(await shelf.remove('one')).toBeUndefined();
		expect(readdirSync(folder)).toEqual(['one-more.jsonl']);
		expect(readFileSync(join(home, 'keep.txt'), 'utf8')).toBe('mine');
		expect(await shelf.remove('one')).toMatchObject({
			message: 'The session could not be deleted: it is gone already.',
		});
	});

	it('leaves alone what a link in the place of the results leads to', async () => {
		const home = createTemporaryFolder();
		const {shelf, folder, put} = createShelf(home);
		put('one', turnOf('q', 'r', 'a'));
		mkdirSync(join(home, 'elsewhere'));
		writeFileSync(join(home, 'elsewhere', 'a.txt'), 'mine');
		symlinkSync(join(home, 'elsewhere'), join(folder, 'one.results'));
		expect(await shelf.remove('one')).toBeUndefined();
		expect(readdirSync(folder)).toEqual([]);
		expect(readdirSync(join(home, 'elsewhere'))).toEqual(['a.txt']);
	});

	it.each(['../keep', '..', 'a/b', '/etc/passwd', '', '.hidden'])(
		'refuses %j, which names no session',
		async id => {
			const home = createTemporaryFolder();
			const {shelf} = createShelf(home);
			writeFileSync(join(home, 'keep.jsonl'), '');
			expect(await shelf.remove(id)).toMatchObject({code: 'no-session'});
			expect(existsSync(join(home, 'keep.jsonl'))).toBe(true);
		},
	);

	it('is refused while this program or another one uses the session', async () => {
		const home = createTemporaryFolder();
		const {shelf, folder, put} = createShelf(home, {
			current: {sessionId: 'mine', flush: async () => undefined, rename: () => undefined},
		});
		put('mine', turnOf('q', 'r', 'a'));
		expect(await shelf.remove('mine')).toMatchObject({code: 'session-in-use'});
		const writer = startWriter(await buildWriter(folder), join(folder, 'other.jsonl'), '1', '5');
		onTestFinished(writer.kill);
		await writer.said('acked 5');
		expect(await shelf.remove('other')).toMatchObject({code: 'session-in-use'});
		expect(await shelf.rename('other', 'name')).toMatchObject({code: 'session-in-use'});
		expect(await shelf.whyNotOpen('other')).toMatchObject({
			message: `The session is open in another process (${writer.pid}).`,
		});
		expect(existsSync(join(folder, 'other.jsonl'))).toBe(true);
		await writer.kill();
		expect(await shelf.whyNotOpen('other')).toBeUndefined();
		expect(await shelf.remove('other')).toBeUndefined();
	});
});

describe('the session in use', () => {
	it('is renamed through the one who writes it', async () => {
		const home = createTemporaryFolder();
		const names: string[] = [];
		const {shelf, folder} = createShelf(home, {
			current: {sessionId: 'mine', flush: async () => undefined, rename: name => names.push(name)},
		});
		const opened = await openJournal({
			file: join(folder, 'mine.jsonl'),
			onTrouble: () => undefined,
			onRecovered: () => undefined,
		});
		onTestFinished(async () => (opened.type === 'opened' ? opened.journal.close() : undefined));
		expect(await shelf.rename('mine', 'Garden')).toBeUndefined();
		expect(names).toEqual(['Garden']);
		expect(await shelf.whyNotOpen('mine')).toMatchObject({code: 'session-in-use'});
	});
});
