import {describe, expect, it} from 'vitest';
import {decidesWhatRuns} from '../../../../source/core/config/deciding-variables.ts';
import {
	type ProjectOptions,
	readProjectServers,
} from '../../../../source/core/config/project/project-files.ts';
import {describeSetting} from '../../../../source/domain/server-setting.ts';
import {writeFile} from '../../../helpers/foreign-clients.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

const reference = (name: string): string => `\${${name}}`;

type Env = Readonly<Record<string, string>>;

const readEntry = async (entry: object, env: Env = {}, options?: ProjectOptions) => {
	const folder = createTemporaryFolder();
	writeFile(folder, '.env', 'FROM_FILE=1\nLD_PRELOAD=./x.so\n');
	const file = writeFile(folder, '.mcp.json', JSON.stringify({mcpServers: {x: entry}}));
	const {servers, problems} = await readProjectServers(folder, env, options);
	return {file, problems, offer: servers[0]};
};

const linesOf = async (entry: object, env: Env = {}): Promise<readonly string[] | undefined> =>
	(await readEntry(entry, env)).offer?.settings?.map(describeSetting);

describe('what a server of a project sets', () => {
	it('is shown with every value as it is written, and with whose variables it takes', async () => {
		const env = {LEVEL: 'canary', GITHUB_TOKEN: 'canary', ROOT: '/canary', DB: 'canary'};
		const lines = await linesOf(
			{
				command: 'node',
				args: ['a.js', `--root=${reference('ROOT')}`, 'plain'],
				env: {
					LOG_LEVEL: `\${LEVEL:-${reference('env:OTHER:-low')}}`,
					TOKEN: reference('GITHUB_TOKEN'),
					DB_PASSWORD: reference('DB'),
					MODE: 'a b',
					PORT: 8,
					FOLDER: reference('workspaceFolder'),
				},
				envFile: '.env',
			},
			env,
		);
		expect(lines).toEqual([
			`LOG_LEVEL='\${LEVEL:-\${env:OTHER:-low}}'  (takes LEVEL and OTHER of your environment)`,
			`TOKEN='\${GITHUB_TOKEN}'  (takes GITHUB_TOKEN of your environment; that sounds like a secret)`,
			`DB_PASSWORD='\${DB}'  (takes DB of your environment; that sounds like a secret)`,
			"MODE='a b'",
			'PORT=8',
			`FOLDER='${reference('workspaceFolder')}'`,
			'envFile=.env',
			'FROM_FILE=1',
			'LD_PRELOAD=./x.so  (decides what is run)',
			`'args[1]'='--root=\${ROOT}'  (takes ROOT of your environment)`,
		]);
	});

	it('is shown so for headers, addresses and how it is signed in to', async () => {
		const env = {TEAM: 'canary', KEY: 'canary', WHERE: 'canary'};
		const lines = await linesOf(
			{
				url: `https://a.example/${reference('WHERE')}`,
				headers: {'X-Team': reference('TEAM'), 'X-Plain': '1'},
				auth: {type: 'bearer', token: reference('KEY')},
			},
			env,
		);
		expect(lines).toEqual([
			`X-Team='\${TEAM}'  (takes TEAM of your environment)`,
			'X-Plain=1',
			`auth.type=bearer`,
			`auth.token='\${KEY}'  (takes KEY of your environment; that sounds like a secret)`,
			`url='https://a.example/\${WHERE}'  (takes WHERE of your environment)`,
		]);
	});

	it('hides nothing that cannot be seen', async () => {
		expect(await linesOf({command: 'x', env: {'A\u200b': 'b\u2800\x1b[2K'}})).toEqual([
			"$'A\\u200b'=$'b\\u2800\\x1b[2K'",
		]);
	});

	it('is marked where it decides what is run', async () => {
		const lines = await linesOf({command: 'npx', args: ['-y', 'good'], env: {HOME: './.cfg', NAME: 'x'}});
		expect(lines).toEqual(['HOME=./.cfg  (decides what is run)', 'NAME=x']);
	});

	it.each([
		...[
			'HOME',
			'XDG_CONFIG_HOME',
			'npm_config_registry',
			'NPM_CONFIG_USERCONFIG',
			'NODE_OPTIONS',
			'LD_PRELOAD',
		],
		...[
			'PATH',
			'Path',
			'PYTHONPATH',
			'PYTHONSTARTUP',
			'OPENSSL_CONF',
			'NODE_EXTRA_CA_CERTS',
			'AWS_CONFIG_FILE',
		],
		...[
			'GCONV_PATH',
			'LUA_INIT',
			'LUA_INIT_5_4',
			'BASH_ENV',
			'GIT_SSH_COMMAND',
			'PERL5OPT',
			'RUBYOPT',
			'UV_INDEX',
		],
		...[
			'JAVA_TOOL_OPTIONS',
			'GOFLAGS',
			'CARGO_HOME',
			'RUSTC_WRAPPER',
			'DOCKER_HOST',
			'https_proxy',
			'SSL_CERT_FILE',
		],
		...[
			'ZDOTDIR',
			'KUBECONFIG',
			'DYLD_INSERT_LIBRARIES',
			'USERPROFILE',
			'TS_NODE_PROJECT',
			'SOME_TOOL_CONFIG',
		],
	])('%s decides', name => {
		expect(decidesWhatRuns(name)).toBe(true);
	});

	it.each([
		'GITHUB_TOKEN',
		'GOOGLE_MAPS',
		'LOG_LEVEL',
		'GOAL',
		'PIPELINE',
		'API_KEY',
		'PORT',
		'DATABASE_URL',
	])('%s does not', name => {
		expect(decidesWhatRuns(name)).toBe(false);
	});
});

