import {readdirSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createDraftFiles} from '../../../source/core/sessions/draft-files.ts';
import {createNotebook} from '../../../source/core/sessions/notebook.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {createClock} from '../../helpers/ui-clock.ts';

const mark = '\ufdd0';
const draft = {text: `see ${mark}`, pastes: new Map([[mark, 'pasted\nlines']])};

const filesIn = (folder: string, options: {cwd?: string; sessionId?: string; at?: number} = {}) =>
	createDraftFiles({
		folder,
		cwd: options.cwd ?? '/project',
		sessionId: options.sessionId ?? 'session-1',
		now: () => options.at ?? Date.now(),
		redact: text => text.replaceAll('hunter2hunter2', '••••'),
	});

/** As if the process that wrote them were gone. */
const killWriter = (folder: string): void => {
	for (const name of readdirSync(folder).filter(each => each.endsWith('.json'))) {
		renameSync(join(folder, name), join(folder, name.replace(/^([0-9a-f]+)-\d+-\d+-/, '$1-4194300-1-')));
	}
};

describe('a draft on the disk', () => {
	it('is taken over once, with its pastes, when its program is gone', async () => {
		const folder = join(createTemporaryFolder(), 'drafts');
		await filesIn(folder).write(draft);
		expect(await filesIn(folder).take()).toBeUndefined();
		killWriter(folder);
		expect(await filesIn(folder).take()).toEqual(draft);
		expect(await filesIn(folder).take()).toBeUndefined();
	});

	it('belongs to its folder, or to its session in any folder', async () => {
		const folder = join(createTemporaryFolder(), 'drafts');
		await filesIn(folder).write(draft);
		killWriter(folder);
		expect(await filesIn(folder, {cwd: '/other', sessionId: 'session-2'}).take()).toBeUndefined();
		expect(await filesIn(folder, {cwd: '/other'}).take()).toEqual(draft);
	});

	it('is private, and is gone with its pastes when it was sent', async () => {
		const folder = join(createTemporaryFolder(), 'drafts');
		const files = filesIn(folder);
		await files.write(draft);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		expect(readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777)).toEqual([
			0o600, 0o600,
		]);
		await files.write({text: '', pastes: new Map()});
		expect(readdirSync(folder)).toEqual([]);
	});

	it('is found again when the program that took it over is killed, too', async () => {
		const folder = join(createTemporaryFolder(), 'drafts');
		await filesIn(folder).write(draft);
		killWriter(folder);
		await filesIn(folder).take();
		killWriter(folder);
		expect(await filesIn(folder).take()).toEqual(draft);
	});

	it('holds no secret that is known', async () => {
		const folder = join(createTemporaryFolder(), 'drafts');
		const secret = 'hunter2hunter2';
		await filesIn(folder).write({text: `${secret} ${mark}`, pastes: new Map([[mark, `a ${secret}`]])});
		const all = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
		expect(all.join('')).not.toContain(secret);
	});

	it('reads nothing outside its folder', async () => {
		const home = createTemporaryFolder();
		const folder = join(home, 'drafts');
		writeFileSync(join(home, 'private.txt'), 'private');
		await filesIn(folder).write(draft);
		killWriter(folder);
		const [name = ''] = readdirSync(folder).filter(each => each.endsWith('.json'));
		const content: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
		writeFileSync(
			join(folder, name),
			JSON.stringify(Object.assign({}, content, {pastes: {[mark]: '../private.txt'}})),
		);
		expect(await filesIn(folder).take()).toEqual({text: draft.text, pastes: new Map()});
	});
});

describe('the notebook', () => {
	it('writes soon after the first key of many, at once when it is closed, and never complains', async () => {
		const folder = createTemporaryFolder();
		const clock = createClock();
		const open = (place: string) =>
			createNotebook({
				folder: place,
				cwd: '/project',
				sessionId: '',
				now: clock.now,
				schedule: clock.schedule,
				redact: text => text,
			});
		const notebook = open(folder);
		let text = 'a';
		notebook.keepDraft(() => ({text, pastes: new Map()}));
		text = 'ab';
		notebook.keepDraft(() => ({text, pastes: new Map()}));
		expect(clock.waiting()).toBe(1);
		await notebook.close();
		const [name = ''] = readdirSync(join(folder, 'drafts'));
		expect(readFileSync(join(folder, 'drafts', name), 'utf8')).toContain('"text":"ab"');

		writeFileSync(join(folder, 'file'), '');
		const unwritable = open(join(folder, 'file'));
		unwritable.keepDraft(() => draft);
		unwritable.remember('sent');
		await unwritable.close();
		expect(await unwritable.findDraft()).toBeUndefined();
		expect(await unwritable.history()).toEqual([]);
	});
});
