import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {runProgram, useHome} from '../../helpers/run-program.ts';
import {disposeTerminals} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {
	answerWith,
	leave,
	openChat,
	seeQuestion,
	writeConfig,
	writeWords,
} from '../../helpers/trust-program.ts';

afterEach(disposeTerminals);

// Promise 6: "always" is bound to the way to the server and to the definition of the tool; a change suspends it and
// shows the difference.
describe('an "always"', () => {
	it('for a tool holds in the next run, until the command of the server changes, and can be taken back', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}, {name: 'erase'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const model = writeWords(home, {
			add: [{tool: 'notes__add', arguments: {text: 'milk'}}],
			erase: [{tool: 'notes__erase'}],
		});
		const args = ['--model', model];

		const first = await openChat(home, {args});
		await first.submit('add');
		await answerWith(first, 'notes wants to run add', 'a');
		await answerWith(first, 'always this tool', 't');
		await first.waitFor('done: did add with');
		await first.submit('add');
		await first.waitFor(() => notes.calls().length === 2);
		// It is for this tool, and no other.
		await first.submit('erase');
		await answerWith(first, 'notes wants to run erase', 'n');
		await first.waitFor('was not allowed');
		await leave(first);
		const state = join(home.settings, 'state.json');
		expect(JSON.parse(readFileSync(state, 'utf8')).grants).toHaveLength(1);
		expect(statSync(state).mode & 0o777).toBe(0o600);

		// The next run does not ask, with or without a person.
		expect((await runProgram(home, ['-p', 'add', ...args])).code).toBe(0);
		const second = await openChat(home, {args});
		await second.submit('add');
		await second.waitFor('done: did add with');
		expect(notes.calls()).toHaveLength(4);
		await leave(second);

		const moved = {...notes.entry, args: [...notes.entry.args, '--wider']};
		writeConfig(home, {mcpServers: {notes: moved}});
		const alone = await runProgram(home, ['-p', 'add', ...args]);
		expect([alone.code, alone.stderr]).toEqual([
			2,
			expect.stringContaining('your "always" for this tool is suspended'),
		]);
		const third = await openChat(home, {args});
		await third.submit('add');
		const card = await seeQuestion(third, 'notes wants to run add');
		expect(card).toContain('changed since you said "always"');
		expect(card).toContain('--wider');
		expect(notes.calls()).toHaveLength(4);
		third.press('a');
		await answerWith(third, 'always this tool', 't');
		await third.waitFor('done: did add with');
		await third.submit('/approvals');
		await third.waitFor(/✔ notes add +always/);
		third.press('q');
		await third.waitFor('message, or / for commands');
		await third.submit('/approvals revoke 1');
		await third.waitFor(/Not allowed any more:\s+notes add/);
		await third.submit('add');
		await answerWith(third, 'notes wants to run add', 'n');
		await third.waitFor('was not allowed');
		expect(notes.calls()).toHaveLength(5);
		expect(JSON.parse(readFileSync(state, 'utf8')).grants).toEqual([]);
		await leave(third);
	});

	// Promise 35: two instances are safe.
	it('that is given or taken back in one window counts in another', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const args = ['--model', writeWords(home, {add: [{tool: 'notes__add'}]})];
		const [one, other] = await Promise.all([openChat(home, {args}), openChat(home, {args})]);
		await one.submit('add');
		await answerWith(one, 'notes wants to run add', 'a');
		await answerWith(one, 'always this tool', 't');
		await one.waitFor('done: did add');
		await other.submit('add');
		await other.waitFor('done: did add');
		await one.submit('/approvals revoke all');
		await one.waitFor('Not allowed any more:');
		await other.submit('add');
		await answerWith(other, 'notes wants to run add', 'n');
		await other.waitFor('was not allowed');
		expect(notes.calls()).toHaveLength(2);
		await Promise.all([leave(one), leave(other)]);
	});

	it('that was never said is not called changed where a server of --mcp-config is used in another folder', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		const file = join(home.folder, 'servers.json');
		writeFileSync(file, JSON.stringify({mcpServers: {notes: notes.entry}}));
		const args = ['--model', writeWords(home, {add: [{tool: 'notes__add'}]}), '--mcp-config', file];
		const cards: string[] = [];
		for (const name of ['one', 'other']) {
			const cwd = join(home.folder, name);
			mkdirSync(cwd);
			const chat = await openChat(home, {args, cwd});
			await chat.submit('add');
			cards.push(await answerWith(chat, 'notes wants to run add', 'y'));
			await chat.waitFor('done: did add');
			await leave(chat);
		}
		expect(cards.join()).not.toContain('changed');
		const [first, second] = await Promise.all(
			['one', 'other'].map(name =>
				runProgram(home, ['mcp', 'verify', '--mcp-config', file], {cwd: join(home.folder, name)}),
			),
		);
		expect([first?.code, second?.code]).toEqual([0, 0]);
	});

	it('for a server covers the tools that it has today, and asks about one that comes later', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}, {name: 'erase'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const model = writeWords(home, {
			both: [[{tool: 'notes__add'}, {tool: 'notes__erase'}]],
			burn: [{tool: 'notes__burn'}],
		});
		const args = ['--model', model];

		const first = await openChat(home, {args});
		await first.submit('both');
		await answerWith(first, 'notes wants to run add', 'a');
		await answerWith(first, 'always every tool of this server', 's');
		// The other question, which waits already, is answered by it.
		await first.waitFor('done: did erase with');
		await leave(first);

		notes.setTools([{name: 'add'}, {name: 'erase'}, {name: 'burn'}]);
		const second = await openChat(home, {args});
		await second.submit('both');
		await second.waitFor('done: did erase with');
		await second.submit('burn');
		await answerWith(second, 'notes wants to run burn', 'n');
		await second.waitFor('was not allowed');
		const called = notes.calls().map(({tool}) => tool);
		expect(called.sort()).toEqual(['add', 'add', 'erase', 'erase']);
		await leave(second);
	});
});

