import {describe, expect, it} from 'vitest';
import type {ServerConfig, ServerStatus, StdioServer} from '../../../source/domain/server.ts';
import {serverConfig, serverFile, textOf, useServers} from '../../helpers/mcp-servers.ts';

const failedStart = async (config: ServerConfig): Promise<ServerStatus & {readonly type: 'failed'}> => {
	const {connect, status} = useServers([config]);
	await connect();
	const reached = status(config.name);
	if (reached?.type !== 'failed') throw new Error(`The server is ${reached?.type}`);
	return reached;
};

describe('a server that does not start', () => {
	it('names a command line that could not be split into words', async () => {
		const {failure} = await failedStart(serverConfig('weather', {command: 'npx -y "pack', args: []}));
		expect(failure.hint).toContain('It was not split into words. Write the program in "command"');
	});

	it('names a command that is not on PATH', async () => {
		const {failure} = await failedStart(
			serverConfig('weather', {command: 'mcp-tui-no-such-command', args: ['--fast']}),
		);
		expect(failure).toEqual({
			code: 'server-not-found',
			message:
				'Server "weather" could not be started: "mcp-tui-no-such-command" was not found. Command: mcp-tui-no-such-command --fast',
			hint: '"mcp-tui-no-such-command" is not on PATH: install it or give the full path as "command".',
		});
	});

	it('names a file that is not there', async () => {
		const {failure} = await failedStart(serverConfig('weather', {command: '/nowhere/server', args: []}));
		expect(failure.hint).toBe('There is no file /nowhere/server: correct "command" in the config.');
	});

	it('tells a missing working folder from a missing command', async () => {
		const {failure} = await failedStart(serverConfig('echo', {cwd: '/nowhere'}));
		expect(failure.message).toContain('its working folder /nowhere does not exist');
		expect(failure.hint).toContain('"cwd"');
	});

	it('says that a file may not be executed', async () => {
		const {failure} = await failedStart(serverConfig('echo', {command: serverFile('echo'), args: []}));
		expect(failure.message).toContain('may not be executed');
		expect(failure.hint).toContain('chmod +x');
	});

	it('survives a command that cannot even be spawned, and does not repeat what is wrong with it', async () => {
		const {failure} = await failedStart(serverConfig('echo', {env: {API_KEY: 's3\0cret'}}));
		expect(failure.code).toBe('server-not-started');
		expect(failure.message).toContain(
			'could not be started: its command, folder, an argument or a variable holds what no program can be started with. ',
		);
		expect(failure.message).not.toContain('cret');
	});

	it('shows the exit code and the last words of one that exits', async () => {
		const {failure, stderr} = await failedStart(serverConfig('crash-before-handshake'));
		expect(failure.code).toBe('server-exited');
		expect(failure.message).toContain(
			'Server "crash-before-handshake" exited with code 3 before it was ready: cannot read config.toml | giving up. Command: ',
		);
		expect(failure.message).toContain(serverFile('crash-before-handshake'));
		expect(stderr).toEqual(['cannot read config.toml', 'giving up']);
	});

	/** A server that prints this and ends. */
	const printing = (output: string, more: Partial<StdioServer> = {}) =>
		serverConfig('weather', {
			command: process.execPath,
			args: ['-e', `process.stderr.write(${JSON.stringify(output)}, () => process.exit(1))`],
			...more,
		});

	it('names a cause that was printed before hundreds of other lines', async () => {
		const usage = Array.from({length: 400}, (_, at) => `  --option-${at}  what it does`).join('\n');
		const {failure} = await failedStart(
			printing(`Error: No access token was given.\nUsage: weather\n${usage}`),
		);
		expect(failure.message).toContain('before it was ready: Error: No access token was given. Command: ');
	});

	it('names the variable that it wants, and how to pass it on', async () => {
		const wanted = 'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables\n';
		expect((await failedStart(printing(wanted))).failure.hint).toBe(
			`Add SLACK_BOT_TOKEN and SLACK_TEAM_ID to "env" of this server in the config: "env": {"SLACK_BOT_TOKEN": "${'$'}{SLACK_BOT_TOKEN}"} takes it from your shell, whose variables are not passed on otherwise.`,
		);
		const env = {SLACK_BOT_TOKEN: 'xoxb', SLACK_TEAM_ID: 'T'};
		expect((await failedStart(printing(wanted, {env}))).failure.hint).toBe(
			'Check the value of SLACK_BOT_TOKEN and SLACK_TEAM_ID in "env" of this server in the config.',
		);
	});

	it('points to no output where there was none', async () => {
		const {failure} = await failedStart(printing(''));
		expect(failure.message).toContain('exited with code 1 before it was ready. Command: ');
		expect(failure.hint).toBe('It printed nothing: run the command by hand to see what it does.');
	});

	it('names the error that one printed which does not answer', async () => {
		const {failure} = await failedStart(
			serverConfig('weather', {
				command: process.execPath,
				args: ['-e', 'console.error("ERROR: no key"); setInterval(() => {}, 1000)'],
				connectTimeout: 1500,
			}),
		);
		expect(failure.message).toContain('did not answer within 1.5 s: ERROR: no key. Command: ');
	});

	it('gives up on one that never answers', async () => {
		const {failure} = await failedStart(serverConfig('silent', {connectTimeout: 500}));
		expect(failure.code).toBe('server-timeout');
		expect(failure.message).toContain('Server "silent" did not answer within 0.5 s');
		expect(failure.hint).toContain('Raise "timeout"');
	});

	it('suspects a wrong mode when one prints other things instead', async () => {
		const config = serverConfig('silent', {args: [serverFile('silent'), 'chatty'], connectTimeout: 4000});
		const {failure, stderr} = await failedStart(config);
		expect(failure.hint).toContain('1 lines that are not MCP messages');
		expect(stderr).toEqual(['[stdout] Listening on http://localhost:3000']);
	});

	it('keeps secrets out of the command line it shows', async () => {
		const {failure} = await failedStart(
			serverConfig('crash-before-handshake', {
				args: [serverFile('crash-before-handshake'), '--api-key', 'sk-canary', '--token=canary-2'],
			}),
		);
		expect(failure.message).not.toContain('canary');
	});

	it('reports the failure of the start to whoever calls one of its tools', async () => {
		const {call} = useServers([serverConfig('crash-before-handshake')]);
		expect(await call('crash-before-handshake', 'any')).toMatchObject({
			type: 'failed',
			failure: {code: 'server-exited'},
		});
	});
});

