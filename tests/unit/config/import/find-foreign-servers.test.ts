import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {clients} from '../../../../source/core/config/import/clients.ts';
import {createFindForeignServers} from '../../../../source/core/config/import/find-foreign-servers.ts';
import type {ForeignServer} from '../../../../source/domain/server-import.ts';
import {foreignCanary, foreignFiles, foreignFixtures, writeFile} from '../../../helpers/foreign-clients.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

const reference = (name: string): string => `\${${name}}`;

const createHome = () => {
	const home = createTemporaryFolder();
	const cwd = join(home, 'project');
	mkdirSync(cwd);
	const find = (client: string, env: Readonly<Record<string, string>> = {}) =>
		createFindForeignServers({platform: 'linux', home, cwd, env, ownFile: join(home, 'own', 'config.json')})([
			client,
		]);
	const read = async (client: string, text: string, path = foreignFiles[client] ?? '') => {
		const file = writeFile(home, path, text);
		const found = (await find(client)).find(each => each.file === file);
		return {file, problems: found?.problems, servers: found?.servers ?? []};
	};
	return {home, cwd, find, read};
};

const entriesOf = (servers: readonly ForeignServer[]) =>
	Object.fromEntries(
		servers.filter(({problems}) => problems.length === 0).map(({name, entry}) => [name, entry]),
	);

const problemsOf = (servers: readonly ForeignServer[]) =>
	Object.fromEntries(
		servers.filter(({problems}) => problems.length > 0).map(({name, problems}) => [name, problems.join()]),
	);