// RFC-009, scenario "Execute MCP tool during chat": each call asks unless the user said otherwise.
describe('what is allowed for a session', () => {
	it('holds until the program ends, as does the mode, also where the session goes on later', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const model = writeWords(home, {add: [{tool: 'notes__add'}]});
		const first = await openChat(home, {args: ['--model', model]});
		await first.submit('add');
		await answerWith(first, 'notes wants to run add', 's');
		await first.waitFor('done: did add');
		await first.submit('add');
		await first.waitFor(() => notes.calls().length === 2);
		first.press('shift+tab', 'shift+tab');
		await first.waitFor('auto ·');
		await leave(first);

		const second = await openChat(home, {args: ['--model', model, '-c']});
		await second.waitFor('always-ask ·');
		// The same word stands twice above: only the third is the draft, and enter in one piece with it would not send it.
		second.type('add');
		await second.waitFor(lines => lines.filter(line => line === '› add').length === 3);
		second.press('enter');
		await answerWith(second, 'notes wants to run add', 'n');
		await second.waitFor('was not allowed');
		expect(notes.calls()).toHaveLength(2);
		await leave(second);
	});
});

// Promise 4: the JSON sent equals the JSON shown or edited.
describe('edited arguments', () => {
	it('reach the server exactly as they were written, and the model is told', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const model = writeWords(home, {add: [{tool: 'notes__add', arguments: {text: 'milk'}}]});
		const terminal = await openChat(home, {args: ['--model', model]});
		await terminal.submit('add');
		await answerWith(terminal, 'notes wants to run add', 'e');
		await seeQuestion(terminal, 'notes is to run add');
		terminal.press('ctrl+t');
		await seeQuestion(terminal, 'valid JSON');
		terminal.press('pagedown', 'end', ...Array.from({length: 40}, () => 'backspace'));
		await terminal.waitFor('empty');
		terminal.paste('{"text": "bread and 12 €", "deep": {"list": [1, null, true]}');
		await terminal.waitFor(/✘ line \d+, column \d+/);
		terminal.press('enter');
		terminal.type('}');
		await seeQuestion(terminal, 'valid JSON');
		expect(notes.calls()).toEqual([]);
		terminal.press('enter');
		await terminal.waitFor('done: ');
		const written = {text: 'bread and 12 €', deep: {list: [1, null, true]}};
		expect(notes.calls()).toEqual([{tool: 'add', arguments: written}]);
		await terminal.waitForStable();
		const shown = terminal.scrollback().join('\n');
		expect(shown).toContain('arguments changed by you');
		expect(shown).toContain('The user changed the arguments before this ran');
		await leave(terminal);
	});
});
