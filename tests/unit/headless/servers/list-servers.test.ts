import {describe, expect, it} from 'vitest';
import {createSecret} from '../../../../source/domain/secret.ts';
import {listServers} from '../../../../source/headless/servers/list-servers.ts';
import {showServer} from '../../../../source/headless/servers/show-server.ts';
import {testServer} from '../../../../source/headless/servers/test-server.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {
	createFakeRun,
	createRecorder,
	failedWith,
	httpServer,
	readyWith,
	signal,
	stdioServer,
} from './fake-run.ts';

const configs = () => [
	stdioServer('good', {source: '/home/ada/config.json'}),
	stdioServer('bad', {source: '/home/ada/config.json'}),
	stdioServer('off', {disabled: true}),
	httpServer('web', {source: '/project/.mcp.json'}),
];

const some = () =>
	createFakeRun({
		configs,
		refused: [
			{
				name: 'wrong',
				source: '/project/.mcp.json',
				problems: ['/project/.mcp.json:3:5  mcpServers.wrong: no'],
			},
		],
		after: {
			good: readyWith(2),
			bad: failedWith('bad'),
			web: {
				type: 'needs-sign-in',
				failure: {code: 'needs-sign-in', message: 'Server "web" wants to know you.'},
			},
		},
	});

describe('mcp list', () => {
	it('shows every server under its file, with how it is and why', async () => {
		const run = some();
		const {output, out, err} = createRecorder();
		expect(await listServers({run, output, connects: true}, signal)).toBe(0);
		expect(out()).toBe(
			[
				'/home/ada/config.json',
				'  ✔ good   stdio  node echo.mjs  (2 tools)',
				'  ✘ bad    stdio  node echo.mjs  (failed)',
				'      Server "bad" exited with code 1.',
				'      Look at its log.',
				'other servers',
				'  - off    stdio  node echo.mjs  (disabled)',
				'/project/.mcp.json',
				'  ! web    http  https://a.example/mcp  (needs sign-in)',
				'      Server "web" wants to know you.',
				'  ✘ wrong  (cannot be used)',
				'      /project/.mcp.json:3:5  mcpServers.wrong: no',
				'',
			].join('\n'),
		);
		expect(err()).toBe('');
		expect(run.started).toEqual(['good', 'bad', 'web']);
	});

	it('starts nothing when it is told not to connect', async () => {
		const run = some();
		const {output, json} = createRecorder(true);
		await listServers({run, output, connects: false}, signal);
		expect(run.started).toEqual([]);
		expect(json()).toMatchObject([
			{name: 'good', status: 'idle'},
			{name: 'bad', status: 'idle'},
			{name: 'off', status: 'disabled'},
			{name: 'web', status: 'idle'},
			{name: 'wrong', status: 'invalid', problems: ['/project/.mcp.json:3:5  mcpServers.wrong: no']},
		]);
	});

	it('gives scripts an array with fields they can rely on', async () => {
		const {output, json} = createRecorder(true);
		await listServers({run: some(), output, connects: true}, signal);
		expect(json()).toMatchObject([
			{
				name: 'good',
				transport: 'stdio',
				target: 'node echo.mjs',
				source: '/home/ada/config.json',
				status: 'ready',
				toolCount: 2,
				promptCount: 0,
				resourceCount: 0,
				protocolVersion: '2025-11-25',
				serverInfo: {name: 'echo', version: '1.0.0'},
			},
			{name: 'bad', status: 'failed', error: {code: 'server-exited'}, stderr: ['boom']},
			{name: 'off', status: 'disabled'},
			{name: 'web', transport: 'http', status: 'needs-sign-in'},
			{name: 'wrong', status: 'invalid'},
		]);
	});

	it('says how to add the first server', async () => {
		const {output, out, err} = createRecorder();
		await listServers({run: createFakeRun(), output, connects: true}, signal);
		expect([out(), err()]).toEqual([
			'',
			'No server is configured. Add one: mcp-tui mcp add <name> <command|url>\n',
		]);
	});

	it('keeps a name that a file gives from acting on the terminal', async () => {
		const run = createFakeRun({configs: () => [stdioServer('a\u001b]0;x\u0007b\nc')]});
		const {output, out} = createRecorder(false, true);
		await listServers({run, output, connects: false}, signal);
		expect(out()).toContain('ab⏎c');
		expect(out()).not.toContain('\u001b');
	});
});

describe('a server that waits for trust', () => {
	const waiting = {
		name: 'web',
		source: '/p/.mcp.json',
		problems: ['/p/.mcp.json  not trusted yet, so nothing of it is started or contacted: npx web'],
		isUntrusted: true,
	} as const;
	const advice = 'Start mcp-tui here to look at it, or add --trust-project.';

	it('is listed as not trusted, not as one that cannot be used', async () => {
		const run = createFakeRun({refused: [waiting]});
		const {output, out} = createRecorder();
		expect(await listServers({run, output, connects: true}, signal)).toBe(0);
		expect(out()).toBe(
			`/p/.mcp.json\n  - web  (not trusted)\n      ${waiting.problems[0]}\n      ${advice}\n`,
		);
		const script = createRecorder(true);
		await listServers({run, output: script.output, connects: true}, signal);
		expect(script.json()).toMatchObject([{name: 'web', status: 'untrusted', problems: waiting.problems}]);
	});

	it.each([
		[
			'mcp get',
			(options: Parameters<typeof testServer>[0]) => showServer({...options, connects: true}, signal),
		],
		['mcp test', (options: Parameters<typeof testServer>[0]) => testServer(options, signal)],
	])('is refused by %s with the way to trust it', async (_, command) => {
		const {output, err} = createRecorder();
		const run = createFakeRun({refused: [waiting]});
		expect(await command({run, output, name: 'web'})).toBe(42);
		expect(err()).toBe(
			`Server "web" comes with this folder, and you have not trusted it:\n${waiting.problems[0]}\n${advice}\n`,
		);
	});

	it('is not offered again to whoever did not want it', async () => {
		const {output, err} = createRecorder();
		const run = createFakeRun({refused: [{...waiting, isUnwanted: true}]});
		await testServer({run, output, name: 'web'}, signal);
		expect(err()).toContain('You have said that you do not want it.');
		expect(err()).not.toContain(advice);
	});
});

