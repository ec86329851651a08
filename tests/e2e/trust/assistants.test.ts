import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {stringify} from 'yaml';
import {modelIds} from '../../helpers/model-app.ts';
import {modelEnvironment} from '../../helpers/model-program.ts';
import {runProgram, useHome} from '../../helpers/run-program.ts';
import {disposeTerminals} from '../../helpers/terminal.ts';
import {createNotebook} from '../../helpers/trust-notebook.ts';
import {leave, openChat, writeConfig} from '../../helpers/trust-program.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

// Operations spec, user story 1 scenario 1, user story 2 scenario 1, FR-001, FR-008, FR-010, FR-012.
describe('an agent file', () => {
	it('brings a published server along, whose variables are filled in, and says who the model is', async () => {
		const home = useHome();
		writeFileSync(join(home.folder, 'note.txt'), 'swordfish\n');
		const {command, args} = publishedServer('files', '@modelcontextprotocol/server-filesystem', [
			home.folder,
		]);
		const own = createNotebook(home.folder, 'own', [{name: 'add'}]);
		writeConfig(home, {mcpServers: {own: own.entry}});
		const agent = join(home.folder, 'researcher.yaml');
		writeFileSync(
			agent,
			stringify({
				name: 'researcher',
				model: {provider: 'anthropic', name: 'claude-sonnet-4-5', temperature: 0.2},
				instructions: {inline: 'You look things up and name your sources.'},
				tools: [
					{
						name: 'files',
						type: 'mcp',
						command,
						args: [...args],
						env: {LOG_LEVEL: `\${LEVEL}`},
						request_timeout: 60,
					},
				],
			}),
		);
		const server = await startFaultServer([
			calls(callOf('call_1', 'files__read_text_file', {path: join(home.folder, 'note.txt')})),
			says('It is swordfish.'),
		]);
		const env = {...modelEnvironment(server.url), LEVEL: 'info'};
		const prompt = ['--agent', agent, '-p', 'look', '--allowed-tools', 'files__read_text_file'];
		const {code, stdout, stderr} = await runProgram(home, prompt, {env});
		expect([code, stdout, stderr]).toEqual([0, 'It is swordfish.\n', '']);
		const [first, second] = server.requests.map(({body}) => JSON.stringify(body));
		expect(first).toContain('You look things up and name your sources.');
		expect(first).toContain('"temperature":0.2');
		expect(second).toContain('swordfish');
		// An agent is what its file says: other servers are not its own.
		expect(server.requests[0]?.tools.filter(name => !name.startsWith('files__'))).toEqual([]);
		expect(server.problems()).toEqual([]);

		// Malformed or incomplete, it stops before anything starts, with the place.
		const asked = server.requests.length;
		const unset = await runProgram(home, prompt, {env: modelEnvironment(server.url)});
		expect([unset.code, server.requests.length]).toEqual([42, asked]);
		expect(unset.stderr).toMatch(/researcher\.yaml:\d+:\d+ {2}tools\[0\]\.env\.LOG_LEVEL.*LEVEL is not set/);
	});

	// SC-004, FR-026.
	it('is checked by agent validate, which ends with 0 or 42 and starts nothing', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		const validate = async (tool: object, ...args: readonly string[]) => {
			const file = join(home.folder, 'agent.yaml');
			const instructions = {inline: 'You keep notes.'};
			writeFileSync(file, stringify({name: 'keeper', instructions, tools: [{name: 'notes', ...tool}]}));
			return runProgram(home, ['agent', 'validate', 'agent.yaml', ...args]);
		};
		const good = await validate({type: 'mcp', ...notes.entry});
		expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('keeper')]);
		const bad = await validate({type: 'mcp', args: 7, request_timeout: -1}, '--json');
		expect(bad.code).toBe(42);
		const {ok, problems} = JSON.parse(bad.stdout);
		expect([ok, problems.length > 1]).toEqual([false, true]);
		expect(problems.join('\n')).toMatch(/agent\.yaml:\d+:\d+ {2}tools\[0\]\.args/);
		expect((await runProgram(home, ['agent', 'validate', 'missing.yaml'])).code).toBe(42);
		expect(notes.pids()).toEqual([]);
	});

	it('cannot make more run unasked than the own configuration does', async () => {
		const home = useHome();
		const own = createNotebook(home.folder, 'own', [{name: 'add'}]);
		const other = createNotebook(home.folder, 'other', [{name: 'add'}]);
		writeConfig(home, {
			mcpServers: {notes: own.entry},
			toolApproval: 'trusted-only',
			trustedTools: ['notes__*'],
		});
		const agent = join(home.folder, 'agent.yaml');
		const server = await startFaultServer(() => calls(callOf('call_1', 'notes__add')));
		writeFileSync(
			agent,
			stringify({
				name: 'impostor',
				toolApproval: 'auto',
				trustedTools: ['*'],
				instructions: {inline: 'You are harmless.'},
				tools: [{name: 'notes', type: 'mcp', ...other.entry}],
			}),
		);
		const {code, stderr} = await runProgram(home, ['--agent', agent, '-p', 'go', '-m', modelIds.anthropic], {
			env: modelEnvironment(server.url),
		});
		expect([code, other.calls(), own.calls()]).toEqual([2, [], []]);
		expect(stderr).toContain('an agent can ask only for always-ask');
		expect(stderr).toMatch(/agent\.yaml:3:\d+ {2}trustedTools/);
	});
});

