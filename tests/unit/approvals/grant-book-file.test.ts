import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createGrantBook} from '../../../source/core/approvals/grant-book.ts';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {read, write} from './policy-harness.ts';

let folder = '';
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'mcp-tui-grants-'));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

/** The book of one instance of the program. */
const openBook = (name: string) =>
	createGrantBook({
		state: createOpenState({folder})('state'),
		now: () => 1,
		newId: createCounterIds(name),
		toolsOf: () => [read, write],
		printOf: () => 'reached',
		onChange: () => undefined,
	});

describe('two instances of the program', () => {
	it('keep what the other has allowed, and hear of what it took back', async () => {
		await writeFile(join(folder, 'state.json'), '{"folders": {"/a": 1}, "grants": ["damaged"]}');
		const one = openBook('one');
		const other = openBook('other');
		await Promise.all([one.allow(read, 'tool'), other.allow(write, 'tool')]);
		await Promise.all([one.refresh(), other.refresh()]);
		expect(one.list()).toHaveLength(2);
		expect(other.list()).toEqual(one.list());
		await one.revoke('other-1');
		await other.refresh();
		expect(other.list().map(({grantId}) => grantId)).toEqual(['one-1']);
		const saved = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'));
		expect(saved).toMatchObject({folders: {'/a': 1}, grants: ['damaged', {grantId: 'one-1'}]});
	});
});
