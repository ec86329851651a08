import {afterEach, describe, expect, it} from 'vitest';
import {useHome} from '../../helpers/run-program.ts';
import {disposeTerminals} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {answerWith, leave, openChat, seeQuestion, writeConfig, writeWords} from '../../helpers/trust-program.ts';

afterEach(disposeTerminals);

describe('a session that goes on', () => {
	it('does not take over what was allowed until the program ends', async () => {
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
		for (const mode of ['trusted-only', 'auto']) {
			first.press('shift+tab');
			await first.waitFor(mode);
		}
		await leave(first);

		const second = await openChat(home, {args: ['--model', model, '-c']});
		console.log(second.screen().filter(x => x).join('\n'));
		await second.submit('add');
		await second.waitFor(() => notes.calls().length === 3 || second.screen().join().includes('wants to run'));
		console.log(second.screen().filter(x => x).join('\n'));
		await seeQuestion(second, 'notes wants to run add');
	});
});