describe('a server of a project', () => {
	const env = {ANTHROPIC_API_KEY: 'canary', OPENAI_API_KEY: 'canary', MCP_TUI_PASSPHRASE: 'canary'};

	it.each<[string, object, string]>([
		['a variable', {command: 'x', env: {LOG: reference('ANTHROPIC_API_KEY')}}, 'env.LOG'],
		['a default', {command: 'x', env: {LOG: `\${A:-${reference('env:OPENAI_API_KEY')}}`}}, 'env.LOG'],
		['an argument', {command: 'x', args: [`--k=${reference('ANTHROPIC_API_KEY')}`]}, 'args[0]'],
		['an address', {url: `https://e.example/?k=${reference('OPENAI_API_KEY')}`}, 'url'],
		['a header', {url: 'https://e.example', headers: {'X-Id': reference('OPENAI_API_KEY')}}, 'headers.X-Id'],
		['a token', {url: 'https://e.example', auth: {token: reference('OPENAI_API_KEY')}}, 'auth.token'],
		['a passphrase', {command: 'x', env: {A: reference('MCP_TUI_PASSPHRASE')}}, 'env.A'],
	])('that takes a key of ours as %s is refused, with the place', async (_, entry, place) => {
		const {offer, problems, file} = await readEntry(entry, env);
		expect(offer?.server).toBeUndefined();
		expect(problems).toEqual([
			expect.stringMatching(
				new RegExp(`:1:\\d+  mcpServers\\.x\\.${place.replaceAll(/[[\].]/g, '\\$&')}: takes `),
			),
		]);
		expect(problems[0]?.startsWith(file)).toBe(true);
		expect(problems[0]).toContain('move the server to your own configuration');
		expect(JSON.stringify(offer)).not.toContain('canary');
	});

	it('is refused for keys of other providers, in any case, where the caller names them', async () => {
		const own = {MYCORP_API_KEY: 'k', mycorp_api_key: 'k'};
		for (const name of Object.keys(own)) {
			const entry = {command: 'x', env: {A: reference(name)}};
			expect((await readEntry(entry, own)).offer?.server).toBeDefined();
			const {offer} = await readEntry(entry, own, {providerKeys: ['MYCORP_API_KEY']});
			expect(offer?.server).toBeUndefined();
		}
	});

	it('may take a token of its own kind, which is marked', async () => {
		const entry = {command: 'x', env: {GITHUB_TOKEN: reference('GITHUB_TOKEN')}};
		const {offer, problems} = await readEntry(entry, {GITHUB_TOKEN: 't'});
		expect([offer?.server === undefined, problems]).toEqual([false, []]);
		expect(offer?.settings).toMatchObject([{name: 'GITHUB_TOKEN', warning: 'that sounds like a secret'}]);
	});
});