describe('the servers of another client', () => {
	it('are told apart from those that ran in a sandbox of VS Code, which there is none of here', async () => {
		const {read} = createHome();
		const servers = {
			caged: {command: 'node', sandboxEnabled: true, sandbox: {network: {allowedDomains: ['a.example']}}},
			free: {command: 'node', sandboxEnabled: false},
		};
		const why = 'is not supported: servers are started without a sandbox';
		const notesIn = async (file: object) =>
			(await read('vscode', JSON.stringify(file))).servers.map(({name, notes}) => [name, notes]);
		expect(await notesIn({servers})).toEqual([
			['caged', [`sandboxEnabled ${why}`, `sandbox ${why}`]],
			['free', []],
		]);
		const beside = {servers: {free: servers.free}, sandbox: {filesystem: {allowWrite: ['.']}}};
		expect(await notesIn(beside)).toEqual([['free', [`sandbox ${why}`]]]);
	});

	const expected: Readonly<Record<string, (home: string) => object>> = {
		'claude-desktop': () => ({
			'desk-files': {command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/data']},
			'desk-keys': {command: 'uvx', args: ['srv'], env: {API_KEY: foreignCanary, MODE: 'fast'}},
		}),
		'claude-code': () => ({
			'code-remote': {
				type: 'http',
				url: 'https://mcp.example.com/mcp',
				headers: {Authorization: `Bearer ${reference('TOKEN:-none')}`},
				oauth: {clientId: 'me', callbackPort: 8080},
			},
			'code-shop': {type: 'stdio', command: 'node', args: ['./tools/server.js'], cwd: '/site/shop'},
			'code-off': {type: 'sse', url: 'https://sse.example.com/sse', disabled: true},
		}),
		vscode: home => ({
			'vs-local': {
				type: 'stdio',
				command: 'python3',
				args: [`${home}/server.py`],
				env: {KEY: reference('input:key')},
				envFile: `${reference('workspaceFolder')}/.env`,
			},
			'vs-remote': {type: 'http', url: 'https://api.githubcopilot.com/mcp/'},
		}),
		cursor: home => ({
			'cur-local': {command: 'npx', args: ['-y', 'x'], env: {HOME_DIR: home}},
			'cur-oauth': {
				url: 'https://o.example.com/mcp',
				oauth: {clientId: 'id', clientSecret: foreignCanary, scopes: ['read']},
			},
		}),
		windsurf: () => ({
			wind: {
				url: 'https://w.example.com/mcp',
				headers: {'X-Key': reference('env:WIND_KEY')},
				excludeTools: ['drop'],
			},
			'wind-off': {command: 'x', disabled: true},
		}),
		gemini: () => ({
			gem: {url: 'https://g.example.com/mcp', includeTools: ['a'], requestTimeout: 300_000},
			'gem-sse': {url: 'https://g.example.com/sse', headers: {'X-Key': reference('GEM_KEY')}},
			'gem-off': {command: 'gemmy', cwd: '/srv', excludeTools: ['b'], disabled: true},
		}),
		opencode: () => ({
			'oc-local': {type: 'stdio', command: 'bun', args: ['x', 'srv'], env: {A: '{env:OC_A}'}, timeout: 5000},
			'oc-remote': {url: 'https://oc.example.com/mcp', disabled: true},
		}),
		codex: () => ({
			'cx-local': {
				command: 'npx',
				args: ['-y', 'ctx'],
				env: {CX_KEY: reference('CX_KEY'), LEVEL: 'info'},
				timeout: 20_000,
				requestTimeout: 300_000,
				includeTools: ['open'],
			},
			'cx.remote': {
				url: 'https://cx.example.com/mcp',
				headers: {'X-Team': 'a', 'X-Key': reference('CX_HEADER')},
				auth: {type: 'bearer', token: reference('CX_TOKEN')},
				disabled: true,
			},
		}),
		goose: () => ({
			'go-local': {
				type: 'stdio',
				command: 'uvx',
				args: ['srv'],
				env: {GO_KEY: reference('GO_KEY'), MODE: 'a'},
				description: 'Local things',
				requestTimeout: 120_000,
			},
			'go-remote': {
				type: 'http',
				url: 'https://go.example.com/mcp',
				headers: {'X-Key': reference('GO_HEADER')},
				disabled: true,
			},
		}),
		lmstudio: () => ({lm: {url: 'http://localhost:3000/mcp'}}),
		zed: () => ({
			'zed-old': {command: 'node', args: ['s.js'], env: {A: '1'}},
			'zed-new': {command: 'uvx', args: ['s'], disabled: true},
			'zed-url': {url: 'https://z.example.com/mcp'},
		}),
		cline: () => ({cli: {type: 'http', url: 'https://c.example.com/mcp', requestTimeout: 60_000}}),
		roo: () => ({
			roo: {command: 'npx', args: ['-y', 'roo-mcp'], requestTimeout: 120_000, excludeTools: ['b']},
		}),
		kiro: () => ({
			kiro: {
				command: 'uvx',
				args: ['kiro'],
				env: {A: reference('KIRO_A')},
				requestTimeout: 120_000,
				excludeTools: ['c'],
				disabled: true,
			},
		}),
		junie: () => ({junie: {url: 'https://j.example.com/mcp', headers: {X: '1'}}}),
		'amazon-q': () => ({q: {command: 'uvx', args: ['q'], requestTimeout: 60_000}}),
		amp: () => ({amp: {command: 'npx', args: ['-y', 'amp-mcp']}}),
		crush: () => ({
			crush: {
				type: 'http',
				url: 'https://c.example.com/mcp',
				requestTimeout: 120_000,
				excludeTools: ['d'],
				headers: {Authorization: `Bearer ${reference('CRUSH_KEY')}`},
			},
		}),
		continue: () => ({
			cont: {command: 'uvx', args: ['cont'], env: {KEY: reference('CONT_KEY')}, timeout: 20_000},
			'cont-remote': {
				type: 'http',
				url: 'https://c.example.com/mcp',
				headers: {'X-Key': reference('CONT_KEY')},
			},
		}),
		librechat: () => ({
			libre: {
				type: 'http',
				url: 'https://l.example.com/mcp',
				headers: {'X-Key': reference('LIBRE_KEY')},
				timeout: 10_000,
				requestTimeout: 30_000,
			},
		}),
		mcporter: () => ({
			port: {
				description: 'Docs',
				url: 'https://p.example.com/mcp',
				auth: {type: 'bearer', token: reference('PORT_KEY')},
			},
			'port-local': {command: 'npx', args: ['-y', 'port'], env: {A: reference('PORT_A')}},
		}),
		shared: () => ({shared: {command: 'shared-mcp'}}),
	};

	it.each(clients.map(({id}) => id))('%s are read in its own form', async client => {
		const {home, read} = createHome();
		const {problems, servers} = await read(client, foreignFixtures[client] ?? '');
		expect(problems).toEqual([]);
		expect(entriesOf(servers)).toEqual(expected[client]?.(home));
	});

	it('that only it can fill in are told apart', async () => {
		const {read} = createHome();
		expect(problemsOf((await read('crush', foreignFixtures.crush ?? '')).servers)).toEqual({
			'crush-shell':
				'it runs a command in $(...) for a value, which is not taken over. Put the value into a variable',
		});
		expect(problemsOf((await read('librechat', foreignFixtures.librechat ?? '')).servers)).toEqual({
			'libre-user': 'it names {{LIBRECHAT_USER_ID}}, which only LibreChat can fill in',
		});
	});

	it('that are parts of it are told apart', async () => {
		const {read} = createHome();
		const goose = (await read('goose', foreignFixtures.goose ?? '')).servers;
		expect(problemsOf(goose)).toEqual({
			developer: 'it is a part of goose',
			'go-code': 'its type is "inline_python", which only goose can run',
		});
		expect(goose.filter(({isBuiltIn}) => isBuiltIn).map(({name}) => name)).toEqual(['developer']);
		expect(problemsOf((await read('zed', foreignFixtures.zed ?? '')).servers)).toEqual({
			'zed-extension': 'it is an extension of Zed',
		});
		expect(problemsOf((await read('opencode', foreignFixtures.opencode ?? '')).servers)).toEqual({
			'oc-switch': 'it only switches a server on or off that another file names',
		});
	});

	it('are found in the settings of VS Code and one level deeper in opencode', async () => {
		const {read} = createHome();
		const settings = '{"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}';
		const code = await read('vscode', settings, '.config/Code - Insiders/User/settings.json');
		expect(entriesOf(code.servers)).toEqual({a: {command: 'x'}});
		const nested = '{"mcp": {"servers": {"b": {"type": "local", "command": ["x"], "disabled": true}}}}';
		expect(entriesOf((await read('opencode', nested)).servers)).toEqual({
			b: {type: 'stdio', command: 'x', disabled: true},
		});
	});

	it('say what they lack here, and what is not taken over', async () => {
		const {read} = createHome();
		const notes = async (client: string) =>
			(await read(client, foreignFixtures[client] ?? '')).servers.flatMap(server => server.notes).join('\n');
		expect(await notes('codex')).toContain('auth.token: the variable CX_TOKEN is not set');
		expect(await notes('gemini')).toContain('trust is not taken over');
		expect(await notes('cline')).toContain('autoApprove is not taken over');
		expect(await notes('vscode')).toContain('the input "key" is asked for when it is first needed');
		const helper = '{"mcpServers": {"a": {"url": "https://a.example", "headersHelper": "./h.sh"}}}';
		const {servers} = await read('claude-code', helper);
		expect(servers[0]?.notes.join()).toContain('headersHelper is not taken over');
	});

	it('that cannot be used are listed with the reason, and the others work', async () => {
		const {read} = createHome();
		const text = JSON.stringify({
			mcpServers: {
				good: {command: 'x'},
				number: {command: 7},
				nothing: {},
				text: 'npx',
				plain: {url: 'http://far.example/mcp'},
				keys: {command: 'x', env: {A: reference('keychain:openai')}},
				runs: {command: 'x', args: [reference('command:echo hi')]},
				hidden: {command: 'x', args: [`\${A:-${reference('keychain:b')}}`]},
				reads: {command: 'x', env: {A: '{file:~/.ssh/id}'}},
			},
		});
		const {servers} = await read('claude-desktop', text);
		expect(entriesOf(servers)).toEqual({good: {command: 'x'}});
		expect(problemsOf(servers)).toEqual({
			number: expect.stringContaining('command: expected a string'),
			nothing: expect.stringContaining('needs a command'),
			text: 'its entry is not an object',
			plain: expect.stringContaining('plain http'),
			keys: expect.stringContaining(`it names ${reference('keychain:…')}`),
			runs: expect.stringContaining(`it names ${reference('command:…')}`),
			hidden: expect.stringContaining(`it names ${reference('keychain:…')}`),
			reads: expect.stringContaining('it names {file:…}'),
		});
	});

	it('of a folder are bound to it', async () => {
		const {cwd, find} = createHome();
		const servers = {
			a: {command: './serve.sh'},
			b: {command: 'npx', args: ['-y', 'b'], env: {K: reference('input:token')}},
			c: {command: 'node', args: [`${reference('workspaceFolder')}/c.js`], envFile: '.env'},
			d: {command: 'node', cwd: 'sub'},
		};
		writeFile(cwd, '.vscode/mcp.json', JSON.stringify({servers}));
		const [file] = await find('vscode');
		expect(file).toMatchObject({isOfProject: true});
		expect(Object.fromEntries((file?.servers ?? []).map(({name, entry}) => [name, entry]))).toEqual({
			a: {command: './serve.sh', cwd},
			b: {command: 'npx', args: ['-y', 'b'], env: {K: reference('input:b/token')}},
			c: {command: 'node', args: [`${cwd}/c.js`], envFile: join(cwd, '.env')},
			d: {command: 'node', cwd: join(cwd, 'sub')},
		});
	});

	it('of the user come before those of the folder', async () => {
		const {home, cwd, find} = createHome();
		writeFile(cwd, '.mcp.json', '{"mcpServers": {}}');
		writeFile(home, '.claude.json', '{}');
		expect((await find('claude-code')).map(({isOfProject}) => isOfProject)).toEqual([false, true]);
	});

	it.each([
		['cursor', '{"mcpServers": {', ':1:17  close brace expected'],
		['codex', 'a = 1\n[mcp_servers.x\n', ':2:'],
		['goose', 'extensions:\n  a: [\n', ':3:1  '],
		[
			'goose',
			`a: &a [x]\nb: &b [${'*a,'.repeat(90)}]\nc: &c [${'*b,'.repeat(90)}]\nextensions: *c\n`,
			'cannot be read',
		],
		['cursor', '['.repeat(200_000), 'cannot be read'],
	])('of a broken file of %s are left out with the place', async (client, text, problem) => {
		const {read} = createHome();
		const {file, problems, servers} = await read(client, text);
		expect(servers).toEqual([]);
		expect(problems).toHaveLength(1);
		expect(problems?.[0]).toContain(`${file}`);
		expect(problems?.[0]).toContain(problem);
	});

	it('are not waited for where the file is a folder or a pipe', async () => {
		const {home, find} = createHome();
		mkdirSync(join(home, '.cursor', 'mcp.json'), {recursive: true});
		mkdirSync(join(home, '.gemini'));
		execFileSync('mkfifo', [join(home, '.gemini', 'settings.json')]);
		expect((await find('cursor'))[0]?.problems.join()).toContain('is not a file');
		expect((await find('gemini'))[0]?.problems.join()).toContain('is not a file');
	});

	it('are compared with the own configuration by what they say', async () => {
		const {home, read} = createHome();
		const own = {
			mcpServers: {
				same: {args: ['-y', 'a'], type: 'stdio', command: 'npx', env: {}},
				other: {command: 'npx', args: ['-y', 'b']},
			},
			servers: {remote: {type: 'streamable-http', url: 'https://a.example'}},
		};
		writeFile(home, 'own/config.json', `// mine\n${JSON.stringify(own)}`);
		const theirs = {
			same: {command: 'npx', args: ['-y', 'a']},
			other: {command: 'npx', args: ['-y', 'c']},
			remote: {url: 'https://a.example', type: 'http'},
			fresh: {command: 'x'},
		};
		const {servers} = await read('cursor', JSON.stringify({mcpServers: theirs}));
		expect(servers.map(server => [server.name, server.own])).toEqual([
			['same', 'same'],
			['other', 'different'],
			['remote', 'same'],
			['fresh', undefined],
		]);
	});

	it('start nothing and write nothing', async () => {
		const {home, cwd, read} = createHome();
		const witness = join(home, 'witness');
		const text = JSON.stringify({mcpServers: {evil: {command: 'touch', args: [witness]}}});
		writeFile(cwd, '.mcp.json', text);
		expect(entriesOf((await read('claude-code', text)).servers)).toHaveProperty('evil');
		expect([existsSync(witness), existsSync(join(home, 'own'))]).toEqual([false, false]);
	});
});
