import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../source/domain/json.ts';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {openServerAdmin} from '../../helpers/server-admin.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {oldSseServer, oldStreamableServer} from '../../servers/http-generations.ts';
import {listen} from '../../servers/http-host.ts';
import {startWsHost} from '../../servers/ws-host.ts';

const {signal} = new AbortController();
const canary = 'canaryc0ffeecanaryc0ffee12345678';

const testEntry = async (entry: JsonObject, more: {readonly signal?: AbortSignal} = {}) => {
	const harness = await openServerAdmin();
	const steps: string[] = [];
	const outcome = await harness.admin.test(
		{name: 'draft', entry},
		{scope: 'user', onStep: step => steps.push(step)},
		more.signal ?? signal,
	);
	return {outcome, steps, ...harness};
};

/** A server that only answers those who bring this header. */
const guardedServer = async (name: string, value: string) => {
	const serve = oldStreamableServer();
	return listen((request, response) => {
		if (request.headers[name] === value) {
			serve(request, response);
		} else {
			response.writeHead(401).end();
		}
	});
};

describe('testing a server that is not saved', () => {
	it('starts a local one and lists its tools', async () => {
		const {outcome, steps} = await testEntry({command: process.execPath, args: [serverFile('echo')]});
		expect(outcome).toMatchObject({
			type: 'works',
			facts: {identity: {name: 'echo'}, transport: 'stdio', toolCount: 5},
			tools: expect.arrayContaining([{name: 'echo', description: expect.any(String)}]),
		});
		expect(steps).toEqual([expect.stringMatching(/^starting .*echo\.mjs$/)]);
	});

	it.each([
		['bearer', {type: 'bearer', token: canary}, 'authorization', `Bearer ${canary}`],
		['api-key', {type: 'api-key', key: canary, header: 'X-Mine'}, 'x-mine', canary],
		[
			'basic',
			{type: 'basic', username: 'ada', password: canary},
			'authorization',
			`Basic ${Buffer.from(`ada:${canary}`).toString('base64')}`,
		],
	] as const)('reaches one over HTTP with %s, and writes nothing', async (_, auth, header, value) => {
		const {url} = await guardedServer(header, value);
		const {outcome, admin, loaded} = await testEntry({url: `${url}/mcp`, auth});
		expect(outcome).toMatchObject({type: 'works', tools: [{name: 'echo'}], facts: {transport: 'http'}});
		expect(loaded().config.servers).toEqual([]);
		expect(await admin.written('draft')).toMatchObject({type: 'refused'});
	});

	it('reaches one over SSE', async () => {
		const {url} = await listen(oldSseServer());
		const {outcome} = await testEntry({type: 'sse', url: `${url}/sse`});
		expect(outcome).toMatchObject({type: 'works', facts: {transport: 'sse'}, tools: [{name: 'echo'}]});
	});

	it('reaches one over WebSocket', async () => {
		const {url} = await startWsHost();
		const {outcome} = await testEntry({url});
		expect(outcome).toMatchObject({type: 'works', facts: {transport: 'ws'}, tools: [{name: 'echo'}]});
	});

	it('tries a disabled one all the same', async () => {
		const {outcome} = await testEntry({
			command: process.execPath,
			args: [serverFile('echo')],
			disabled: true,
		});
		expect(outcome).toMatchObject({type: 'works'});
	});

	it('tells what a server printed that did not start, without its secrets', async () => {
		const {outcome} = await testEntry({
			command: process.execPath,
			args: [serverFile('crash-before-handshake')],
			retryAttempts: 5,
		});
		expect(outcome).toMatchObject({
			type: 'failed',
			failure: {message: expect.any(String)},
			stderr: ['cannot read config.toml', 'giving up'],
		});
		const script = 'console.error(process.env.API_TOKEN); process.exit(1)';
		const leaky = await testEntry({
			command: process.execPath,
			args: ['-e', script],
			env: {API_TOKEN: canary},
		});
		expect(leaky.outcome).toMatchObject({type: 'failed'});
		expect(JSON.stringify(leaky.outcome)).not.toContain('canary');
	});

	it('tells that a command is not there', async () => {
		const {outcome} = await testEntry({command: 'no-such-program-anywhere'});
		expect(outcome).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('no-such-program')},
		});
	});

	it('tells that nobody answers', async () => {
		const host = await listen(() => undefined);
		await host.stop();
		const {outcome} = await testEntry({url: `${host.url}/mcp`});
		expect(outcome).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('nothing answers')},
		});
	});

	it('tells that a token is refused, and which credentials are needed', async () => {
		const {url} = await guardedServer('authorization', 'Bearer right');
		const wrong = await testEntry({url: `${url}/mcp`, auth: {type: 'bearer', token: canary}});
		expect(['failed', 'needs-sign-in']).toContain(wrong.outcome.type);
		expect(JSON.stringify(wrong.outcome)).not.toContain('canary');
		const open = await testEntry({url: `${url}/mcp`});
		expect(open.outcome).toMatchObject({type: 'failed', failure: {code: 'credentials-needed'}});
	});

	it('tells what is wrong with an entry before anything is started', async () => {
		const {outcome, steps} = await testEntry({command: 'node', timeout: 'soon'});
		expect(outcome).toMatchObject({type: 'failed', failure: {message: expect.stringContaining('timeout')}});
		expect(steps).toEqual([]);
	});

	it('fills in secrets of the keychain', async () => {
		const {url} = await guardedServer('authorization', `Bearer ${canary}`);
		const {admin, credentials} = await openServerAdmin();
		const {createSecret} = await import('../../../source/domain/secret.ts');
		await credentials.set('key:mine', createSecret(canary), signal);
		const entry = {url: `${url}/mcp`, headers: {Authorization: `Bearer \${keychain:mine}`}};
		const outcome = await admin.test(
			{name: 'draft', entry},
			{scope: 'user', onStep: () => undefined},
			signal,
		);
		expect(outcome).toMatchObject({type: 'works'});
		const foreign = await admin.test(
			{name: 'draft', entry},
			{scope: 'project', onStep: () => undefined},
			signal,
		);
		expect(foreign).toMatchObject({type: 'failed'});
	});

	it('starts nothing when it was cancelled before it began', async () => {
		const {admin} = await openServerAdmin();
		const steps: string[] = [];
		const tested = await admin.test(
			{name: 'one', entry: {command: 'node'}},
			{scope: 'user', onStep: step => steps.push(step)},
			AbortSignal.abort(),
		);
		expect([tested, steps]).toEqual([{type: 'cancelled'}, []]);
	});

	it('can be cancelled', async () => {
		const stop = new AbortController();
		const {admin} = await openServerAdmin();
		const steps: string[] = [];
		const testing = admin.test(
			{name: 'draft', entry: {command: process.execPath, args: [serverFile('silent')]}},
			{scope: 'user', onStep: step => steps.push(step)},
			stop.signal,
		);
		await waitUntil(() => steps.length === 1);
		stop.abort();
		expect(await testing).toEqual({type: 'cancelled'});
	});
});
