import {mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	type ProjectServer,
	readProjectServers,
	withoutOwnNames,
} from '../../../../source/core/config/project/project-files.ts';
import {readConfig} from '../../../../source/core/config/read-config.ts';
import {noApprovals} from '../../../../source/domain/approval.ts';
import {writeFile} from '../../../helpers/foreign-clients.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

const reference = (name: string): string => `\${${name}}`;

const readServers = async (servers: object, env: Readonly<Record<string, string>> = {}) => {
	const folder = createTemporaryFolder();
	writeFile(folder, '.mcp.json', JSON.stringify({mcpServers: servers}));
	const read = await readProjectServers(folder, env);
	return {...read, folder};
};

const runsOf = async (entry: object, env: Readonly<Record<string, string>> = {}): Promise<string> =>
	(await readServers({x: entry}, env)).servers[0]?.runs ?? '';

describe('the files of a project', () => {
	it('name their servers with what they would start or contact', async () => {
		const {servers, problems, files, folder, approvals} = await readServers({
			local: {command: 'node', args: ['server.js', 'a b'], env: {API_KEY: 'x'}},
			remote: {url: 'https://a.example/mcp?x=1', headers: {'X-Team': 'a'}, auth: 'bearer abc'},
		});
		const file = join(folder, '.mcp.json');
		expect(servers).toMatchObject([
			{
				name: 'local',
				file,
				runs: "node server.js 'a b'",
				variables: ['API_KEY'],
				isChanged: false,
				problems: [],
			},
			{name: 'remote', file, runs: 'https://a.example/mcp?x=1', isChanged: false},
		]);
		expect(servers[0]?.server).toMatchObject({type: 'stdio', command: 'node', source: file});
		expect([problems, files, approvals]).toEqual([[], [file], noApprovals]);
	});

	it('show the default of an input as what would run, and another default is another server', async () => {
		const readWith = async (text: string) => {
			const folder = createTemporaryFolder();
			const content = {
				inputs: [{id: 'tool', type: 'promptString', default: text}],
				servers: {x: {command: reference('input:tool'), args: ['--fast']}},
			};
			writeFile(folder, '.vscode/mcp.json', JSON.stringify(content));
			return (await readProjectServers(folder, {})).servers;
		};
		const [harmless] = await readWith('lint');
		expect(harmless).toMatchObject({
			runs: 'lint --fast',
			server: {command: 'lint', args: ['--fast']},
			problems: [],
		});
		const [evil] = await readWith('rm');
		expect(evil?.runs).toBe('rm --fast');
		expect(evil?.print).not.toBe(harmless?.print);
		const [greedy] = await readWith('lint');
		expect(greedy?.print).toBe(harmless?.print);
	});

	it('are both read, and the first of a name counts', async () => {
		const folder = createTemporaryFolder();
		writeFile(folder, '.mcp.json', '{"mcpServers": {"a": {"command": "one"}}}');
		const second = writeFile(
			folder,
			'.vscode/mcp.json',
			'{"inputs": [], "servers": {"a": {"command": "two"}, "b": {"command": "three"}}}',
		);
		const {servers, problems, files} = await readProjectServers(folder, {});
		expect(servers.map(({name, runs}) => [name, runs])).toEqual([
			['a', 'one'],
			['b', 'three'],
		]);
		expect(problems).toEqual([`${second}  The server "a" is left out: another file of this folder has one.`]);
		expect(files).toHaveLength(2);
	});

	it('that are not there are nothing', async () => {
		const folder = createTemporaryFolder();
		const nothing = {servers: [], approvals: noApprovals, problems: [], files: []};
		expect(await readProjectServers(folder, {})).toEqual(nothing);
		expect(await readProjectServers(join(folder, 'nowhere'), {})).toEqual(nothing);
	});

	it('are the same by whichever link one comes to the folder', async () => {
		const {folder, servers} = await readServers({a: {command: 'x'}});
		const link = join(createTemporaryFolder(), 'link');
		symlinkSync(folder, link);
		expect((await readProjectServers(link, {})).servers).toEqual(servers);
	});

	it('with an error are told with the place, and nothing of them is used', async () => {
		const folder = createTemporaryFolder();
		const file = writeFile(folder, '.mcp.json', '{\n"mcpServers": {"a": {"command": "x"}');
		writeFile(folder, '.vscode/mcp.json', '{"servers": {"b": {"command": "y"}}}');
		const {servers, problems} = await readProjectServers(folder, {});
		expect(servers.map(({name}) => name)).toEqual(['b']);
		expect(problems[0]).toContain(`${file}:2:`);
	});

	it('with one bad entry lose only that', async () => {
		const {servers, problems} = await readServers({bad: {command: 7}, good: {command: 'x'}});
		expect(servers.map(each => [each.name, each.server !== undefined])).toEqual([
			['bad', false],
			['good', true],
		]);
		expect(servers[0]?.problems).toEqual(problems);
		expect(problems.join()).toContain('mcpServers.bad.command: expected a string');
	});

	it('that are nested without end are refused', async () => {
		const folder = createTemporaryFolder();
		const file = writeFile(folder, '.mcp.json', '{"a":'.repeat(100_000));
		const {servers, problems} = await readProjectServers(folder, {});
		expect(servers).toEqual([]);
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(`${file}  holds more than any list of servers`);
	});

	it('never take the place of a server of the user', async () => {
		const {servers, folder} = await readServers({mine: {command: 'x'}, theirs: {command: 'y'}});
		const kept = withoutOwnNames(servers, new Set(['mine']));
		expect(kept.servers.map(({name}: ProjectServer) => name)).toEqual(['theirs']);
		expect(kept.problems).toEqual([
			`${join(folder, '.mcp.json')}  The server "mine" is left out: your own configuration has one of this name.`,
		]);
	});
});

