import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isSessionEvent, type SessionEvent} from '../../../source/domain/event.ts';
import {anyEvents, plainState, replay} from '../../helpers/conversation-events.ts';
import {bytesOf, createShelf, startOf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {readLog} from './read-log.ts';

const {signal} = new AbortController();

const forked = async (fork: ReturnType<ReturnType<typeof createShelf>['shelf']['fork']>): Promise<string> => {
	const end = await fork;
	return end.type === 'forked' ? end.sessionId : expect.fail(end.failure.message);
};

/** What a person would see of it; only the id is that of the copy. */
const seen = (events: readonly SessionEvent[]) => {
	const {sessionId: _, ...state} = plainState(replay(events));
	return structuredClone(state);
};

describe('a copy of a session', () => {
	it('is in the state of the original up to its point, whatever happened there', async () => {
		const home = createTemporaryFolder();
		const {shelf, folder} = createShelf(home);
		let count = 0;
		await fc.assert(
			fc.asyncProperty(anyEvents, fc.nat(), async (events, pick) => {
				// Through JSON, because that is what a log holds.
				const saved = JSON.parse(JSON.stringify(events.filter(isSessionEvent))) as readonly SessionEvent[];
				const id = `source-${++count}`;
				const log = [startOf(id), ...saved];
				writeFileSync(join(folder, `${id}.jsonl`), bytesOf(log));
				const {events: whole} = await readLog(join(folder, `${id}.jsonl`));
				const places = whole.flatMap((event, index) => (event.type === 'message-accepted' ? [index] : []));
				const place = places[pick % (places.length + 1)];
				const message = place === undefined ? undefined : whole[place];
				const first =
					message?.type === 'message-accepted'
						? whole.findIndex(e => e.type === 'message-accepted' && e.messageId === message.messageId)
						: whole.length;
				const point = message?.type === 'message-accepted' ? {beforeMessage: message.messageId} : undefined;
				const copy = await forked(shelf.fork(id, point, signal));
				const read = await readLog(join(folder, `${copy}.jsonl`));
				expect(read.events.at(-1)).toMatchObject({type: 'session-forked', from: id, sessionId: copy});
				expect(read.report).toMatchObject({damaged: 0, missing: 0, outOfOrder: 0});
				expect(seen(read.events)).toEqual(seen(whole.slice(0, first)));
				expect(replay(read.events).sessionId).toBe(copy);
			}),
			{numRuns: 60},
		);
	});

	it('keeps the original byte by byte, damage and records of newer versions included', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder());
		const file = put('one', turnOf('q', 'r', 'a'));
		const torn = Buffer.concat([readFileSync(file), Buffer.from('{"v":9}\n\0\0\0torn at the end')]);
		writeFileSync(file, torn);
		const copy = join(folder, `${await forked(shelf.fork('one', undefined, signal))}.jsonl`);
		expect(readFileSync(copy).subarray(0, torn.length)).toEqual(torn);
		expect((await readLog(copy)).events.at(-1)?.type).toBe('session-forked');
		expect(readFileSync(file)).toEqual(torn);
		expect(readdirSync(folder).toSorted()).toEqual(['copy-1.jsonl', 'one.jsonl']);
	});

	it('has the results of the original, also when that is deleted', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('q', 'r', 'a'));
		mkdirSync(join(folder, 'one.results'));
		writeFileSync(join(folder, 'one.results', '0123456789abcdef.txt'), 'the whole');
		const copy = await forked(shelf.fork('one', undefined, signal));
		expect(await shelf.remove('one')).toBeUndefined();
		expect(readFileSync(join(folder, `${copy}.results`, '0123456789abcdef.txt'), 'utf8')).toBe('the whole');
		const list = await shelf.list(signal);
		expect(list).toMatchObject({sessions: [{sessionId: copy, forkedFrom: 'one', title: 'q', messages: 1}]});
	});

	it('is not made of what is not there, and leaves nothing behind then', async () => {
		const {shelf, folder, put} = createShelf(createTemporaryFolder());
		put('one', turnOf('q', 'r', 'a'));
		for (const [id, point] of [
			['two', undefined],
			['../one', undefined],
			['one', {beforeMessage: 'nobody'}],
		] as const) {
			expect(await shelf.fork(id, point, signal)).toMatchObject({
				type: 'failed',
				failure: {message: expect.stringContaining('The session could not be copied: ')},
			});
		}
		const stopped = new AbortController();
		stopped.abort();
		expect(await shelf.fork('one', undefined, stopped.signal)).toMatchObject({type: 'failed'});
		expect(readdirSync(folder)).toEqual(['one.jsonl']);
	});
});