describe('mcp get', () => {
	it('shows no secret of the settings, in text and in JSON', async () => {
		const all = () => [
			stdioServer('local', {
				args: ['--token', 'CANARY1', '--port', '80', 'https://u:CANARY2@h/?api_key=CANARY3'],
				env: {API_KEY: 'CANARY4', HOST: 'CANARY5-0123456789-abcdefghijkl', LOG: 'debug'},
			}),
			httpServer('web', {
				url: 'https://u:CANARY6@a.example/mcp?token=CANARY7',
				headers: {'X-Any': 'CANARY8'},
				auth: {type: 'bearer', token: createSecret('CANARY9')},
			}),
		];
		for (const isJson of [false, true]) {
			for (const name of ['local', 'web']) {
				const {output, out, err} = createRecorder(isJson);
				const run = createFakeRun({configs: all});
				expect(await showServer({run, output, name, connects: true}, signal)).toBe(0);
				expect(out() + err()).not.toContain('CANARY');
				expect(out()).toContain(name === 'local' ? 'debug' : 'bearer');
			}
		}
	});

	it('shows the settings as they count and what the server says', async () => {
		const run = createFakeRun({
			configs: () => [stdioServer('good', {cwd: '/srv', protocolVersion: '2025-06-18'})],
			after: {good: {...readyWith(3), type: 'ready', instructions: 'Be kind.'} as never},
		});
		const {output, json} = createRecorder(true);
		await showServer({run, output, name: 'good', connects: true}, signal);
		expect(json()).toMatchObject({
			name: 'good',
			status: 'ready',
			instructions: 'Be kind.',
			settings: {
				command: 'node',
				args: ['echo.mjs'],
				cwd: '/srv',
				timeout: 30_000,
				retryAttempts: 0,
				protocolVersion: '2025-06-18',
			},
		});
	});

	it('suggests the server that was meant', async () => {
		const {output, err} = createRecorder();
		expect(await showServer({run: some(), output, name: 'godo', connects: true}, signal)).toBe(42);
		expect(err()).toBe(
			'There is no server "godo"; did you mean good?\nThere are good, bad, off, web, wrong.\n',
		);
	});

	it('tells what is wrong with an entry that cannot be used', async () => {
		const {output, err} = createRecorder();
		expect(await showServer({run: some(), output, name: 'wrong', connects: true}, signal)).toBe(42);
		expect(err()).toContain('/project/.mcp.json:3:5  mcpServers.wrong: no');
	});
});

describe('mcp test', () => {
	it('shows what the server offers', async () => {
		const run = createFakeRun({
			configs,
			after: {good: readyWith(1)},
			tools: () => [offerTool('good', 'echo', {description: 'Says it back.\nTwice.'})],
		});
		const {output, out} = createRecorder();
		expect(await testServer({run, output, name: 'good'}, signal)).toBe(0);
		expect(out()).toBe('✔ good works: 1 tool (MCP 2025-11-25, stdio)\ntools\n  echo  Says it back.\n');
		expect(run.started).toEqual(['good']);
	});

	it.each([60, 80])('breaks its lines between words in a window of %i columns', async columns => {
		const description =
			'Starts an operation that takes its time, and tells how far it is all the while it runs.';
		const run = createFakeRun({
			configs,
			after: {good: {...readyWith(2), promptCount: 12, resourceCount: 120}},
			tools: () => [
				offerTool('good', 'echo', {description}),
				offerTool('good', 'trigger-long-running-operation', {description}),
			],
		});
		const {output, out} = createRecorder(false, true, columns);
		expect(await testServer({run, output, name: 'good'}, signal)).toBe(0);
		const lines = out().split('\n');
		expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns);
		expect(out().replaceAll(/\s+/g, ' ')).toContain(
			`echo ${description} trigger-long-running-operation ${description}`,
		);
		const below = lines.slice(lines.findIndex(line => line.startsWith('  echo')) + 1);
		expect(below[0]).toMatch(/^ {8,}\S/);
	});

	it('ends with 1, the reason, the hint and what the server printed', async () => {
		const {output, out, err} = createRecorder();
		expect(await testServer({run: some(), output, name: 'bad'}, signal)).toBe(1);
		expect([out(), err()]).toEqual(['', '  boom\nServer "bad" exited with code 1.\nLook at its log.\n']);
	});

	it('gives scripts one object whether it works or not', async () => {
		const {output, json} = createRecorder(true);
		expect(await testServer({run: some(), output, name: 'bad'}, signal)).toBe(1);
		expect(json()).toMatchObject({ok: false, name: 'bad', error: {code: 'server-exited'}, tools: []});
	});

	it('names the command that signs in', async () => {
		const {output, err} = createRecorder();
		expect(await testServer({run: some(), output, name: 'web'}, signal)).toBe(1);
		expect(err()).toContain('mcp-tui mcp login web');
	});

	it('names the command that enables a disabled server', async () => {
		const {output, err} = createRecorder();
		expect(await testServer({run: some(), output, name: 'off'}, signal)).toBe(1);
		expect(err()).toContain('mcp-tui mcp enable off');
	});
});
