import {chmodSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createDiagnose} from '../../../source/core/mcp/doctor/create-diagnose.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {RemoteServer, ServerConfig} from '../../../source/domain/server.ts';
import type {Credentials, DiagnosisStep} from '../../../source/domain/server-ports.ts';
import {serverConfig} from '../../helpers/mcp-servers.ts';
import {findByEnvironment, waitUntilGone} from '../../helpers/processes.ts';
import {createSelfSigned} from '../../helpers/self-signed.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {startHttpHost} from '../../servers/http-host.ts';
import {createWorld, remoteServer, type WorldOptions} from '../../servers/oauth-world.ts';

const never = new AbortController().signal;

const diagnose = async (
	config: ServerConfig,
	{
		environment = process.env,
		credentials = createMemoryCredentials(),
		signal = never,
	}: {
		readonly environment?: NodeJS.ProcessEnv;
		readonly credentials?: Credentials;
		readonly signal?: AbortSignal;
	} = {},
): Promise<readonly DiagnosisStep[]> => {
	const steps: DiagnosisStep[] = [];
	for await (const step of createDiagnose({version: '0.0.0', environment, credentials})(config, signal))
		steps.push(step);
	return steps;
};

const outcomes = (steps: readonly DiagnosisStep[]) =>
	Object.fromEntries(steps.map(({name, outcome}) => [name, outcome]));

const find = (steps: readonly DiagnosisStep[], name: string) => steps.find(step => step.name === name);

/** The one step that failed; every later one must have been skipped. */
const failedStep = (steps: readonly DiagnosisStep[]): DiagnosisStep | undefined => {
	const at = steps.findIndex(({outcome}) => outcome === 'failed');
	expect(at).toBeGreaterThanOrEqual(0);
	expect(steps.slice(at + 1).every(({outcome}) => outcome === 'skipped')).toBe(true);
	expect(steps[at]?.hint).toMatch(/\w/);
	return steps[at];
};

describe('the way to a command', () => {
	it('is walked to its end, and leaves no process', async () => {
		const env = {DOCTOR: `${process.pid}-${Date.now()}`};
		const steps = await diagnose(serverConfig('echo', {env, source: '/c.json'}));
		expect(outcomes(steps)).toEqual({
			configuration: 'ok',
			folder: 'ok',
			command: 'ok',
			start: 'ok',
			output: 'ok',
			handshake: 'ok',
			lists: 'ok',
			// On a busy machine it may take its time.
			close: expect.stringMatching(/^(ok|warning)$/),
		});
		expect(find(steps, 'command')?.detail).toBe(process.execPath);
		expect(find(steps, 'handshake')?.detail).toContain('echo 1.0.0 speaks MCP 2025-11-25 over stdio');
		expect(find(steps, 'lists')?.detail).toContain('5 tools');
		await waitUntilGone(() => findByEnvironment('DOCTOR', env.DOCTOR));
	});

	it('ends at a command line that could not be split into words, and says so', async () => {
		const step = failedStep(await diagnose(serverConfig('echo', {command: 'npx -y "pack', args: []})));
		expect(step).toMatchObject({
			name: 'command',
			detail: 'there is no program called "npx -y "pack", blanks and all',
			hint: expect.stringContaining('Write the program in "command" and its words in "args"'),
		});
	});

	it('ends at a command that is not on PATH, and names the PATH', async () => {
		const step = failedStep(
			await diagnose(serverConfig('echo', {command: 'nowhere-to-be-found', env: {PATH: '/no/such/folder'}})),
		);
		expect(step).toMatchObject({
			name: 'command',
			detail: '"nowhere-to-be-found" is not on PATH (/no/such/folder)',
		});
	});

	it('ends at a file that may not be executed', async () => {
		const folder = createTemporaryFolder();
		const command = join(folder, 'server');
		writeFileSync(command, '#!/bin/sh\n');
		chmodSync(command, 0o600);
		const step = failedStep(await diagnose(serverConfig('echo', {command})));
		expect(step).toMatchObject({name: 'command', detail: `${command} may not be executed`});
		expect(step?.hint).toContain('chmod +x');
	});

	it('ends at a folder that does not exist', async () => {
		const step = failedStep(await diagnose(serverConfig('echo', {cwd: '/no/such/folder'})));
		expect(step).toMatchObject({name: 'folder', detail: '/no/such/folder does not exist'});
	});

	it('ends at a server that exits, with its last words', async () => {
		const step = failedStep(await diagnose(serverConfig('crash-before-handshake')));
		expect(step?.name).toBe('start');
		expect(step?.detail).toContain('exited with code 3');
		expect(step?.detail).toContain('cannot read config.toml');
	});

	it('ends at the handshake of a server that says nothing', async () => {
		const step = failedStep(await diagnose(serverConfig('silent', {connectTimeout: 1000})));
		expect(step?.name).toBe('handshake');
		expect(step?.detail).toContain('did not answer within 1 s');
	});

	it('warns about noise on standard output and goes on', async () => {
		const steps = await diagnose(serverConfig('noisy'));
		expect(find(steps, 'output')).toMatchObject({outcome: 'warning'});
		expect(find(steps, 'lists')?.outcome).toBe('ok');
	});

	it('warns about a server that does not end when its input ends', async () => {
		const steps = await diagnose(serverConfig('stubborn'));
		expect(find(steps, 'close')).toMatchObject({outcome: 'warning'});
	});

	it('is left when the user has had enough, and leaves no process', async () => {
		const env = {DOCTOR: `${process.pid}-${Date.now()}-left`};
		const leaving = new AbortController();
		const steps: DiagnosisStep[] = [];
		const walk = createDiagnose({
			version: '0.0.0',
			environment: process.env,
			credentials: createMemoryCredentials(),
		});
		for await (const step of walk(serverConfig('silent', {env}), leaving.signal)) {
			steps.push(step);
			// The next step would wait for an answer that never comes.
			if (step.name === 'command') setTimeout(() => leaving.abort(), 0);
		}
		expect(find(steps, 'handshake')?.outcome).toBe('skipped');
		await waitUntilGone(() => findByEnvironment('DOCTOR', env.DOCTOR));
	});
});

