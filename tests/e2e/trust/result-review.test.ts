import {afterEach, describe, expect, it} from 'vitest';
import {modelIds} from '../../helpers/model-app.ts';
import {modelEnvironment} from '../../helpers/model-program.ts';
import {runProgram, useHome} from '../../helpers/run-program.ts';
import {disposeTerminals} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {
	answerWith,
	leave,
	openChat,
	seeQuestion,
	textsBelow,
	writeConfig,
} from '../../helpers/trust-program.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const secret = 'the combination is 7-31-19';

const setUp = async () => {
	const home = useHome();
	const mail = createNotebook(home.folder, 'mail', [
		{name: 'plain', says: 'A plain letter.'},
		{name: 'long', says: 'A letter with a slip.'},
		{name: 'secret', says: `Dear friend, ${secret}.`},
	]);
	writeConfig(home, {mcpServers: {mail: mail.entry}, toolApproval: 'auto', reviewResults: ['mail__*']});
	const server = await startFaultServer();
	const call = (tool: string) =>
		server.play([calls(callOf(`call_${tool}`, `mail__${tool}`)), says(`Read ${tool}.`)]);
	const seen = () => JSON.stringify(server.requests.at(-1)?.body.messages);
	return {home, server, call, seen, args: ['-m', modelIds.anthropic], env: modelEnvironment(server.url)};
};

// "Results that you see first" in docs/trust.md.
describe('a result that is reviewed', () => {
	it('goes to the model as it is, edited, or not at all, and what was withheld is kept nowhere', async () => {
		const {home, server, call, seen, args, env} = await setUp();
		const terminal = await openChat(home, {args, env});

		call('plain');
		await terminal.submit('plain');
		await seeQuestion(terminal, 'mail has a result of plain');
		// The model has not been told anything yet.
		expect(server.requests).toHaveLength(1);
		terminal.press('y');
		await terminal.waitFor('Read plain.');
		expect(seen()).toContain('A plain letter.');

		call('long');
		await terminal.submit('long');
		await answerWith(terminal, 'mail has a result of long', 'e');
		await seeQuestion(terminal, 'send it like this');
		terminal.press('end', ...Array.from({length: 5}, () => 'backspace'));
		terminal.type('smile');
		await seeQuestion(terminal, 'A letter with a smile');
		terminal.press('enter');
		await terminal.waitFor('Read long.');
		expect(seen()).toContain('A letter with a smile');
		expect(seen()).not.toContain('slip');

		call('secret');
		await terminal.submit('secret');
		await answerWith(terminal, 'mail has a result of secret', 'w');
		await seeQuestion(terminal, 'a message for the model in its place');
		terminal.type('That is private.');
		await terminal.waitFor('That is private.');
		terminal.press('enter');
		await terminal.waitFor('Read secret.');
		expect(seen()).toContain('[The user withheld this result.] That is private.');
		expect(JSON.stringify(server.requests.map(({body}) => body))).not.toContain(secret);
		expect(server.problems()).toEqual([]);
		await leave(terminal);
		const telling = [...textsBelow(home.settings)].filter(([, text]) => text.includes(secret));
		expect(telling.map(([file]) => file)).toEqual([]);
	});

	it('is withheld where nobody can review it, and the run ends with 2', async () => {
		const {home, server, call, args, env} = await setUp();
		call('secret');
		const {code, stdout, stderr} = await runProgram(home, [...args, '-p', 'secret'], {env});
		expect(code).toBe(2);
		expect(stderr).toContain('The result of secret of mail was withheld from the model');
		const written = [...textsBelow(home.settings).values()].join('\n');
		const requested = JSON.stringify(server.requests.map(({body}) => body));
		expect(`${stdout}${stderr}${written}${requested}`).not.toContain(secret);
	});
});