describe('a server that dies later', () => {
	it('becomes failed with its exit code and last words', async () => {
		const {connect, call, status} = useServers([serverConfig('crash-mid-call')]);
		await connect();
		await call('crash-mid-call', 'crash');
		expect(status('crash-mid-call')).toMatchObject({
			type: 'failed',
			failure: {
				code: 'server-gone',
				message: expect.stringContaining(
					'Server "crash-mid-call" exited with code 7. Its last output: segmentation fault, sort of. Command: ',
				),
			},
			stderr: ['segmentation fault, sort of'],
		});
	});

	it('is started again by the next call, and its tools stay on offer meanwhile', async () => {
		const {connect, call, status, servers} = useServers([serverConfig('crash-mid-call')]);
		await connect();
		const before = textOf(await call('crash-mid-call', 'pid'));
		await call('crash-mid-call', 'killed');
		expect(status('crash-mid-call')).toMatchObject({
			failure: {message: expect.stringContaining('was ended by SIGKILL')},
		});
		expect(servers.tools()).toHaveLength(3);
		const after = textOf(await call('crash-mid-call', 'pid'));
		expect(after).toMatch(/^\d+$/);
		expect(after).not.toBe(before);
		expect(status('crash-mid-call')?.type).toBe('ready');
	});
});

describe('a server that does not say what it offers', () => {
	it.each([
		[
			'never answers',
			serverConfig('silent', {args: [serverFile('silent'), 'list'], requestTimeout: 300}),
			'within 0.3 s',
		],
		[
			'answers something else',
			serverConfig('paging', {args: [serverFile('paging'), 'nonsense']}),
			'something else',
		],
	])('is ready all the same when it %s, and says what is missing', async (_, config, reason) => {
		const {connect, status, call} = useServers([config]);
		await connect();
		expect(status(config.name)).toMatchObject({
			type: 'ready-but-list-failed',
			failure: {message: expect.stringContaining(reason)},
		});
		expect(await call(config.name, 'any')).toMatchObject({
			type: 'failed',
			failure: {code: 'unknown-tool', message: expect.stringContaining(reason)},
		});
	});
});
