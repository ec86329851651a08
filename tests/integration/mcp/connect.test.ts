import {describe, expect, it, vi} from 'vitest';
import {serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {callsTools, type ScriptedAnswer, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';
import {createTurnHarness} from '../../helpers/turn-harness.ts';

describe('connecting', () => {
	it('starts nothing before it is asked to', () => {
		const {servers, reported} = useServers([serverConfig('echo'), serverConfig('slow', {disabled: true})]);
		expect([...servers.statuses()]).toEqual([
			['echo', {type: 'idle'}],
			['slow', {type: 'disabled'}],
		]);
		expect(servers.tools()).toEqual([]);
		expect(reported).toEqual([]);
	});

	it('reports connecting and then ready, and offers the tools', async () => {
		const {servers, reported, connect} = useServers([serverConfig('echo')]);
		await connect();
		expect(reported).toEqual([
			{server: 'echo', status: {type: 'connecting', since: 1000}},
			{
				server: 'echo',
				status: {
					type: 'ready',
					transport: 'stdio',
					protocolVersion: '2025-11-25',
					identity: {name: 'echo', version: '1.0.0'},
					toolCount: 5,
					promptCount: 0,
					resourceCount: 0,
					templateCount: 0,
					definitionTokens: expect.any(Number),
				},
			},
		]);
		expect(servers.tools()[0]).toEqual({
			modelName: 'echo__echo',
			definition: {
				server: 'echo',
				tool: 'echo',
				title: 'Echo',
				description: 'The tool echo.',
				inputSchema: {type: 'object', properties: {text: {type: 'string'}}, required: ['text']},
				annotations: {readOnlyHint: true, openWorldHint: false},
			},
		});
	});

	it('leaves a disabled server alone', async () => {
		const {connect, call, status} = useServers([serverConfig('echo', {disabled: true})]);
		await connect();
		expect(status('echo')).toEqual({type: 'disabled'});
		expect(await call('echo', 'echo')).toMatchObject({type: 'failed', failure: {code: 'server-disabled'}});
	});

	it('shares one attempt among everyone who asks at the same time', async () => {
		const {connect, call, reported} = useServers([serverConfig('echo')]);
		const [, , first, second] = await Promise.all([
			connect(),
			connect(),
			call('echo', 'process'),
			call('echo', 'process'),
		]);
		expect(reported.filter(({status}) => status.type === 'connecting')).toHaveLength(1);
		expect(textOf(first)).toBe(textOf(second));
	});

	it('connects by itself when a tool is called first', async () => {
		const {call} = useServers([serverConfig('echo')]);
		expect(await call('echo', 'echo', {text: 'hello'})).toEqual({
			type: 'succeeded',
			result: {content: [{type: 'text', text: 'hello'}]},
			raw: {content: [{type: 'text', text: 'hello'}]},
		});
	});

	it('lets no more than eight servers start at the same time', async () => {
		const names = Array.from({length: 20}, (_, index) => `echo-${index}`);
		const {connect, reported, servers} = useServers(names.map(name => serverConfig('echo', {name})));
		await connect();
		let connecting = 0;
		let most = 0;
		for (const {status} of reported) {
			connecting += status.type === 'connecting' ? 1 : -1;
			most = Math.max(most, connecting);
		}
		expect(most).toBe(8);
		expect(servers.tools()).toHaveLength(100);
	});

	it('keeps one bad server from touching the others', async () => {
		const {connect, call, status} = useServers([
			serverConfig('echo'),
			serverConfig('crash-before-handshake'),
			serverConfig('silent', {connectTimeout: 300}),
			serverConfig('missing', {command: 'mcp-tui-no-such-command', args: []}),
		]);
		await connect();
		expect(status('echo')?.type).toBe('ready');
		expect(status('crash-before-handshake')?.type).toBe('failed');
		expect(status('silent')?.type).toBe('failed');
		expect(status('missing')?.type).toBe('failed');
		expect(textOf(await call('echo', 'echo', {text: 'still here'}))).toBe('still here');
	});

	it('stops waiting when aborted, while the servers go on starting', async () => {
		const {servers, status} = useServers([serverConfig('echo'), serverConfig('silent')]);
		const controller = new AbortController();
		const connecting = servers.connect(controller.signal);
		await vi.waitFor(() => expect(status('echo')?.type).toBe('ready'), {timeout: 20_000});
		controller.abort();
		await connecting;
		expect(status('silent')?.type).toBe('connecting');
	});

	it('passes arguments, working folder and its own variables to the server', async () => {
		const {call} = useServers([serverConfig('echo', {cwd: '/', env: {ECHO_MODE: 'loud'}})], {
			...process.env,
			ANTHROPIC_API_KEY: 'sk-secret',
			SSH_AUTH_SOCK: '/tmp/agent',
			LC_ALL: 'C',
		});
		expect(JSON.parse(textOf(await call('echo', 'process')))).toMatchObject({cwd: '/'});
		const environment = JSON.parse(textOf(await call('echo', 'environment')));
		expect(environment).toMatchObject({ECHO_MODE: 'loud', LC_ALL: 'C', PATH: process.env.PATH});
		expect(Object.keys(environment)).not.toContain('ANTHROPIC_API_KEY');
		expect(Object.keys(environment)).not.toContain('SSH_AUTH_SOCK');
	});

	it('speaks 2026-07-28 with a server that no longer knows initialize', async () => {
		const {connect, call, status, servers} = useServers([serverConfig('modern')]);
		await connect();
		expect(status('modern')).toMatchObject({
			type: 'ready',
			toolCount: 3,
			protocolVersion: '2026-07-28',
			note: '1 invalid entry was left out.',
		});
		expect(servers.tools().map(({definition}) => definition.tool)).toEqual(['greet', 'hologram', 'later']);
		expect(textOf(await call('modern', 'greet'))).toBe('hello from the future');
		expect(await call('modern', 'hologram')).toMatchObject({
			type: 'succeeded',
			result: {content: [{type: 'unknown', kind: 'hologram', value: {type: 'hologram', depth: 3}}]},
		});
	});

	it('writes nothing to the console', async () => {
		const methods = ['log', 'debug', 'info', 'warn', 'error'] as const;
		const spies = methods.map(method => vi.spyOn(console, method));
		const {connect, call} = useServers(['echo', 'modern', 'noisy'].map(name => serverConfig(name)));
		await connect();
		await call('echo', 'echo', {text: 'x'});
		const calls = spies.flatMap(spy => spy.mock.calls);
		for (const spy of spies) spy.mockRestore();
		expect(calls).toEqual([]);
	});
});

describe('a changed list of tools', () => {
	it('is fetched again, once for many notifications', async () => {
		const {connect, call, servers, status} = useServers([serverConfig('changing')]);
		await connect();
		await call('changing', 'grow', {name: 'fresh', times: 500});
		await vi.waitFor(() => expect(status('changing')).toMatchObject({toolCount: 5}), {timeout: 20_000});
		expect(servers.tools().map(({modelName}) => modelName)).toContain('changing__fresh');
		expect(Number(textOf(await call('changing', 'lists')))).toBeLessThanOrEqual(3);
	});

	/** The names of the tools in each request of a turn. */
	const offeredIn = async (
		...answers: readonly ScriptedAnswer[]
	): Promise<readonly (readonly string[])[]> => {
		const {connect, servers} = useServers([serverConfig('changing')]);
		await connect();
		const model = scriptModel(...answers);
		const harness = createTurnHarness(model, {...servers, calls: [], isClosed: () => false});
		await expect(harness.run()).resolves.toEqual({type: 'finished'});
		return model.requests.map(({tools = []}) => tools.map(({modelName}) => modelName));
	};

	it('a tool announced before a result is offered in the next step', async () => {
		const grow = toolCall('c1', 'changing__grow', {name: 'fresh', times: 500});
		const [before, after] = await offeredIn(callsTools(grow), says('Done'));
		expect(before).not.toContain('changing__fresh');
		expect(after).toContain('changing__fresh');
	});

	it('a server that announces changes without end does not hold up the turn', async () => {
		const flood = toolCall('c1', 'changing__flood');
		const grow = toolCall('c2', 'changing__grow', {name: 'fresh'});
		const offered = await offeredIn(callsTools(flood), callsTools(grow), says('Done'));
		expect(offered).toHaveLength(3);
		expect(offered[2]).toContain('changing__fresh');
	});
});

describe('a changed list of prompts', () => {
	it('is fetched again, and the new prompt is on offer', async () => {
		const {connect, call, servers, status} = useServers([serverConfig('changing')]);
		await connect();
		expect(servers.prompts()).toEqual([]);
		await call('changing', 'grow-prompt', {name: 'fresh'});
		await vi.waitFor(() => expect(status('changing')).toMatchObject({promptCount: 1}), {timeout: 20_000});
		expect(servers.prompts()).toMatchObject([{server: 'changing', prompt: 'fresh'}]);
	});
});

describe('closing', () => {
	it('makes later calls fail instead of starting anything', async () => {
		const {connect, call, servers} = useServers([serverConfig('echo')]);
		await connect();
		await servers.close();
		expect(servers.statuses().get('echo')).toEqual({type: 'idle'});
		expect(await call('echo', 'echo', {text: 'x'})).toMatchObject({
			type: 'failed',
			failure: {code: 'server-closed'},
		});
		await connect();
		expect(servers.statuses().get('echo')).toEqual({type: 'idle'});
	});

	it('ends an attempt that is under way, and may be repeated', async () => {
		const {servers, connect, reported} = useServers([serverConfig('silent'), serverConfig('echo')]);
		const connecting = connect();
		await vi.waitFor(() => expect(reported.length).toBeGreaterThan(0), {timeout: 20_000});
		await Promise.all([servers.close(), servers.close()]);
		await connecting;
		expect(servers.statuses().get('silent')).toEqual({type: 'idle'});
	});

	it('does nothing when nothing was started', async () => {
		const {servers, reported} = useServers([serverConfig('echo')]);
		await servers.close();
		expect(reported).toEqual([]);
	});
});
