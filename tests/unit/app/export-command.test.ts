import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {argumentsOf} from '../../../source/app/commands/run-command.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const start = ({isEmpty = false} = {}) => {
	const folder = createTemporaryFolder();
	const {shelf, put} = createShelf(folder);
	const harness = createAppHarness({sessions: () => shelf});
	if (!isEmpty) {
		put(harness.app.getState().sessionId, turnOf('Where is the zebra?', 'striped', 'In the savannah.'));
	}
	const said = async (text: string): Promise<string> => {
		const before = harness.app.getState().noticeCount;
		harness.app.submit(text);
		await harness.until(({noticeCount}) => noticeCount > before);
		const last = [...harness.app.getState().items, ...harness.app.getState().heldNotices].at(-1);
		return last?.type === 'notice' ? last.text : '';
	};
	const written = () => readdirSync(folder).filter(name => name !== 'sessions');
	return {folder, said, written};
};

it.each([
	['/export', 'where-is-the-zebra-1970-01-01.md', '# Where is the zebra?'],
	['/export html', 'where-is-the-zebra-1970-01-01.html', '<!doctype html>'],
	['/export test', 'where-is-the-zebra-1970-01-01.test.yaml', '# Tests of MCP servers'],
	['/export json my notes', 'my notes', '{"format":"mcp-tui session"'],
	['/export my notes.html', 'my notes.html', '<!doctype html>'],
	['/export servers.yml', 'servers.yml', '# Tests of MCP servers'],
])('%s writes this session into %s', async (typed, name, beginning) => {
	const {folder, said, written} = start();
	expect(await said(typed)).toContain(`Written: ${join(folder, name)}`);
	expect(written()).toEqual([name]);
	expect(readFileSync(join(folder, name), 'utf8').toLowerCase()).toContain(beginning.toLowerCase());
});

it('/export test says how the tests are run', async () => {
	const {folder, said} = start();
	expect(await said('/export test a.yaml')).toContain(
		`Run its tests with: mcp-tui test ${join(folder, 'a.yaml')}`,
	);
	expect(await said("/export test Ada's tests.yaml")).toContain(
		`Run its tests with: mcp-tui test '${folder}/Ada'\\''s tests.yaml'`,
	);
});

it('/export says that nothing was said yet, where that is so', async () => {
	const {said, written} = start({isEmpty: true});
	expect(await said('/export')).toBe('There is nothing to export yet. Send a message first.');
	expect(written()).toEqual([]);
});

it('/export replaces nothing that is there', async () => {
	const {folder, said} = start();
	writeFileSync(join(folder, 'mine.md'), 'mine');
	expect(await said('/export markdown mine.md')).toBe(
		`${join(folder, 'mine.md')} exists already. Name another file: /export markdown <file>`,
	);
	expect(readFileSync(join(folder, 'mine.md'), 'utf8')).toBe('mine');
});

it('/export says what it writes when it is asked for something else', async () => {
	const {said, written} = start();
	expect(await said('/export htlm')).toBe(
		'/export writes markdown, json, html, test, and a file after that; "htlm" is none of them. Did you mean html?',
	);
	expect(written()).toEqual([]);
});

it('/export says where no session is kept', async () => {
	const {app, until} = createAppHarness();
	app.submit('/export');
	await until(({noticeCount}) => noticeCount > 0);
	expect([...app.getState().items, ...app.getState().heldNotices].at(-1)).toMatchObject({
		text: 'No session is kept here.',
	});
});

it('/export offers its formats', () => {
	const {app} = createAppHarness();
	expect(app.getState().sessionId).not.toBe('');
	expect(argumentsOf('export', {} as never)).toEqual(['markdown', 'json', 'html', 'test']);
});
