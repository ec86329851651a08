import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {bytesOf, startOf, turnOf} from '../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../helpers/temporary-folder.ts';

it('mcp-tui sessions lists, shows, searches, exports and deletes', async () => {
	const home = useHome();
	const data = createTemporaryFolder();
	mkdirSync(join(data, 'sessions'));
	const file = join(data, 'sessions', 'one.jsonl');
	writeFileSync(
		file,
		bytesOf([startOf('one'), ...turnOf('Where is the zebra?', 'striped', 'In the savannah.')]),
	);
	const run = (...args: readonly string[]) =>
		runProgram(home, ['sessions', ...args], {env: {MCP_TUI_HOME: data}});
	const listed = await run('list', '--json');
	expect(JSON.parse(listed.stdout)).toMatchObject([
		{sessionId: 'one', title: 'Where is the zebra?', messages: 1},
	]);
	expect((await run('show', 'one')).stdout).toContain(
		'> Where is the zebra?\n\n[files read: succeeded]\n\nIn the savannah.',
	);
	expect(await run('search', 'SAVANNAH')).toMatchObject({code: 0, stdout: 'one  In the savannah.\n'});
	expect(await run('search', 'nobody')).toMatchObject({code: 1, stdout: ''});
	const out = join(data, 'out.html');
	expect(await run('export', 'one', '--format', 'html', '-o', out)).toMatchObject({
		code: 0,
		stdout: `${out}\n`,
	});
	expect(readFileSync(out, 'utf8')).toContain('<h1>Where is the zebra?</h1>');
	expect(await run('export', 'one', '--format', 'html', '-o', out)).toMatchObject({code: 1});
	expect(await run('delete', 'one')).toMatchObject({code: 1, stderr: expect.stringContaining('--yes')});
	expect(await run('delete', 'two', '--yes')).toMatchObject({code: 42});
	expect(await run('delete', 'one', '--yes')).toMatchObject({code: 0, stdout: 'Deleted.\n'});
	expect((await run('list')).stderr).toContain('There is no session yet.');
});

it('mcp-tui sessions takes the beginning of an id, and says everywhere alike that there is no such session', async () => {
	const home = useHome();
	const data = createTemporaryFolder();
	mkdirSync(join(data, 'sessions'));
	for (const id of ['20260101-090000-aaaaaa', '20260101-090000-bbbbbb', '20270101-090000-cccccc']) {
		writeFileSync(
			join(data, 'sessions', `${id}.jsonl`),
			bytesOf([startOf(id), ...turnOf(`I am ${id}`, 'r', 'a')]),
		);
	}
	const run = (...args: readonly string[]) => runProgram(home, args, {env: {MCP_TUI_HOME: data}});
	const none = 'There is no session "nope".\nmcp-tui sessions list shows them.\n';
	for (const words of [
		['sessions', 'show', 'nope'],
		['sessions', 'export', 'nope'],
		['sessions', 'delete', 'nope', '--yes'],
		['-p', 'x', '-m', 'demo/tour', '-r', 'nope'],
		['-p', 'x', '-m', 'demo/tour', '-r', 'nope', '--fork'],
	]) {
		expect(await run(...words)).toMatchObject({code: 42, stdout: '', stderr: none});
	}
	expect((await run('sessions', 'show', '2027')).stdout).toContain('I am 20270101-090000-cccccc');
	expect(await run('sessions', 'show', '2026')).toMatchObject({
		code: 42,
		stderr: expect.stringContaining('20260101-090000-aaaaaa, 20260101-090000-bbbbbb'),
	});
	expect(await run('sessions', 'show', '')).toMatchObject({code: 42});
	expect(await run('sessions', 'delete', '2027', '--yes')).toMatchObject({
		code: 42,
		stderr: expect.stringContaining('at least the first 8 characters'),
	});
	expect(await run('sessions', 'delete', '20270101', '--yes')).toMatchObject({
		code: 0,
		stdout: 'Deleted.\n',
	});
	expect(await run('-p', 'time', '-m', 'demo/tour', '-r', '20260101-090000-b')).toMatchObject({
		stderr: expect.not.stringContaining('There is no session'),
	});
});
