import {appendFileSync, existsSync, readdirSync, readFileSync, utimesSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openSession, type SessionChoice} from '../../../source/app/open-session.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {at} from '../../helpers/conversation-events.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {signedRecord} from '../sessions/sample-events.ts';

const message = (text: string) =>
	at({type: 'message-accepted' as const, turnId: 't1', messageId: 'm1', text}, 5);

const setUp = () => {
	const folder = join(createTemporaryFolder(), 'sessions');
	const troubles: Failure[] = [];
	const open = async (choice: SessionChoice) => {
		const opened = await openSession(choice, {
			folder,
			now: () => 9,
			onTrouble: failure => troubles.push(failure),
			onRecovered: () => undefined,
		});
		if (opened.type === 'refused') {
			throw new Error(opened.failure.message);
		}
		return opened;
	};
	/** Leaves a session of the past behind. */
	const leave = async (sessionId: string, ...texts: readonly string[]) => {
		const {journal} = await open({type: 'new', sessionId});
		for (const text of texts) {
			journal.append(message(text));
		}
		await journal.close();
	};
	return {folder, troubles, open, leave};
};

describe('a session', () => {
	it('may be kept nowhere', async () => {
		const {folder, open} = setUp();
		const {journal, past, notices} = await open({type: 'none'});
		journal.append(message('secret'));
		await journal.flush();
		await journal.close();
		expect([past, notices]).toEqual([[], []]);
		expect(existsSync(folder)).toBe(false);
	});

	it('that is new is written under its id', async () => {
		const {folder, open} = setUp();
		const opened = await open({type: 'new', sessionId: 'one'});
		expect(opened).toMatchObject({sessionId: 'one', past: [], notices: []});
		opened.journal.append(message('Hi'));
		await opened.journal.close();
		expect(readFileSync(join(folder, 'one.jsonl'), 'utf8')).toContain('Hi');
	});

	it('goes on with what it holds, and what follows is added', async () => {
		const {open, leave, troubles} = setUp();
		await leave('one', 'Hi');
		const first = await open({type: 'resume', sessionId: 'one'});
		expect(first).toMatchObject({sessionId: 'one', past: [message('Hi')], notices: []});
		first.journal.append(message('Again'));
		await first.journal.close();
		const second = await open({type: 'resume', sessionId: 'one'});
		await second.journal.close();
		expect(second.past).toEqual([message('Hi'), message('Again')]);
		expect(troubles).toEqual([]);
	});

	it('that was the last one goes on without its id', async () => {
		const {folder, open, leave} = setUp();
		await leave('old', 'Hi');
		await leave('recent', 'Hello');
		utimesSync(join(folder, 'old.jsonl'), 1, 1);
		const opened = await open({type: 'last'});
		await opened.journal.close();
		expect(opened.sessionId).toBe('recent');
	});

	it('in which nothing was said is not the last one', async () => {
		const {folder, open, leave} = setUp();
		await leave('real', 'Hi');
		const empty = await open({type: 'new', sessionId: 'empty'});
		empty.journal.append(
			at({type: 'session-started', sessionId: 'empty', version: '1', model: 'm', cwd: '/'}),
		);
		await empty.journal.close();
		utimesSync(join(folder, 'real.jsonl'), 1, 1);
		const opened = await open({type: 'last'});
		await opened.journal.close();
		expect(opened.sessionId).toBe('real');
	});

	it('tells how many of its lines are damaged', async () => {
		const {folder, open, leave} = setUp();
		await leave('one', 'Hi');
		appendFileSync(join(folder, 'one.jsonl'), 'no record at all\n');
		const opened = await open({type: 'resume', sessionId: 'one'});
		await opened.journal.close();
		expect(opened.past).toEqual([message('Hi')]);
		expect(opened.notices).toEqual(['Skipped 1 damaged line of this session.']);
	});
});

describe('a record that says less than it must', () => {
	it('is skipped, although its checksum is right', async () => {
		const {folder, open, leave} = setUp();
		await leave('one', 'Hi');
		const bad = signedRecord({type: 'message-accepted', at: 1, turnId: 't2', messageId: 'm2'});
		appendFileSync(join(folder, 'one.jsonl'), `${bad}\n`);
		const opened = await open({type: 'resume', sessionId: 'one'});
		await opened.journal.close();
		expect(opened.past).toEqual([message('Hi')]);
		expect(opened.notices).toEqual(['Skipped 1 damaged line of this session.']);
	});
});

describe('a session that cannot go on', () => {
	it.each([
		[{type: 'last'}, 'There is no session to continue yet.'],
		[{type: 'resume', sessionId: 'typo'}, 'There is no session "typo".'],
		[{type: 'resume', sessionId: '../../etc/passwd'}, 'There is no session "../../etc/passwd".'],
	] as const)('%o is refused, and nothing is written', async (choice, message) => {
		const {folder, open, leave} = setUp();
		if (choice.type === 'resume') {
			await leave('other', 'Hi');
		}
		const before = existsSync(folder) ? readdirSync(folder) : [];
		await expect(open(choice)).rejects.toThrow(message);
		expect(existsSync(folder) ? readdirSync(folder) : []).toEqual(before);
	});

	it('is one that another program writes', async () => {
		const {open, leave} = setUp();
		await leave('one', 'Hi');
		const first = await open({type: 'resume', sessionId: 'one'});
		await expect(open({type: 'resume', sessionId: 'one'})).rejects.toThrow();
		await first.journal.close();
	});
});
