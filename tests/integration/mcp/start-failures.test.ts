import {describe, expect, it} from 'vitest';
import type {ServerConfig, ServerStatus} from '../../../source/domain/server.ts';
import {serverConfig, serverFile, textOf, useServers} from '../../helpers/mcp-servers.ts';

const failedStart = async (config: ServerConfig): Promise<ServerStatus & {readonly type: 'failed'}> => {
	const {connect, status} = useServers([config]);
	await connect();
	const reached = status(config.name);
	if (reached?.type !== 'failed') throw new Error(`The server is ${reached?.type}`);
	return reached;
};

describe('a server that does not start', () => {
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
			'Server "crash-before-handshake" exited with code 3 before it was ready',
		);
		expect(failure.message).toContain(serverFile('crash-before-handshake'));
		expect(stderr).toEqual(['cannot read config.toml', 'giving up']);
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
				message: expect.stringContaining('Server "crash-mid-call" exited with code 7'),
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
