import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {addServer, type NewServer} from '../../../../source/headless/servers/add-server.ts';
import {putEntry} from '../../../../source/headless/servers/put-entry.ts';
import {createFakeRun, createRecorder, type FakeRun} from './fake-run.ts';

const server = (more: Partial<NewServer>): NewServer => ({
	name: 'x',
	target: 'npx',
	args: [],
	transport: undefined,
	env: [],
	headers: [],
	...more,
});

const {signal} = new AbortController();

const optionsFor = (run: FakeRun, {output}: ReturnType<typeof createRecorder>) =>
	({
		changeConfig: run.changeConfig,
		keepSecret: run.keepSecret,
		output,
		scope: 'user',
		replace: false,
		isPlainText: false,
	}) as const;

const add = async (
	more: Partial<NewServer>,
	isJson = false,
	{run = createFakeRun(), ...others}: {run?: FakeRun; scope?: 'project'; isPlainText?: boolean} = {},
) => {
	const recorder = createRecorder(isJson);
	const code = await addServer(server(more), {...optionsFor(run, recorder), ...others}, signal);
	const [change] = run.changes;
	return {code, entry: change?.change.type === 'put' ? change.change.entry : undefined, ...recorder, run};
};

describe('mcp add', () => {
	it.each<[Partial<NewServer>, object]>([
		[{args: ['-y', 'srv']}, {type: 'stdio', command: 'npx', args: ['-y', 'srv']}],
		[{env: ['A=1=2', 'B=']}, {type: 'stdio', command: 'npx', env: {A: '1=2', B: ''}}],
		[{target: 'https://a.example/mcp'}, {type: 'http', url: 'https://a.example/mcp'}],
		[{target: 'WSS://a.example'}, {type: 'ws', url: 'WSS://a.example'}],
		[
			{target: 'https://a.example/sse', transport: 'sse', headers: ['X-Team: a: b']},
			{type: 'sse', url: 'https://a.example/sse', headers: {'X-Team': 'a: b'}},
		],
		[{target: 'C:\\bin\\srv.exe'}, {type: 'stdio', command: 'C:\\bin\\srv.exe'}],
	])('%o becomes an entry of the configuration', async (given, entry) => {
		const added = await add(given);
		expect(added.code).toBe(0);
		expect(added.entry).toEqual(entry);
	});

	it.each<[Partial<NewServer>, string]>([
		[{name: ' '}, 'needs a name'],
		[{target: 'ftp://a.example'}, 'ftp:// is not an address'],
		[{target: 'https://a.example', transport: 'ws'}, 'must begin with ws:// or wss://'],
		[{target: 'https://a.example', transport: 'stdio'}, 'stdio needs a command'],
		[{transport: 'http'}, 'http needs a URL, and "npx" is none'],
		[{target: 'https://a.example', args: ['y']}, 'takes no arguments, and there is one'],
		[{target: 'https://a.example', env: ['A=1']}, '-e is for commands'],
		[{target: 'https://a.example', headers: ['canary']}, '-H is not a header'],
		[{headers: ['A: b']}, '-H is for URLs'],
		[{env: ['canary']}, '-e is not a variable'],
	])('%o is refused before anything is written', async (given, sentence) => {
		const refused = await add(given);
		expect(refused.code).toBe(42);
		expect(refused.err()).toContain(sentence);
		expect(refused.err()).not.toContain('canary');
		expect(refused.run.changes).toEqual([]);
	});

	it('leaves the name of the built-in server alone', async () => {
		const refused = await add({name: 'toolbox'});
		expect([refused.code, refused.run.changes]).toEqual([42, []]);
		expect(refused.err()).toBe(
			'The name "toolbox" is taken by the built-in server.\nChoose another name for yours.\n',
		);
	});

	it('says what has no effect as it is written', async () => {
		const warnings = ['arg: unknown key; did you mean args?'];
		const run = createFakeRun({changeConfig: async () => ({type: 'changed', file: '/x.json', warnings})});
		const added = await add({}, false, {run});
		expect(added.code).toBe(0);
		expect(added.err()).toContain('arg: unknown key; did you mean args?\n');
	});

	it('says where the server is now, and how to try it', async () => {
		const added = await add({});
		expect(added.out()).toBe('Added server "x" to /user.json.\n');
		expect(added.err()).toContain('mcp-tui mcp test x');
		const odd = await add({name: 'bad name!'});
		expect(odd.err()).toContain("mcp-tui mcp test 'bad name!'");
		expect((await add({}, true)).json()).toEqual({name: 'x', file: '/user.json', scope: 'user'});
	});

	it('keeps secrets in the keychain, and writes references', async () => {
		const local = await add({env: ['API_KEY=canary', 'PORT=80', 'TOKEN_LIMIT=4000']});
		expect(local.entry).toMatchObject({
			env: {API_KEY: '$' + '{keychain:x/API_KEY}', PORT: '80', TOKEN_LIMIT: '4000'},
		});
		expect(local.run.kept).toEqual(new Map([['x/API_KEY', 'canary']]));
		expect(local.err()).toContain('env.API_KEY is kept in the keychain');
		const headers = ['Authorization: Bearer canary', 'X-Team: blue'];
		const remote = await add({target: 'https://a.example', headers});
		expect(remote.entry).toMatchObject({
			headers: {Authorization: 'Bearer $' + '{keychain:x/Authorization}', 'X-Team': 'blue'},
		});
		expect(remote.run.kept).toEqual(new Map([['x/Authorization', 'canary']]));
		for (const {err, out} of [local, remote]) {
			expect(err() + out()).not.toContain('canary');
		}
	});

	it.each<Partial<NewServer>>([
		{env: ['API_KEY=canary']},
		{target: 'https://a.example', headers: ['Authorization: Bearer canary']},
	])('writes nothing of %o where no secret can be kept', async given => {
		const failure = {code: 'no-keychain', message: 'There is no keychain.', hint: 'Start one.'};
		const run = createFakeRun({keepSecret: async () => ({type: 'refused', failure})});
		const refused = await add(given, false, {run});
		expect(refused.code).toBe(42);
		expect(run.changes).toEqual([]);
		expect(refused.err()).toContain('There is no keychain.');
		expect(refused.err()).toMatch(/write (Bearer )?\$\{X_[A-Z_]+\} in its place/);
		expect(refused.err()).toContain('--plain-text');
		expect(refused.err()).not.toContain('canary');
	});

	it.each<Partial<NewServer>>([
		{args: ['ghp_0123456789abcdef']},
		{args: ['--api-key', 'canary7']},
		{args: ['--header', 'X-API-Key: canary']},
		{args: ['postgres://u:canary@db/x']},
		{target: 'https://a.example/mcp?api_key=canary'},
	])('refuses %o, which belongs into no file', async given => {
		const refused = await add(given);
		expect(refused.code).toBe(42);
		expect(refused.run.changes).toEqual([]);
		expect(refused.err()).toContain('looks like a secret');
		expect(refused.err()).not.toMatch(/canary|ghp_/);
	});

	it('refuses a secret for the file of a project, which cannot refer to a keychain', async () => {
		const refused = await add({env: ['API_KEY=canary']}, false, {scope: 'project'});
		expect([refused.code, refused.run.changes]).toEqual([42, []]);
		expect(refused.run.kept.size).toBe(0);
	});

	it('writes secrets as they are when told to', async () => {
		const added = await add({env: ['API_KEY=canary']}, false, {isPlainText: true});
		expect(added.entry).toMatchObject({env: {API_KEY: 'canary'}});
		expect(added.err()).toContain('env.API_KEY is in the file as plain text');
	});

	it.each<Partial<NewServer>>([
		{env: [`API_KEY=\${API_KEY}`, 'PORT=80']},
		{target: 'https://a.example', headers: [`Authorization: Bearer \${TOKEN}`, 'X-Team: blue']},
		{
			args: [
				'-y',
				'mcp-server-for-google-maps-v2',
				'/home/ada/projects2024/notes',
				'--no-auth',
				'--port',
				'80',
			],
		},
		{args: [`--token=\${TOKEN}`, '--key-file', './key.pem', '--auth', 'oauth']},
		{target: 'https://a.example/mcp?team=blue'},
	])('finds no secret in %o', async given => {
		const added = await add(given);
		expect(added.code).toBe(0);
		expect(added.run.kept.size).toBe(0);
		expect(added.err()).not.toMatch(/keychain|secret|plain text/);
	});

	it('leaves the keychain as it was when the configuration refuses the server', async () => {
		const failure = {code: 'server-exists', message: 'There is one.'};
		const run = createFakeRun({changeConfig: async () => ({type: 'refused', failure})});
		expect((await add({env: ['API_KEY=canary']}, false, {run})).code).toBe(42);
		expect(run.kept.size).toBe(0);
	});

	it('passes on why the configuration refused it', async () => {
		const recorder = createRecorder();
		const failure = {code: 'taken', message: 'There is one.'};
		const run = createFakeRun({changeConfig: async () => ({type: 'refused', failure})});
		const code = await addServer(server({}), optionsFor(run, recorder), signal);
		expect([code, recorder.err(), recorder.out()]).toEqual([42, 'There is one.\n', '']);
	});
});

