import {type ChildProcess, execFile, spawn, spawnSync} from 'node:child_process';
import {closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {serverFile} from '../helpers/mcp-servers.ts';
import {findByEnvironment, waitUntilGone} from '../helpers/processes.ts';
import {programNode} from '../helpers/program-node.ts';
import {builtProgram} from '../helpers/terminal.ts';
import {createTestHome, type TestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

type Run = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

const homes: TestHome[] = [];
const newHome = (): TestHome => {
	const home = createTestHome();
	homes.push(home);
	return home;
};
afterEach(() => {
	for (const home of homes.splice(0)) {
		home.remove();
	}
});

const run = (home: TestHome, args: readonly string[], stdin = ''): Promise<Run> =>
	new Promise(resolve => {
		const child: ChildProcess = execFile(
			programNode,
			[builtProgram, ...args],
			{env: home.env, cwd: home.folder},
			(_error, stdout, stderr) => resolve({code: child.exitCode, stdout, stderr}),
		);
		child.stdin?.end(stdin);
	});

const tour = ['--model', 'demo/tour'];

describe('mcp-tui -p', () => {
	it('prints the answer of a turn that called a real tool', async () => {
		const home = newHome();
		const {code, stdout, stderr} = await run(home, ['-p', 'time', ...tour, '--approval', 'auto']);
		expect(stderr).toBe('');
		expect(code).toBe(0);
		expect(stdout).toMatch(/> \w+day, \d{4}-\d\d-\d\d/);
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('tells servers that they cannot ask the user, and names tools that it left out', async () => {
		const home = newHome();
		mkdirSync(home.settings, {recursive: true});
		const recorder = {command: process.execPath, args: [serverFile('recorder'), home.folder]};
		writeFileSync(join(home.settings, 'config.json'), JSON.stringify({mcpServers: {recorder}}));
		const script = {pace: 0, turns: [{match: 'hi', steps: [{say: 'hello'}]}]};
		const model = writeDemoScript(join(home.folder, 'model'), script);
		const {code, stderr} = await run(home, ['-p', 'hi', '--model', model, '--mode', 'plan']);
		expect(code).toBe(0);
		const {capabilities} = JSON.parse(readFileSync(join(home.folder, 'handshake.json'), 'utf8'));
		expect(Object.keys(capabilities)).toEqual(expect.arrayContaining(['sampling', 'roots']));
		expect(capabilities).not.toHaveProperty('elicitation');
		expect(stderr).toMatch(/^Not offered to the model \(in plan mode .*\): .*say of recorder.*\.$/m);
	});

	it('prints one object with the fields that scripts rely on', async () => {
		const {code, stdout} = await run(newHome(), [
			'-p',
			'error',
			...tour,
			'--approval',
			'auto',
			'--output-format',
			'json',
		]);
		const result = JSON.parse(stdout);
		expect(code).toBe(0);
		expect(Object.keys(result)).toEqual([
			'type',
			'ok',
			'text',
			'toolCalls',
			'usage',
			'steps',
			'sessionId',
			'model',
		]);
		expect(result).toMatchObject({type: 'result', ok: true, steps: 4, model: 'demo/tour'});
		expect(result.toolCalls.map((call: {status: string}) => call.status)).toEqual([
			'failed',
			'succeeded',
			'succeeded',
		]);
		expect(result.toolCalls[0]).toMatchObject({
			server: 'toolbox',
			tool: 'read-file',
			arguments: {path: 'meeting.md'},
			error: {code: 'tool-error'},
			durationMs: expect.any(Number),
		});
		expect(result.toolCalls[2].result.content[0].text).toContain('Release on Thursday');
		expect(result.text).toContain('Thursday');
	});

	it('prints every event as it happens and ends with the result', async () => {
		const {stdout} = await run(newHome(), [
			'-p',
			'time',
			...tour,
			'--approval',
			'auto',
			'--output-format',
			'stream-json',
		]);
		const types = stdout
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line).type);
		expect(types[0]).toBe('session-started');
		expect(types).toContain('answer-streamed');
		expect(types.indexOf('call-started')).toBeLessThan(types.indexOf('call-succeeded'));
		expect(types.at(-1)).toBe('result');
	});

	it('ends with 2 when a call needs an approval, and says what would allow it', async () => {
		const {code, stderr} = await run(newHome(), ['-p', 'time', ...tour]);
		expect(code).toBe(2);
		expect(stderr).toContain('toolbox wants to run current-time');
		expect(stderr).toContain('--allowed-tools "toolbox__current-time"');
	});

	it('runs what --allowed-tools names and nothing that --disallowed-tools names', async () => {
		const allowed = await run(newHome(), ['-p', 'time', ...tour, '--allowed-tools', 'toolbox__*']);
		expect(allowed.code).toBe(0);
		const denied = await run(newHome(), [
			'-p',
			'time',
			...tour,
			'--allowed-tools',
			'toolbox__*',
			'--disallowed-tools',
			'*__current-time',
		]);
		expect(denied.code).toBe(0);
		expect(denied.stdout).toContain('You said no');
	});

	it('ends with 53 when the steps run out', async () => {
		const {code, stderr} = await run(newHome(), [
			'-p',
			'error',
			...tour,
			'--approval',
			'auto',
			'--max-steps',
			'2',
		]);
		expect(code).toBe(53);
		expect(stderr).toContain('--max-steps');
	});

	it('appends what is piped in to the prompt', async () => {
		const home = newHome();
		writeFileSync(join(home.folder, 'echo.yaml'), 'pace: 0\nturns: [{steps: [{say: "<{{prompt}}>"}]}]\n');
		const {stdout} = await run(home, ['-p', 'sum up', '--model', 'demo/./echo.yaml'], 'piped text\n');
		expect(stdout).toBe('<sum up\n\npiped text\n>\n');
	});

	it('fails the turn and runs nothing when the stream is cut', async () => {
		const home = newHome();
		writeFileSync(
			join(home.folder, 'cut.yaml'),
			'pace: 0\nturns: [{steps: [{say: "half", calls: [{tool: toolbox__write-file}], cut: true}]}]\n',
		);
		const {code, stdout, stderr} = await run(home, [
			'-p',
			'go',
			'--model',
			'demo/./cut.yaml',
			'--approval',
			'auto',
			'--output-format',
			'json',
		]);
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({ok: false, toolCalls: [], error: {code: 'cut'}});
		expect(stderr).toContain('Nothing was run');
	});

	it('goes on with an earlier session and counts what is damaged in it', async () => {
		const home = newHome();
		const args = [...tour, '--approval', 'auto'];
		await run(home, ['-p', 'Show me around', ...args]);
		const folder = join(home.settings, 'sessions');
		const [name = ''] = readdirSync(folder).filter(entry => entry.endsWith('.jsonl'));
		const file = join(folder, name);
		writeFileSync(file, readFileSync(file, 'utf8').replace('answer-streamed', 'answer-strXamed'));
		const next = await run(home, ['-c', '-p', 'go on', ...args]);
		expect(next.code).toBe(0);
		expect(next.stderr).toContain('Skipped 1 damaged line');
		// The second stop of the tour, because the model was shown the first one.
		expect(next.stdout).toContain('1720.4');
		expect(readdirSync(folder).filter(entry => entry.endsWith('.jsonl'))).toEqual([name]);
		// Whoever reads the log later knows which program wrote each part of it.
		const opened = readFileSync(file, 'utf8')
			.split('\n')
			.flatMap(line => /"type":"(session-(?:started|resumed))".*?"version":"([^"]+)"/.exec(line) ?? [])
			.filter(part => !part.startsWith('"'));
		const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
		expect(opened).toEqual(['session-started', version, 'session-resumed', version]);
	});

	it('runs many calls at once without a warning', async () => {
		const home = newHome();
		const call = {tool: 'echo__echo', arguments: {text: 'hi'}};
		const calls = Array.from({length: 24}, () => call);
		writeDemoScript(home.folder, {pace: 0, turns: [{steps: [{calls}, {say: 'done'}]}]});
		writeFileSync(
			join(home.folder, 'servers.json'),
			JSON.stringify({mcpServers: {echo: {command: process.execPath, args: [serverFile('echo')]}}}),
		);
		const args = ['-p', 'go', '--model', 'demo/./script.yaml', '--mcp-config', 'servers.json'];
		const {code, stdout, stderr} = await run(home, [...args, '--approval', 'auto']);
		expect([code, stdout, stderr]).toEqual([0, 'done\n', '']);
	});

	it('has the code and the data of an error that a server answers with, for the model and in the log too', async () => {
		const home = newHome();
		writeDemoScript(home.folder, {
			pace: 0,
			turns: [{steps: [{calls: [{tool: 's__fail', arguments: {}}]}, {say: 'done'}]}],
		});
		const entry = {command: process.execPath, args: [serverFile('protocol-errors')]};
		writeFileSync(join(home.folder, 'servers.json'), JSON.stringify({mcpServers: {s: entry}}));
		const args = ['-p', 'go', '--model', 'demo/./script.yaml', '--mcp-config', 'servers.json'];
		const {stdout} = await run(home, [...args, '--approval', 'auto', '--output-format', 'json']);
		const {toolCalls, sessionId} = JSON.parse(stdout);
		const message =
			'Server "s" answered the call of "fail" with MCP error -32050: custom rpc (data: {"why":"x"})';
		expect(toolCalls).toMatchObject([{error: {message, rpc: {code: -32050, data: {why: 'x'}}}}]);
		await run(home, ['sessions', 'export', sessionId, '--format', 'json', '-o', 'log.json']);
		expect(readFileSync(join(home.folder, 'log.json'), 'utf8')).toContain('-32050: custom rpc');
	});

	it('says that another model can go on with a session whose own is gone', async () => {
		const home = newHome();
		writeDemoScript(home.folder, {pace: 0, turns: [{steps: [{say: 'done'}]}]});
		await run(home, ['-p', 'go', '--model', 'demo/./script.yaml']);
		rmSync(join(home.folder, 'script.yaml'));
		const {code, stderr} = await run(home, ['-c', '-p', 'go on']);
		expect(code).toBe(42);
		expect(stderr).toContain('Cannot read the demo script ./script.yaml');
		expect(stderr).toContain('It is the model of this session: -m chooses another.');
		expect((await run(home, ['-c', '-p', 'go on', ...tour, '--approval', 'auto'])).code).toBe(0);
	});

	it('is interrupted when its terminal goes away, and still prints its object', async () => {
		const home = newHome();
		writeDemoScript(home.folder, {pace: 1, turns: [{steps: [{say: 'word '.repeat(200)}]}]});
		const args = ['-p', 'go', '--model', 'demo/./script.yaml', '--output-format', 'stream-json'];
		const child = spawn(programNode, [builtProgram, ...args], {
			env: home.env,
			cwd: home.folder,
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		let stdout = '';
		child.stdout.on('data', chunk => {
			stdout += String(chunk);
		});
		const ended = new Promise(resolve => child.on('close', resolve));
		await waitUntil(() => stdout.includes('"answer-streamed"'));
		child.kill('SIGHUP');
		await expect(ended).resolves.toBe(1);
		expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
			type: 'result',
			error: {code: 'interrupted'},
		});
	});

	it.skipIf(process.platform !== 'linux').each(['text', 'json', 'stream-json'])(
		'ends with 1 and a sentence when its output cannot be written, as %s',
		format => {
			const home = newHome();
			writeDemoScript(home.folder, {pace: 0, turns: [{steps: [{say: 'lost'}]}]});
			const full = openSync('/dev/full', 'w');
			const args = ['-p', 'go', '--model', 'demo/./script.yaml', '--output-format', format];
			const {status, signal, stderr} = spawnSync(programNode, [builtProgram, ...args], {
				env: home.env,
				cwd: home.folder,
				encoding: 'utf8',
				stdio: ['ignore', full, 'pipe'],
			});
			closeSync(full);
			expect([status, signal]).toEqual([1, null]);
			expect(stderr).toContain('The output could not be written: ENOSPC');
		},
	);

	it('answers although the session cannot be saved', async () => {
		const home = newHome();
		writeFileSync(join(home.folder, 'script.yaml'), 'turns: [{steps: [{say: "still here"}]}]\n');
		writeFileSync(join(home.folder, 'a-file'), '');
		const blocked = {...home, env: {...home.env, MCP_TUI_HOME: join(home.folder, 'a-file')}};
		const {code, stdout} = await run(blocked, ['-p', 'hello', '--model', 'demo/./script.yaml']);
		expect([code, stdout]).toEqual([0, 'still here\n']);
	});
});