describe('what a server of a project would run', () => {
	it('is shown as it is written, with every default', async () => {
		const entry = {command: `\${RUNNER:-curl evil}`, args: [reference('HOME_DIR'), "it's"]};
		expect(await runsOf(entry, {RUNNER: 'node', HOME_DIR: '/secret'})).toBe(
			`'\${RUNNER:-curl evil}' '\${HOME_DIR}' 'it'\\''s'`,
		);
	});

	it('hides nothing behind what looks like a secret, or cannot be seen', async () => {
		expect(await runsOf({command: 'sh', args: ['-c', 'TOKEN=abc evil']})).toBe("sh -c 'TOKEN=abc evil'");
		expect(await runsOf({command: 'sh', args: ['a\u202eb\x1b[2K\n']})).toBe("sh $'a\\u202eb\\x1b[2K\\x0a'");
		expect(await runsOf({url: 'https://a.example/\u200bx'})).toBe('https://a.example/\\u200bx');
	});

	it('says where, and with which of the variables that decide what is loaded', async () => {
		const env = {NODE_OPTIONS: '--require ./evil.js', LD_PRELOAD: './x.so', NAME: 'quiet'};
		expect(await runsOf({command: 'node', args: ['a.js'], cwd: '/tmp/a b', env})).toBe(
			"cd '/tmp/a b' && NODE_OPTIONS='--require ./evil.js' LD_PRELOAD=./x.so node a.js",
		);
	});

	it.each([
		[{command: ['bun', 'x', 'srv']}, 'bun x srv'],
		[{server: '@scope/srv', args: ['-v']}, 'npx -y @scope/srv -v'],
		[{httpUrl: 'https://a.example'}, 'https://a.example'],
		[{command: 7}, '7'],
		['text', "''"],
	])('%j is shown as %s', async (entry, runs) => {
		expect((await readServers({x: entry})).servers[0]?.runs).toBe(runs);
	});

	it('names the headers and variables that are set', async () => {
		const {servers} = await readServers(
			{
				bearer: {url: 'https://a.example', headers: {'X-A': '1'}, auth: {type: 'bearer', token: 't'}},
				key: {url: 'https://a.example', auth: {type: 'api-key', key: 'k', header: 'X-K'}},
				env: {command: 'x', environment: {A: '1', B: reference('PATH')}},
			},
			{PATH: '/bin'},
		);
		expect(servers.map(({variables}) => variables)).toEqual([['X-A', 'Authorization'], ['X-K'], ['A', 'B']]);
	});
});