describe('an entry in JSON', () => {
	const put = async (entry: JsonObject) => {
		const run = createFakeRun();
		const recorder = createRecorder();
		const code = await putEntry({name: 'x', entry}, optionsFor(run, recorder), signal);
		const [change] = run.changes;
		const text = JSON.stringify(change?.change.type === 'put' ? change.change.entry : undefined);
		return {code, text, kept: run.kept, err: recorder.err()};
	};

	it.each<[JsonObject, string]>([
		[{auth: {type: 'bearer', token: 'canary'}}, 'x/token'],
		[{auth: {type: 'api-key', header: 'X-Key', api_key: 'canary'}}, 'x/api_key'],
		[{authentication: {type: 'basic', username: 'ada', password: 'canary'}}, 'x/password'],
		[{auth: 'Bearer canary'}, 'x/auth'],
		[{oauth: {clientId: 'me', clientSecret: 'canary'}}, 'x/clientSecret'],
		[{headers: {'X-API-Key': 'canary'}}, 'x/X-API-Key'],
		[{config: {apiKey: 'canary'}}, 'x/apiKey'],
	])('%o keeps its secret in the keychain', async (given, name) => {
		const {code, text, kept, err} = await put({url: 'https://a.example', ...given});
		expect(code).toBe(0);
		expect(text).toContain(`{keychain:${name}}`);
		expect(text + err).not.toContain('canary');
		expect([...kept]).toEqual([[name, 'canary']]);
	});

	it('keeps two secrets of one name apart', async () => {
		const given = {headers: {token: 'one'}, auth: {type: 'bearer', token: 'two'}};
		const {kept} = await put({url: 'https://a.example', ...given});
		expect([...kept]).toEqual([
			['x/headers.token', 'one'],
			['x/auth.token', 'two'],
		]);
	});

	it.each<JsonObject>([
		{serverUrl: 'https://a.example/?key=canary'},
		{command: ['run', '--token', 'canary1']},
	])('%o is refused', async entry => {
		const {code, text} = await put(entry);
		expect([code, text]).toEqual([42, undefined]);
	});
});
