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
	readonly elsewhere?: (path: string) => number;
};

/** Runs commands with this server in the configuration, and with a place for secrets. */
const usingServer = (url: string) => {
	const home = useHome({});
	const config = {mcpServers: {vault: {url, retryAttempts: 0}}, secretStore: 'passphrase-file'};
	writeFileSync(join(home.settings, 'config.json'), JSON.stringify(config));
	const env = {MCP_TUI_PASSPHRASE: 'correct horse'};
	return (...args: readonly string[]) => runProgram(home, ['mcp', ...args], {env});
};

/** A server that refuses every request and has nothing to do with OAuth. */
const refusing = async ({status = 401, challenge, body = {}, elsewhere = () => 404}: Refusal) => {
	const paths: string[] = [];
	const server = await startHttpServer((request, response) => {
		paths.push(`${request.method} ${request.url}`);
		if (request.url !== '/mcp') return sendJson(response, elsewhere(request.url ?? ''), {});
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
			option: "-H 'x-api-key: <key>'",
		},
		{
			refusal: {status: 403, body: {message: 'Missing X-Goog-Api-Key'}},
			wants: 'HTTP status 403',
			option: "-H 'X-Goog-Api-Key: <key>'",
		},
		{
			refusal: {challenge: 'Basic realm="vault"'},
			wants: 'wants a user name and a password (HTTP 401)',
			option: '"auth":{"type":"basic","username":"<name>","password":"<password>"}',
		},
		{
			refusal: {challenge: 'Bearer realm="vault"', elsewhere: () => 401},
			wants: 'wants a bearer token (HTTP 401)',
			option: "-H 'Authorization: Bearer <token>'",
		},
	])('is told as one that wants credentials, with the command to paste: $option', async given => {
		const {url, run} = await refusing(given.refusal);
		const commands = ['test', 'login', 'doctor'];
		for (const command of commands) {
			const {code, stdout, stderr} = await run(command, 'vault');
			const said = `${stdout}${stderr}`;
			expect([command, code]).toEqual([command, 1]);
			expect(said).not.toContain('sign in');
			expect(said).not.toContain('mcp login');
			expect(said).toContain(url);
			expect(said).toContain(given.option);
			if (command === 'test') expect(said).toContain(given.wants);
		}
	});

	it('is told with all three kinds where it does not say which it wants', async () => {
		const {url, run} = await refusing({});
		const {stderr} = await run('test', 'vault');
		expect(stderr).toContain('wants credentials (HTTP 401), and does not say which.');
		expect(stderr).toContain(`mcp-tui mcp add vault ${url} --replace -H 'Authorization: Bearer <token>'\n`);
		expect(stderr).toContain(`mcp-tui mcp add vault ${url} --replace -H 'X-API-Key: <key>'\n`);
		expect(stderr).toContain('"type":"basic"');
	});

	it('is one to sign in to where it registers programs at the usual path', async () => {
		const {run, paths} = await refusing({elsewhere: path => (path === '/register' ? 405 : 404)});
		expect((await run('test', 'vault')).stderr).toContain('mcp-tui mcp login vault');
		expect(paths.filter(path => path.startsWith('POST /register'))).toEqual([]);
	});

	it('works once the key is given as its own advice says', async () => {
		const server = await startHttpServer(async (request, response) => {
			if (request.headers['x-api-key'] !== 'k1') return sendJson(response, 401, {error: 'no x-api-key'});
			sendJson(response, 500, {});
		});
		onTestFinished(server.close);
		const run = usingServer(`${server.base}/mcp`);
		const {stderr} = await run('test', 'vault');
		const advice = stderr.split('\n').find(line => line.trim().startsWith('mcp-tui mcp add'));
		expect(advice).toContain("'x-api-key: <key>'");
		const give = (key: string) =>
			run('add', 'vault', `${server.base}/mcp`, '--replace', '-H', `x-api-key: ${key}`);
		expect((await give('k1')).code).toBe(0);
		expect((await run('test', 'vault')).stderr).toContain('HTTP status 500');
		expect((await give('wrong')).code).toBe(0);
		expect((await run('test', 'vault')).stderr).toContain(
			'does not accept the "x-api-key" of its entry (HTTP 401)',
		);
	});
});