describe('a file of variables of a project', () => {
	const withEnvFile = async (envFile: string, prepare: (folder: string) => void) => {
		const folder = join(createTemporaryFolder(), 'project');
		mkdirSync(folder);
		prepare(folder);
		writeFile(folder, '.mcp.json', JSON.stringify({mcpServers: {x: {command: 'x', envFile}}}));
		return {folder, read: () => readProjectServers(folder, {})};
	};

	it('belongs to what is trusted', async () => {
		const {folder, read} = await withEnvFile('.env', at => writeFile(at, '.env', 'A=1\n'));
		const [before] = (await read()).servers;
		expect(before).toMatchObject({variables: ['A'], runs: 'x'});
		writeFile(folder, '.env', 'A=1\nNODE_OPTIONS=-r ./evil.js\n');
		const [after] = (await read()).servers;
		expect(after).toMatchObject({variables: ['A', 'NODE_OPTIONS'], runs: "NODE_OPTIONS='-r ./evil.js' x"});
		expect(after?.print).not.toBe(before?.print);
	});

	it('is trusted for the very values that are used, whatever else is in it', async () => {
		const {folder, read} = await withEnvFile('.env', at => writeFile(at, '.env', 'A=1\n'));
		const [before] = (await read()).servers;
		writeFile(folder, '.env', '# only a remark\nA="1"\n');
		const [same] = (await read()).servers;
		expect([same?.print, same?.server]).toEqual([before?.print, before?.server]);
		writeFile(folder, '.env', 'A=2\n');
		const [other] = (await read()).servers;
		expect(other?.server).toMatchObject({env: {A: '2'}});
		expect(other?.print).not.toBe(before?.print);
	});

	it('is read once, by whoever may read it', () => {
		const asked: string[] = [];
		const text = JSON.stringify({mcpServers: {x: {command: 'x', envFile: '.env', env: {B: '1'}}}});
		const {servers} = readConfig(
			'/project/.mcp.json',
			text,
			{},
			{
				isForeign: true,
				readEnvFile: file => {
					asked.push(file);
					return {type: 'read', text: `A=${asked.length}`};
				},
			},
		);
		expect(servers).toMatchObject([{env: {A: '1', B: '1'}}]);
		expect(asked).toEqual(['/project/.env']);
	});

	it.each([
		['../secret.env', 'outside'],
		[`${reference('workspaceFolder')}/link.env`, 'by a link'],
	])('%s, %s of the folder, is refused', async envFile => {
		const {read} = await withEnvFile(envFile, folder => {
			const secret = writeFile(join(folder, '..'), 'secret.env', 'PASSWORD=canary\n');
			symlinkSync(secret, join(folder, 'link.env'));
		});
		const {servers, problems} = await read();
		expect(servers[0]?.server).toBeUndefined();
		expect(problems.join()).toContain('outside of this folder');
		expect(JSON.stringify(servers)).not.toContain('canary');
	});
});

describe('a folder', () => {
	it('may have a link to a file inside of it', async () => {
		const folder = createTemporaryFolder();
		mkdirSync(join(folder, 'config'));
		const real = writeFile(folder, 'config/servers.json', '{"mcpServers": {"a": {"command": "x"}}}');
		symlinkSync(real, join(folder, '.mcp.json'));
		expect((await readProjectServers(folder, {})).servers.map(({name}) => name)).toEqual(['a']);
	});
});
