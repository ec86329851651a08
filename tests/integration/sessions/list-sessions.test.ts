import {mkdir, symlink, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {listSessions} from '../../../source/core/sessions/session-files.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {SessionSummary} from '../../../source/domain/session-shelf.ts';
import {answer, logOf, message, sessionStarted} from '../../unit/sessions/sample-events.ts';
import {temporaryFolder} from './temporary-folder.ts';

const list = async (folder: string): Promise<readonly SessionSummary[]> => {
	const listed = await listSessions(folder, new AbortController().signal);
	return listed.type === 'listed' ? listed.sessions : expect.fail(listed.type);
};

const put = async (
	folder: string,
	name: string,
	content: Buffer | string,
	modified: number,
): Promise<void> => {
	const file = join(folder, name);
	await writeFile(file, content);
	await utimes(file, modified, modified);
};

const session = (text: string, ...more: readonly SessionEvent[]): Buffer =>
	logOf([sessionStarted, message(text), ...more]);

it('lists nothing when there is no folder yet', async () => {
	expect(await list(join(await temporaryFolder(), 'none'))).toEqual([]);
});

it('shows what each session is about, the last used first', async () => {
	const folder = await temporaryFolder();
	await put(folder, 'old.jsonl', session('first question'), 1000);
	await put(folder, 'new.jsonl', session('\n  second question\nwith details', message('third')), 2000);
	await put(folder, 'new.jsonl.0-1-1-0.lock', '', 2000);
	expect(await list(folder)).toEqual([
		{
			sessionId: 'new',
			file: join(folder, 'new.jsonl'),
			size: session('\n  second question\nwith details', message('third')).length,
			modified: 2_000_000,
			startedAt: sessionStarted.at,
			model: 'test/echo',
			cwd: '/site',
			title: 'second question',
			isEmpty: false,
		},
		expect.objectContaining({sessionId: 'old', title: 'first question'}),
	]);
});

it('shortens a long title between characters', async () => {
	const folder = await temporaryFolder();
	await put(folder, 'one.jsonl', session(`${'😀'.repeat(5000)}`), 1);
	expect((await list(folder))[0]?.title).toBe('😀'.repeat(200));
});

it('hides nothing', async () => {
	const folder = await temporaryFolder();
	const good = session('hello');
	await put(folder, 'g-damaged.jsonl', Buffer.concat([Buffer.from('torn\n'), good]), 7);
	await put(folder, 'f-empty.jsonl', '', 6);
	await put(folder, 'e-junk.jsonl', Buffer.alloc(9 * 1024 * 1024), 5);
	await put(folder, 'd odd name.jsonl', good, 4);
	await put(folder, 'c-silent.jsonl', logOf([sessionStarted, answer('x')]), 3);
	await mkdir(join(folder, 'b-folder.jsonl'));
	await utimes(join(folder, 'b-folder.jsonl'), 2, 2);
	await symlink(join(folder, 'c-silent.jsonl'), join(folder, 'a-link.jsonl'));
	const sessions = await list(folder);
	expect(
		Object.fromEntries(sessions.map(({sessionId, title, note}) => [sessionId, [title, note]])),
	).toMatchObject({
		'g-damaged': ['hello', 'damaged in part'],
		'f-empty': [undefined, 'empty'],
		'e-junk': [undefined, 'nothing in it is readable'],
		'd odd name': ['hello', 'its name is not a session id'],
		'c-silent': [undefined, undefined],
		'b-folder': [undefined, expect.stringContaining('not a regular file')],
		'a-link': [undefined, expect.stringContaining('ELOOP')],
	});
	expect(sessions).toHaveLength(7);
});

it('says in which of them nothing was said', async () => {
	const folder = await temporaryFolder();
	const mode: SessionEvent = {type: 'approval-mode-changed', at: 1, mode: 'auto'};
	await put(folder, 'said.jsonl', session('hello'), 6);
	await put(folder, 'blank.jsonl', session(' '), 5);
	await put(folder, 'headless.jsonl', logOf([sessionStarted, answer('x')]), 4);
	await put(folder, 'opened.jsonl', logOf([sessionStarted, mode]), 3);
	await put(folder, 'junk.jsonl', 'junk', 2);
	await put(folder, 'nothing.jsonl', '', 1);
	expect((await list(folder)).map(({sessionId, isEmpty}) => [sessionId, isEmpty])).toEqual([
		['said', false],
		['blank', false],
		['headless', false],
		['opened', true],
		['junk', true],
		['nothing', true],
	]);
});

it('says that it was stopped', async () => {
	const folder = await temporaryFolder();
	await put(folder, 'one.jsonl', session('hello'), 1);
	expect(await listSessions(folder, AbortSignal.abort())).toEqual({type: 'aborted'});
});

it('reports a folder that is none', async () => {
	const file = join(await temporaryFolder(), 'file');
	await writeFile(file, '');
	expect(await listSessions(file, new AbortController().signal)).toMatchObject({
		type: 'unreadable',
		failure: {code: 'session-unreadable'},
	});
});
