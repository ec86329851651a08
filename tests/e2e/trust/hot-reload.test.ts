import {appendFileSync, truncateSync, writeFileSync} from 'node:fs';
import {afterEach, describe, expect, it} from 'vitest';
import {isAlive} from '../../helpers/processes.ts';
import {useHome} from '../../helpers/run-program.ts';
import {disposeTerminals} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {
	answerWith,
	configFile,
	leave,
	openChat,
	shownIn,
	writeConfig,
	writeWords,
} from '../../helpers/trust-program.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

afterEach(disposeTerminals);

// "Saving the file" in docs/configuration.md; promise 37 for a file that cannot be read.
describe('a configuration that is saved while the chat runs', () => {
	it('adds, removes and restarts only what has changed, and rules count at once', async () => {
		const home = useHome();
		const kept = createNotebook(home.folder, 'kept', [{name: 'keep'}]);
		const old = createNotebook(home.folder, 'old', [{name: 'age'}]);
		const young = createNotebook(home.folder, 'young', [{name: 'grow'}]);
		writeConfig(home, {mcpServers: {kept: kept.entry, old: old.entry}, toolApproval: 'auto', toolbox: false});
		const model = writeWords(home, {
			kept: [{tool: 'kept__keep'}],
			young: [{tool: 'young__grow'}],
		});
		const terminal = await openChat(home, {args: ['--model', model], cols: 160});
		await terminal.submit('kept');
		await terminal.waitFor('2/2 servers');
		await terminal.waitFor(() => kept.calls().length === 1);
		const [oldPid = 0] = old.pids();
		expect(isAlive(oldPid)).toBe(true);

		writeConfig(home, {
			mcpServers: {kept: kept.entry, young: young.entry},
			toolApproval: 'auto',
			toolbox: false,
		});
		await terminal.waitFor('The configuration was read again: added young; removed old.');
		await terminal.submit('young');
		await terminal.waitFor(() => young.calls().length === 1);
		await waitUntil(() => !isAlive(oldPid));
		expect(kept.pids()).toHaveLength(1);

		// A file that cannot be read changes nothing, and says where it is wrong.
		writeFileSync(configFile(home), '{\n\t"mcpServers": {"kept": oops}\n}\n');
		await terminal.waitFor(/config\.json:2:\d+/);
		await terminal.waitFor('Everything stays as it was until that is corrected.');
		await terminal.submit('kept');
		await terminal.waitFor(() => kept.calls().length === 2);
		expect([kept.pids().length, young.pids().length]).toEqual([1, 1]);

		// Rules.
		writeConfig(home, {
			toolbox: false,
			mcpServers: {kept: kept.entry, young: young.entry},
			approvals: [
				{server: 'kept', decision: 'deny'},
				{server: 'young', decision: 'ask'},
			],
			toolApproval: 'auto',
		});
		await terminal.waitFor('The configuration was read again: 1 problem corrected; approvals changed.');
		await terminal.submit('kept');
		await terminal.waitFor('This call was not allowed (approvals[0] of config.json).');
		await terminal.submit('young');
		await answerWith(terminal, 'asks because: approvals[1] of config.json', 'y');
		await terminal.waitFor(() => young.calls().length === 2);
		expect(kept.calls()).toHaveLength(2);
		expect([kept.pids().length, young.pids().length]).toEqual([1, 1]);

		// One that is reached in another way is started anew, and only that one.
		writeConfig(home, {
			toolbox: false,
			mcpServers: {kept: {...kept.entry, args: [...kept.entry.args, '--more']}, young: young.entry},
			toolApproval: 'auto',
		});
		await terminal.waitFor('The configuration was read again: approvals changed; changed kept.');
		await terminal.submit('kept');
		await terminal.waitFor(() => kept.calls().length === 3);
		expect([kept.pids().length, young.pids().length]).toEqual([2, 1]);
		expect(shownIn(terminal)).toContain('2/2 servers');
		await leave(terminal);
	});

	it('raises no alarm while it is written in two steps, and says when a laxer mode counts', async () => {
		const home = useHome();
		const kept = createNotebook(home.folder, 'kept', [{name: 'keep'}]);
		const content = {mcpServers: {kept: kept.entry}, toolbox: false};
		writeConfig(home, content);
		const model = writeWords(home, {kept: [{tool: 'kept__keep'}]});
		const terminal = await openChat(home, {args: ['--model', model, '--approval', 'auto'], cols: 160});
		await terminal.submit('kept');
		await terminal.waitFor(() => kept.calls().length === 1);
		truncateSync(configFile(home));
		// The half of it is told of by nobody either, for the other half follows.
		const text = JSON.stringify({...content, theme: 'dark'});
		writeFileSync(configFile(home), text.slice(0, 30));
		appendFileSync(configFile(home), text.slice(30));
		await terminal.waitFor('The configuration was read again: the theme changed.');
		expect(terminal.scrollback().join('\n')).not.toMatch(/config\.json:\d|removed kept|Everything stays/);
		expect(kept.pids()).toHaveLength(1);
		await terminal.submit('/approvals always-ask');
		await terminal.waitFor('always-ask');
		writeConfig(home, {...content, theme: 'dark', toolApproval: 'trusted-only'});
		await terminal.waitFor(
			'approval mode trusted-only counts from the next start, or now with /approvals trusted-only.',
		);
		await leave(terminal);
	});

	it('is no news where the chat itself has saved it', async () => {
		const home = useHome();
		writeConfig(home, {toolbox: false, theme: 'light'});
		const terminal = await openChat(home, {
			args: ['--model', writeWords(home, {add: [{tool: 'notes__add'}]})],
		});
		await terminal.submit('/theme');
		await terminal.waitFor('› light');
		await terminal.submit('/theme dark');
		await terminal.waitFor('Theme dark.');
		writeConfig(home, {toolbox: false, theme: 'dark', approvals: [{server: 'notes', decision: 'deny'}]});
		await terminal.waitFor('The configuration was read again: approvals changed.');
		expect(terminal.scrollback().join('\n')).not.toContain('the theme changed');
		writeConfig(home, {toolbox: false, theme: 'none', approvals: [{server: 'notes', decision: 'deny'}]});
		await terminal.waitFor('The configuration was read again: the theme changed.');
		await leave(terminal);
	});

	it('counts for a question that is open already', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const model = writeWords(home, {add: [{tool: 'notes__add'}]});
		const terminal = await openChat(home, {args: ['--model', model]});
		await terminal.submit('add');
		await terminal.waitFor('notes wants to run add');
		writeConfig(home, {
			mcpServers: {notes: notes.entry},
			approvals: [{server: 'notes', tool: 'add', decision: 'deny'}],
		});
		await terminal.waitFor('The configuration was read again: approvals changed.');
		await answerWith(terminal, 'notes wants to run add', 'y');
		await terminal.waitFor('This call was not allowed (approvals[0] of config.json).');
		expect(notes.calls()).toEqual([]);
		await leave(terminal);
	});
});