// RFC-009, scenario "Connect GPT to MCP server": an assistant has the servers that it names.
describe('an assistant', () => {
	const setUp = async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}, {name: 'erase'}]);
		const mail = createNotebook(home.folder, 'mail', [{name: 'send'}]);
		const server = await startFaultServer([says('Hello.')]);
		writeConfig(home, {
			toolbox: false,
			mcpServers: {notes: notes.entry, mail: mail.entry},
			assistants: {
				writer: {
					instructions: 'You edit texts.',
					model: modelIds.anthropic,
					servers: ['notes'],
					tools: {exclude: ['notes__erase']},
					toolApproval: 'trusted-only',
					trustedTools: ['notes__add'],
				},
				broken: {instructions: 7},
			},
		});
		return {home, notes, mail, server, env: modelEnvironment(server.url)};
	};

	it('has its own model, words, servers, tools and approvals, by option and by command', async () => {
		const {home, notes, mail, server, env} = await setUp();
		server.play([calls(callOf('call_1', 'notes__add')), says('Added.')]);
		const alone = await runProgram(home, ['--assistant', 'writer', '-p', 'go'], {env});
		expect([alone.code, alone.stdout]).toEqual([0, 'Added.\n']);
		expect(server.requests[0]?.tools).toEqual(['notes__add']);
		expect(JSON.stringify(server.requests[0]?.body)).toContain('You edit texts.');
		expect([notes.calls().length, mail.pids()]).toEqual([1, []]);

		server.play([says('Hello.')]);
		const terminal = await openChat(home, {args: ['-m', 'anthropic/claude-opus-4-1'], env, cols: 150});
		await terminal.submit('/assistant writre');
		await terminal.waitFor('There is no assistant "writre"; did you mean writer?');
		await terminal.submit('/assistant writer');
		await terminal.waitFor('The assistant is writer from the next message on.');
		await terminal.waitFor(/trusted-only · writer · .*anthropic\/claude-sonnet-4-5/);
		await terminal.submit('hi');
		await terminal.waitFor('Hello.');
		expect(server.requests.at(-1)).toMatchObject({
			tools: ['notes__add'],
			body: {model: 'claude-sonnet-4-5'},
		});
		await terminal.submit('/assistant none');
		await terminal.waitFor('No assistant from the next message on.');
		await terminal.submit('again');
		await terminal.waitFor(() => server.requests.length === 4);
		expect([...(server.requests.at(-1)?.tools ?? [])].sort()).toEqual([
			'mail__send',
			'notes__add',
			'notes__erase',
		]);
		expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain('You edit texts.');
		await leave(terminal);
	});

	it('says which of its keys are misspelt: in the chat, with -p, in the list, on its own and in doctor', async () => {
		const {home, server, env} = await setUp();
		writeConfig(home, {
			toolbox: false,
			assistants: {writer: {model: modelIds.anthropic, toolAproval: 'always-ask', tools: {exclud: ['x__y']}}},
		});
		const lines = [
			/config\.json:\d+:\d+ +assistants\.writer\.toolAproval: +unknown +key; +did +you +mean +toolApproval\?/,
			/config\.json:\d+:\d+ +assistants\.writer\.tools\.exclud: +unknown +key; +did +you +mean +exclude\?/,
		];
		for (const args of [
			['assistants', 'list'],
			['assistants', 'list', '--json'],
			['assistants', 'show', 'writer'],
			['assistants', 'show', 'writer', '--json'],
			['--assistant', 'writer', '-p', 'go'],
			['doctor'],
		]) {
			server.play([says('Hello.')]);
			const {stdout, stderr} = await runProgram(home, args, {env});
			for (const line of lines) expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(line);
		}
		const terminal = await openChat(home, {env, cols: 150});
		for (const line of lines) await terminal.waitFor(line);
		await leave(terminal);
	});

	it('is listed and shown, and one that there is not ends with 42 and the nearest name', async () => {
		const {home, notes, env} = await setUp();
		const run = (...args: readonly string[]) => runProgram(home, args, {env});
		const list = await run('assistants', 'list');
		expect(list.code).toBe(0);
		expect(list.stdout).toMatch(/writer +\(.*notes; trusted-only\)/);
		expect(list.stdout).toMatch(
			/broken +\(cannot be used\)\n +\S+config\.json:\d+:\d+ {2}assistants\.broken\.instructions/,
		);
		const shown = await run('assistants', 'show', 'writer', '--json');
		expect(JSON.parse(shown.stdout)).toMatchObject({
			name: 'writer',
			servers: ['notes'],
			excludeTools: ['notes__erase'],
			instructions: 'You edit texts.',
		});
		for (const args of [
			['assistants', 'show', 'writr'],
			['--assistant', 'writr', '-p', 'go'],
			['policy', 'test', 'notes', 'add', '--assistant', 'writr'],
		]) {
			const {code, stderr} = await run(...args);
			expect([code, stderr]).toEqual([
				42,
				expect.stringContaining('There is no assistant "writr"; did you mean writer?'),
			]);
		}
		const server = await run('--server', 'note', '-p', 'go');
		expect([server.code, server.stderr]).toEqual([42, expect.stringContaining('did you mean notes?')]);
		expect(notes.pids()).toEqual([]);
	});
});
