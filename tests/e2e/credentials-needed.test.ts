// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {sendJson, startHttpServer} from '../servers/oauth-http-server.ts';

type Refusal = {
	readonly status?: number;
	readonly challenge?: string;
	readonly body?: unknown;
	/** Other paths than that of the server; 404 without it. */
	readonly elsewhere?: (path: string, method: string) => number;
};

/** Runs commands with this server in the configuration, and with a place for secrets. */
const usingServer = (url: string, members: object = {}, variables: Record<string, string> = {}) => {
	const home = useHome({});
	const config = {mcpServers: {vault: {url, retryAttempts: 0, ...members}}, secretStore: 'passphrase-file'};
	writeFileSync(join(home.settings, 'config.json'), JSON.stringify(config));
	const env = {MCP_TUI_PASSPHRASE: 'correct horse', ...variables};
	return (...args: readonly string[]) => runProgram(home, ['mcp', ...args], {env});
};

/** A server that refuses every request and has nothing to do with OAuth. */
const refusing = async ({status = 401, challenge, body = {}, elsewhere = () => 404}: Refusal) => {
	const paths: string[] = [];
	const server = await startHttpServer((request, response) => {
		paths.push(`${request.method} ${request.url}`);
		const {url: path = '', method = ''} = request;
		if (path !== '/mcp') return sendJson(response, elsewhere(path, method), {}, {allow: 'POST'});
		sendJson(response, status, body, challenge === undefined ? {} : {'www-authenticate': challenge});
	});
	onTestFinished(server.close);
	const url = `${server.base}/mcp`;
	return {url, paths, run: usingServer(url)};
};

describe('a server that refuses us and offers no sign-in', () => {
	it.each([
		{
			refusal: {body: {error: 'Missing x-api-key header'}},
			wants: 'wants an API key in the header "x-api-key" (HTTP 401)',
			option: '"headers": {"x-api-key": "${VAULT_KEY}"}',
		},
		{
			refusal: {status: 403, body: {message: 'Missing X-Goog-Api-Key'}},
			wants: 'HTTP status 403',
			option: '"headers": {"X-Goog-Api-Key": "${VAULT_KEY}"}',
		},
		{
			refusal: {challenge: 'Basic realm="vault"'},
			wants: 'wants a user name and a password (HTTP 401)',
			option: '"auth": {"type": "basic", "username": "<name>", "password": "${VAULT_PASSWORD}"}',
		},
		{
			refusal: {challenge: 'Bearer realm="vault"', elsewhere: () => 401},
			wants: 'wants a bearer token (HTTP 401)',
			option: '"auth": {"type": "bearer", "token": "${VAULT_TOKEN}"}',
		},
	])('is told as one that wants credentials, with what to add to its entry: $option', async given => {
		const {run} = await refusing(given.refusal);
		const commands = ['test', 'login', 'doctor'];
		for (const command of commands) {
			const {code, stdout, stderr} = await run(command, 'vault');
			const said = `${stdout}${stderr}`;
			expect([command, code]).toEqual([command, 1]);
			expect(said).not.toContain('sign in');
			expect(said).not.toContain('mcp login');
			expect(said).not.toContain('--replace');
			expect(said).toContain(given.option);
			if (command === 'test') expect(said).toContain(given.wants);
		}
	});

	it('is told with all three kinds where it does not say which it wants', async () => {
		const {run} = await refusing({});
		const {stderr} = await run('test', 'vault');
		expect(stderr).toContain('wants credentials (HTTP 401), and does not say which.');
		expect(stderr).toContain('"token": "${VAULT_TOKEN}"');
		expect(stderr).toContain('"X-API-Key": "${VAULT_KEY}"');
		expect(stderr).toContain('"type": "basic"');
	});

	it.each([
		['refuses to be read', (path: string) => (path === '/register' ? 405 : 404)],
		[
			'only says that it takes POST',
			(path: string, method: string) => (path === '/register' && method === 'OPTIONS' ? 200 : 404),
		],
	])('is one to sign in to where the usual path for registering programs %s', async (_which, elsewhere) => {
		const {run, paths} = await refusing({elsewhere});
		expect((await run('test', 'vault')).stderr).toContain('mcp-tui mcp login vault');
		expect(paths.filter(path => path.startsWith('POST /register'))).toEqual([]);
	});

	it('works once the key is given as its own advice says', async () => {
		const server = await startHttpServer(async (request, response) => {
			if (request.headers['x-api-key'] !== 'k1') return sendJson(response, 401, {error: 'no x-api-key'});
			sendJson(response, 500, {});
		});
		onTestFinished(server.close);
		const url = `${server.base}/mcp`;
		const {stderr} = await usingServer(url)('test', 'vault');
		const advice = stderr.split('\n').find(line => line.trim().startsWith('"headers"')) ?? '';
		const withKey = (key: string) =>
			usingServer(url, JSON.parse(`{${advice}}`), {VAULT_KEY: key})('test', 'vault');
		expect((await withKey('k1')).stderr).toContain('HTTP status 500');
		expect((await withKey('wrong')).stderr).toContain(
			'does not accept the "x-api-key" of its entry (HTTP 401)',
		);
	});

	it('is told at once where the body of its refusal does not end', async () => {
		const server = await startHttpServer((request, response) => {
			if (request.url !== '/mcp') return sendJson(response, 404, {});
			response.writeHead(401, {'content-type': 'text/plain'}).write('Missing x-api-key header');
		});
		onTestFinished(server.close);
		const {stderr} = await usingServer(`${server.base}/mcp`)('test', 'vault');
		expect(stderr).toContain('wants an API key in the header "x-api-key" (HTTP 401)');
	});
});
