import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {NewServer} from '../../../../source/headless/servers/new-entry.ts';
import {putEntry} from '../../../../source/headless/servers/put-entry.ts';
import {add, optionsFor} from './add-run.ts';
import {createFakeRun, createRecorder, signal} from './fake-run.ts';

const kept = (name: string): string => `\${keychain:${name}}`;
const reference = (name: string): string => `\${${name}}`;

describe('a secret that is given to mcp add', () => {
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
		const variable = given.env === undefined ? 'X_TOKEN' : 'API_KEY';
		expect(refused.err()).toContain(`Set ${variable} in your environment, then paste:\n  mcp-tui mcp add x `);
		expect(refused.err()).toContain(`\${${variable}}`);
		expect(refused.err()).toContain('--plain-text');
		expect(refused.err()).not.toContain('canary');
	});

	it.each<[Partial<NewServer>, string, object]>([
		[{args: ['ghp_canary0123456789']}, 'x/argument-1', {args: [kept('x/argument-1')]}],
		[{args: ['--api-key', 'canary7']}, 'x/api-key', {args: ['--api-key', kept('x/api-key')]}],
		[{args: ['-u', 'root', '-pcanary']}, 'x/password', {args: ['-u', 'root', `-p${kept('x/password')}`]}],
		[{args: ['--token=canary7']}, 'x/token', {args: [`--token=${kept('x/token')}`]}],
		[
			{args: ['--header', 'X-API-Key: canary']},
			'x/X-API-Key',
			{args: ['--header', `X-API-Key: ${kept('x/X-API-Key')}`]},
		],
		[
			{args: ['--header', 'Authorization: Bearer canary']},
			'x/Authorization',
			{args: ['--header', `Authorization: Bearer ${kept('x/Authorization')}`]},
		],
		[{args: ['postgres://u:canary@db/x']}, 'x/password', {args: [`postgres://u:${kept('x/password')}@db/x`]}],
		[
			{args: ['postgres://u:can/a@ry@db/x']},
			'x/password',
			{args: [`postgres://u:${kept('x/password')}@db/x`]},
		],
		[
			{env: ['DSN=redis://:canary@db:6379/0']},
			'x/password',
			{env: {DSN: `redis://:${kept('x/password')}@db:6379/0`}},
		],
		[
			{target: 'https://a.example/mcp?api_key=canary&read_only=true'},
			'x/api_key',
			{url: `https://a.example/mcp?api_key=${kept('x/api_key')}&read_only=true`},
		],
		[
			{target: 'https://a.example/s/canary0123456789AbCdEf01/mcp'},
			'x/key',
			{url: `https://a.example/s/${kept('x/key')}/mcp`},
		],
	])('moves the secret of %o to the keychain as %s', async (given, name, entry) => {
		const added = await add(given);
		expect(added.code).toBe(0);
		expect(added.entry).toMatchObject(entry);
		expect([...added.run.kept.keys()]).toEqual([name]);
		expect(added.err()).toContain(`the file only says ${kept(name)}`);
		expect(JSON.stringify(added.entry) + added.err() + added.out()).not.toMatch(/can\/?a@?ry/);
	});

	it('keeps two secrets of one text apart', async () => {
		const added = await add({args: ['https://u:canary1@a.example/?token=canary2']});
		expect(added.entry).toMatchObject({
			args: [`https://u:${kept('x/password')}@a.example/?token=${kept('x/token')}`],
		});
		expect([...added.run.kept]).toEqual([
			['x/password', 'canary1'],
			['x/token', 'canary2'],
		]);
	});

	it.each<[Partial<NewServer>, string]>([
		[
			{name: 'github', env: ['GITHUB_PERSONAL_ACCESS_TOKEN=canary'], args: ['-y', 'srv']},
			`mcp-tui mcp add github -e 'GITHUB_PERSONAL_ACCESS_TOKEN=${reference('GITHUB_PERSONAL_ACCESS_TOKEN')}' -- npx -y srv`,
		],
		[
			{name: 'db', args: ['--dsn', 'postgres://u:canary@db/x']},
			`mcp-tui mcp add db -- npx --dsn 'postgres://u:${reference('DB_PASSWORD')}@db/x'`,
		],
		[
			{target: 'https://a.example/sse', transport: 'sse', headers: ['Authorization: Bearer canary']},
			`mcp-tui mcp add -t sse x https://a.example/sse -H 'Authorization: Bearer ${reference('X_TOKEN')}'`,
		],
		[
			{target: 'https://a.example/mcp', clientId: 'me', clientSecret: 'canary'},
			`mcp-tui mcp add-json x '{"type":"http","url":"https://a.example/mcp","oauth":{"clientId":"me","clientSecret":"${reference('X_CLIENT_SECRET')}"}}'`,
		],
	])('without a keychain %o is refused with the line to paste', async (given, line) => {
		const failure = {code: 'no-keychain', message: 'There is no keychain.', hint: 'Start one.'};
		const run = createFakeRun({keepSecret: async () => ({type: 'refused', failure})});
		const refused = await add(given, false, {run});
		expect([refused.code, run.changes]).toEqual([42, []]);
		expect(refused.err()).toContain(`then paste:\n  ${line}\n`);
		expect(refused.err()).not.toContain('canary');
	});

	it.each<[Partial<NewServer>, string, object]>([
		[{env: ['API_KEY=YOUR_API_KEY']}, 'env.API_KEY', {env: {API_KEY: reference('API_KEY')}}],
		[{env: ['API_KEY=<your-key>']}, 'env.API_KEY', {env: {API_KEY: reference('API_KEY')}}],
		[{env: ['API_KEY=xxx']}, 'env.API_KEY', {env: {API_KEY: reference('API_KEY')}}],
		[{env: ['API_KEY=sk-xxxx']}, 'env.API_KEY', {env: {API_KEY: reference('API_KEY')}}],
		[{args: ['--token', '<token>']}, 'args.1', {args: ['--token', reference('X_TOKEN')]}],
		[
			{target: 'https://a.example/mcp', headers: ['Authorization: Bearer <GITHUB_TOKEN>']},
			'headers.Authorization',
			{headers: {Authorization: `Bearer ${reference('GITHUB_TOKEN')}`}},
		],
	])('never keeps the placeholder of %o as a secret', async (given, place, entry) => {
		const added = await add(given);
		expect(added.code).toBe(0);
		expect(added.run.kept.size).toBe(0);
		expect(added.entry).toMatchObject(entry);
		expect(added.err()).toContain(`${place} has no value yet`);
	});

	it('asks for what a placeholder stands for where somebody can answer, and keeps that', async () => {
		const asked: string[] = [];
		const askSecret = async (question: string) => {
			asked.push(question);
			return asked.length === 1 ? ' canary ' : '';
		};
		const added = await add({env: ['API_KEY=YOUR_KEY', 'TOKEN=<your-token>']}, false, {askSecret});
		expect(added.entry).toMatchObject({env: {API_KEY: kept('x/API_KEY'), TOKEN: reference('TOKEN')}});
		expect([...added.run.kept]).toEqual([['x/API_KEY', 'canary']]);
		expect(asked[0]).toBe(
			'Value of env.API_KEY for server "x", in place of YOUR_KEY (not shown; Enter uses the variable API_KEY): ',
		);
		const gone = await add({env: ['API_KEY=YOUR_KEY']}, false, {askSecret: async () => undefined});
		expect([gone.code, gone.run.changes]).toEqual([42, []]);
	});

	it('says what else still is a placeholder', async () => {
		const added = await add({target: 'https://<your-host>/mcp', clientId: 'your-client-id'});
		expect(added.err()).toContain('Warning: url still is a placeholder: https://<your-host>/mcp.');
		expect(added.err()).toContain('Warning: oauth.clientId still is a placeholder: your-client-id.');
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
				'-p8080:80',
				'-pit',
				'--port',
				'80',
			],
		},
		{args: [`--token=\${TOKEN}`, '--key-file', './key.pem', '--auth', 'oauth']},
		{env: ['AUTH_TYPE=basic', 'KEY=value', 'AUTHOR=ada', 'KEYBOARD=german', 'AUTH=oauth', 'PASSTHROUGH=all']},
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

	it.each<[JsonObject, string]>([
		[{serverUrl: 'https://a.example/?key=canary'}, 'x/key'],
		[{command: ['run', '--token', 'canary1']}, 'x/token'],
	])('%o keeps the secret of a text in the keychain', async (entry, name) => {
		const {code, text, kept} = await put(entry);
		expect([code, [...kept.keys()]]).toEqual([0, [name]]);
		expect(text).toContain(`{keychain:${name}}`);
		expect(text).not.toContain('canary');
	});
});
