import {afterEach, describe, expect, it} from 'vitest';
import {useHome} from '../../helpers/run-program.ts';
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

describe('the approvals of the workbench', () => {
	it('show an "always" with what it covers, and take it back: the next call asks again', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}, {name: 'erase'}]);
		writeConfig(home, {mcpServers: {notes: notes.entry}});
		const model = writeWords(home, {add: [{tool: 'notes__add', arguments: {text: 'milk'}}]});
		const terminal = await openChat(home, {args: ['--model', model]});
		await terminal.submit('add');
		await answerWith(terminal, 'notes wants to run add', 'a');
		await answerWith(terminal, 'always this tool', 't');
		await terminal.waitFor('done: did add with');

		await terminal.submit('/approvals');
		await terminal.waitFor(/✔ notes add +always/);
		terminal.press('w');
		await terminal.waitFor('what if (');
		terminal.type('notes add {"text": "milk"}');
		await terminal.waitFor('"milk"}');
		terminal.press('enter');
		await terminal.waitFor(/verdict +allow/);
		await terminal.waitFor(/because of +your "always" for this tool/);

		terminal.press('down');
		terminal.press('down');
		await terminal.waitFor(/since +\d{4}-\d\d-\d\d/);
		terminal.press('d');
		await seeQuestion(terminal, 'Take back your "always"');
		terminal.press('y');
		await terminal.waitFor('It is taken back');
		expect(terminal.screen().join('\n')).toContain('0 allowed');
		terminal.press('q');
		await terminal.waitFor('message, or / for commands');
		await terminal.submit('add');
		await answerWith(terminal, 'notes wants to run add', 'n');
		await terminal.waitFor('was not allowed');
		expect(notes.calls()).toHaveLength(1);
		await leave(terminal);
	});
});