const at = (url: string, more: Partial<RemoteServer> = {}): RemoteServer => ({
	...remoteServer(url, {type: 'none'}),
	...more,
});

const startHttps = async (files: {readonly key: string; readonly cert: string}): Promise<string> => {
	const server = createServer(files, (_request, response) => response.end());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
};

describe('the way to an address', () => {
	it('ends at plain http to another machine', async () => {
		const step = failedStep(await diagnose(at('http://a.example/mcp')));
		expect(step?.name).toBe('address');
		expect(step?.hint).toContain('https://');
	});

	it('ends at a name that nobody knows', async () => {
		const step = failedStep(await diagnose(at('https://nobody.invalid/mcp')));
		expect(step?.name).toBe('DNS');
		expect(step?.detail).toContain('nobody.invalid');
	});

	it('ends at a port where nobody listens', async () => {
		const host = await startHttpHost((_request, response) => void response.end());
		await host.stop();
		const step = failedStep(await diagnose(at(`${host.url}/mcp`)));
		expect(step).toMatchObject({name: 'TCP', detail: expect.stringContaining('ECONNREFUSED')});
	});

	it('ends at a certificate that nobody vouches for, and shows whose it is', async () => {
		const step = failedStep(await diagnose(at(await startHttps(createSelfSigned()))));
		expect(step?.name).toBe('TLS');
		expect(step?.detail).toContain('certificate for localhost, from Test Authority, valid until');
		expect(step?.hint).toContain('NODE_EXTRA_CA_CERTS');
	});

	it('ends at TLS where only plain http is spoken', async () => {
		const host = await startHttpHost((_request, response) => void response.end());
		const step = failedStep(await diagnose(at(`${host.url.replace('http:', 'https:')}/mcp`)));
		expect(step?.name).toBe('TLS');
	});

	it('names the proxy, and ends at one that nobody runs', async () => {
		const host = await startHttpHost((_request, response) => void response.end());
		await host.stop();
		const environment = {
			...process.env,
			HTTPS_PROXY: `http://ada:CANARY@127.0.0.1:${host.port}`,
			NO_PROXY: '',
		};
		const steps = await diagnose(at('https://a.example/mcp'), {environment});
		expect(find(steps, 'proxy')?.detail).toContain(`127.0.0.1:${host.port}`);
		expect(failedStep(steps)?.name).toBe('TCP');
		expect(JSON.stringify(steps)).not.toContain('CANARY');
	});

	it('goes on after an odd status, and lets the handshake decide', async () => {
		const host = await startHttpHost((_request, response) => {
			response.writeHead(404);
			response.end('nothing here');
		});
		const steps = await diagnose(at(`${host.url}/wrong`));
		expect(find(steps, 'HTTP')).toMatchObject({outcome: 'warning', detail: 'HTTP status 404'});
		expect(failedStep(steps)?.name).toBe('handshake');
	});

	it('shows where it sends us on to, but no key in that address', async () => {
		const host = await startHttpHost((_request, response) => {
			response.writeHead(307, {location: '/elsewhere?key=abc123secret'}).end();
		});
		const steps = await diagnose(at(`${host.url}/mcp`));
		const {detail} = find(steps, 'HTTP') ?? {detail: ''};
		expect(detail).toContain('/elsewhere');
		expect(JSON.stringify(steps)).not.toContain('abc123secret');
	});
});

const inWorld = async (options?: WorldOptions) => {
	const world = await createWorld(options);
	onTestFinished(world.close);
	return {
		...world,
		config: at(world.server.url, typeof options?.auth === 'object' ? {auth: options.auth} : {}),
	};
};

describe('the way to a server that asks who you are', () => {
	it('ends at the token, and names the command that signs in', async () => {
		const {config, credentials} = await inWorld();
		const steps = await diagnose(config, {credentials});
		expect(outcomes(steps)).toMatchObject({
			HTTP: 'ok',
			challenge: 'ok',
			'resource metadata': 'ok',
			'authorization server': 'ok',
			token: 'failed',
		});
		expect(failedStep(steps)).toMatchObject({
			detail: 'you are not signed in',
			hint: 'mcp-tui mcp login vault',
		});
	});

	it('leads to its lists once the user has signed in', async () => {
		const {config, credentials, access} = await inWorld();
		expect(await access.signIn(never)).toMatchObject({type: 'signed-in'});
		const steps = await diagnose(config, {credentials});
		expect(outcomes(steps)).toMatchObject({token: 'ok', handshake: 'ok', lists: 'ok'});
	});

	it('ends at credentials of the config that are refused, and shows none of them', async () => {
		const {config} = await inWorld({auth: {type: 'bearer', token: createSecret('CANARY')}});
		const steps = await diagnose(config);
		expect(failedStep(steps)).toMatchObject({name: 'challenge'});
		expect(failedStep(steps)?.hint).toContain('"bearer"');
		expect(JSON.stringify(steps)).not.toContain('CANARY');
	});

	it('ends at credentials that cannot be read', async () => {
		const {config, credentials} = await inWorld();
		const locked: Credentials = {
			...credentials,
			place: 'the keychain',
			get: () => Promise.reject(new Error('It is locked.')),
		};
		const step = failedStep(await diagnose(config, {credentials: locked}));
		expect(step).toMatchObject({name: 'token', detail: 'the keychain cannot be read: It is locked.'});
	});
});
