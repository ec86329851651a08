import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {
	auto,
	canary,
	exportOf,
	record,
	run,
	setUp,
	streamed,
	transcriptOf,
} from '../helpers/recorded-session.ts';
import {useHome} from '../helpers/run-program.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {builtProgram, disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome, type TestHome} from '../helpers/test-home.ts';
import {callOf, calls, says} from '../servers/models/fault-script.ts';
import {startFaultServer} from '../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const noContact = fileURLToPath(new URL('../helpers/no-contact.cjs', import.meta.url));

let home: TestHome;
let session: Awaited<ReturnType<typeof record>>;
beforeAll(async () => {
	home = createTestHome();
	session = await record(home);
});
afterAll(() => home.remove());

describe('a cassette', () => {
	it('plays a session with a published server again, offline, to the identical transcript', async () => {
		const {cassette, recorded, servers} = session;
		const before = transcriptOf(recorded.stdout);
		const markdown = await exportOf(home, recorded.stdout);
		const text = readFileSync(cassette, 'utf8');
		expect(statSync(cassette).mode & 0o777).toBe(0o600);
		expect(before.said.filter(({type}) => type === 'call-succeeded')).toHaveLength(6);
		expect(before.progress.length).toBeGreaterThan(3);
		expect(markdown).toContain('That was everything.');
		for (const form of [
			canary,
			JSON.stringify(canary).slice(1, -1),
			btoa(canary),
			encodeURIComponent(canary),
		])
			expect(text).not.toContain(form);

		// Another home, no model, no servers, no way to start or to reach anything.
		const away = useHome();
		const copy = join(away.folder, 'copy.jsonl');
		const contacts = join(away.folder, 'contacts.txt');
		writeFileSync(copy, text);
		const env = {NODE_OPTIONS: `--require ${noContact}`, CONTACTS: contacts, PATH: '/nowhere', CANARY: ''};
		const played = await run(away, ['-p', 'go', '--replay', copy, ...streamed], {env});
		expect([played.code, played.stderr]).toEqual([0, recorded.stderr]);
		expect(existsSync(contacts)).toBe(false);
		expect(transcriptOf(played.stdout)).toEqual(before);
		expect(await exportOf(away, played.stdout)).toBe(markdown);

		// The recorded model with the real servers: the same again.
		const live = await run(home, ['-p', 'go', '--replay-model', cassette, ...servers, ...streamed]);
		expect([live.code, live.stderr]).toEqual([0, recorded.stderr]);
		expect(transcriptOf(live.stdout).said).toEqual(before.said);
	});

	it('fails loudly in a script: another prompt, another file, a file that is there', async () => {
		const {cassette, servers} = session;
		const other = await run(home, ['-p', 'stop', '--replay', cassette, '--output-format', 'json']);
		expect(other.code).toBe(1);
		expect(JSON.parse(other.stdout)).toMatchObject({ok: false, error: {code: 'not-recorded'}});
		expect(other.stderr).toContain('has no answer to the message "stop". It goes on with the message "go".');

		const size = statSync(cassette).size;
		const again = await run(home, ['-p', 'go', '--model', 'demo/tour', '--record', cassette]);
		expect([again.code, statSync(cassette).size]).toEqual([42, size]);
		expect(again.stderr).toContain('is there already, and --record overwrites nothing.');

		const clash = await run(home, ['-p', 'go', '--replay', cassette, ...servers]);
		expect([clash.code, clash.stderr]).toEqual([42, expect.stringContaining('leave out --mcp-config')]);

		// The format of the demo, too.
		const demo = await run(home, ['-p', 'go', '--model', `demo/${cassette}`, ...servers, ...auto]);
		expect([demo.code, demo.stdout]).toEqual([0, 'That was everything.\n']);
		const tour = await run(home, ['demo', '-p', 'go', '--replay', cassette, ...auto]);
		expect([tour.code, tour.stdout]).toEqual([0, 'That was everything.\n']);
	});

	it('plays servers for a live model, which hears what was not recorded', async () => {
		const {cassette} = session;
		const provider = await startFaultServer([
			calls(
				callOf('c1', 'everything__get-sum', '{"a":1,"b":2}'),
				callOf('c2', 'everything__get-sum', '{"a":1,"b":3}'),
			),
			says('So it is.'),
		]);
		const env = {OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${provider.url}/v1`};
		const second = join(home.folder, 'second.jsonl');
		const words = ['-p', 'add', '-m', 'openai/gpt-5.4', '--replay-tools', cassette, '--record', second];
		const {code, stdout} = await run(home, [...words, ...auto, '--output-format', 'json'], {env});
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			text: 'So it is.',
			toolCalls: [
				{status: 'succeeded', result: {content: [{text: 'The sum of 1 and 2 is 3.'}]}},
				{
					status: 'failed',
					error: {
						message: expect.stringContaining('The cassette has no call of "get-sum" with {"a":1,"b":3}.'),
					},
				},
			],
		});
		expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('The cassette has no call of');

		// What was recorded with a real provider plays without it.
		const played = await run(home, ['-p', 'add', '--replay', second, ...auto, '--output-format', 'json']);
		expect(transcriptOf(played.stdout)).toEqual(transcriptOf(stdout));
		expect(provider.requests).toHaveLength(2);
	});

	it('can be played as far as it got when the recording is killed', async () => {
		const killed = useHome();
		const long = {tool: 'everything__trigger-long-running-operation', arguments: {duration: 60, steps: 600}};
		const {model, servers, cassette} = setUp(killed, {
			pace: 0,
			turns: [{steps: [{say: 'This takes long.', calls: [long]}, {say: 'Never said.'}]}],
		});
		const words = ['-p', 'go', ...model, ...servers, ...auto, '--record', cassette];
		const child = spawn(process.execPath, [builtProgram, ...words], {
			env: {...killed.env, CANARY: canary},
			cwd: killed.folder,
			stdio: 'ignore',
		});
		const textOf = (): string => (existsSync(cassette) ? readFileSync(cassette, 'utf8') : '');
		await expect.poll(textOf, {timeout: 90_000}).toContain('notifications/progress');
		child.kill('SIGKILL');
		await once(child, 'exit');
		writeFileSync(cassette, textOf().slice(0, -7));

		const played = await run(killed, ['-p', 'go', '--replay', cassette, ...streamed]);
		expect(played.code).toBe(1);
		expect(played.stderr).toContain('1 line cannot be read');
		expect(played.stdout).toContain('This takes long.');
		expect(played.stdout).toContain(
			'The cassette has no answer to this call: the recording or the connection ended before it.',
		);
		expect(JSON.parse(played.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
			ok: false,
			error: {code: 'not-recorded'},
		});
	});

	it('is an MCP server for any other client', async () => {
		const {cassette} = session;
		const which = await run(home, ['mock', cassette]);
		expect([which.code, which.stderr]).toEqual([42, expect.stringContaining('It has: everything, leaky.')]);

		const client = new Client({name: 'somebody', version: '1.0.0'});
		onTestFinished(() => client.close());
		await client.connect(
			new StdioClientTransport({
				command: process.execPath,
				args: [builtProgram, 'mock', cassette, '--server', 'everything'],
				env: {...home.env, NODE_OPTIONS: `--require ${noContact}`, CONTACTS: join(home.folder, 'contacts')},
			}),
		);
		expect(client.getServerVersion()?.name).toBe('mcp-servers/everything');
		const {tools} = await client.listTools();
		expect(tools.map(({name}) => name)).toContain('get-structured-content');
		expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);

		const sum = (b: number) => client.callTool({name: 'get-sum', arguments: {a: 1, b}});
		expect(await sum(2)).toEqual(await sum(2));
		expect(await sum(2)).toMatchObject({content: [{text: 'The sum of 1 and 2 is 3.'}]});
		expect(await sum(7)).toEqual({
			isError: true,
			content: [
				{
					type: 'text',
					text: 'The cassette has no call of "get-sum" with {"a":1,"b":7}. The nearest it has is {"a":1,"b":2}.',
				},
			],
		});
		const told: unknown[] = [];
		const long = {name: 'trigger-long-running-operation', arguments: {duration: 0.6, steps: 3}};
		await client.callTool(long, undefined, {onprogress: progress => told.push(progress)});
		expect(told).toHaveLength(3);
		expect(existsSync(join(home.folder, 'contacts'))).toBe(false);
	});

	it('suggests in the chat what was said, and says where it ends', async () => {
		const {cassette} = session;
		const terminal = startTerminal({home: home.folder, args: ['--replay', cassette, ...auto]});
		await terminal.waitFor('Nothing is contacted');
		await sendSuggestion(terminal, '› go');
		await terminal.waitFor('That was everything.');
		await terminal.submit('and more');
		await terminal.waitFor('has nothing more');
		await terminal.submit('/new');
		await terminal.waitFor('› go');
	});
});
