import {describe, expect, it} from 'vitest';
import {readSnippet} from '../../../../source/headless/servers/add-json.ts';
import {addServer, type NewServer} from '../../../../source/headless/servers/add-server.ts';
import {createFakeRun, createRecorder} from './fake-run.ts';

const server = (more: Partial<NewServer>): NewServer => ({
	name: 'x',
	target: 'npx',
	args: [],
	transport: undefined,
	env: [],
	headers: [],
	...more,
});

const add = async (more: Partial<NewServer>, isJson = false) => {
	const run = createFakeRun();
	const recorder = createRecorder(isJson);
	const {output} = recorder;
	const options = {changeConfig: run.changeConfig, output, scope: 'user', replace: false} as const;
	const code = await addServer(server(more), options);
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
		[{target: 'https://a.example', args: ['y']}, 'takes no arguments, and there is "y"'],
		[{target: 'https://a.example', env: ['A=1']}, '-e is for commands'],
		[{target: 'https://a.example', headers: ['Bad']}, '-H "Bad" is not a header'],
		[{headers: ['A: b']}, '-H is for URLs'],
		[{env: ['A']}, '-e "A" is not a variable'],
	])('%o is refused before anything is written', async (given, sentence) => {
		const refused = await add(given);
		expect(refused.code).toBe(42);
		expect(refused.err()).toContain(sentence);
		expect(refused.run.changes).toEqual([]);
	});

	it('says where the server is now, and how to try it', async () => {
		const added = await add({});
		expect(added.out()).toBe('Added server "x" to /user.json.\n');
		expect(added.err()).toContain('mcp-tui mcp test x');
		expect((await add({}, true)).json()).toEqual({name: 'x', file: '/user.json', scope: 'user'});
	});

	it.each<[Partial<NewServer>, string]>([
		[{env: ['API_KEY=abc']}, `-e 'API_KEY=\${API_KEY}'`],
		[
			{target: 'https://a.example', headers: ['Authorization: Bearer abc']},
			`-H 'Authorization: Bearer \${MY_AUTHORIZATION}'`,
		],
		[{args: ['ghp_0123456789abcdef']}, 'An argument or the URL looks like a secret'],
		[{target: 'https://a.example/mcp?api_key=abc'}, 'An argument or the URL looks like a secret'],
	])('warns that %o writes a secret to a file, and suggests a reference', async (given, sentence) => {
		const added = await add(given);
		expect(added.code).toBe(0);
		expect(added.err()).toContain('plain text');
		expect(added.err()).toContain(sentence);
		expect(added.err()).not.toMatch(/abc|ghp_/);
	});

	it.each<Partial<NewServer>>([
		{env: [`API_KEY=\${API_KEY}`, 'PORT=80']},
		{target: 'https://a.example', headers: [`Authorization: Bearer \${TOKEN}`, 'X-Team: blue']},
	])('has nothing to warn of in %o', async given => {
		expect((await add(given)).err()).not.toContain('secret');
	});

	it('passes on why the configuration refused it', async () => {
		const recorder = createRecorder();
		const code = await addServer(server({}), {
			changeConfig: async () => ({type: 'refused', failure: {code: 'taken', message: 'There is one.'}}),
			output: recorder.output,
			scope: 'user',
			replace: false,
		});
		expect([code, recorder.err(), recorder.out()]).toEqual([42, 'There is one.\n', '']);
	});
});

describe('a pasted snippet', () => {
	const entry = {command: 'npx', args: ['-y', 'srv']};

	it.each([
		['the entry itself', JSON.stringify(entry)],
		['one with comments and trailing commas', '{"command": "npx", /* quick */ "args": ["-y", "srv",],}'],
		['the file of another client', JSON.stringify({mcpServers: {x: entry, other: {url: 'https://a'}}})],
		['the file of VS Code', JSON.stringify({servers: {x: entry}, inputs: []})],
		['a single server by another name', JSON.stringify({mcpServers: {theirs: entry}})],
		['entries by name', JSON.stringify({x: entry})],
	])('is understood when it is %s', async (_, text) => {
		expect(await readSnippet('x', text)).toEqual({type: 'entry', entry});
	});

	it.each([
		['{', 'not given as a JSON object'],
		['[]', 'not given as a JSON object'],
		['{"args": []}', 'neither "command" nor "url"'],
		['{"mcpServers": {"a": {"command": "b"}, "c": {"command": "d"}}}', 'holds a, c, and none is called "x"'],
	])('%s is refused with a sentence', async (text, sentence) => {
		const read = await readSnippet('x', text);
		expect(read.type === 'refused' ? read.failure.message : '').toContain(sentence);
	});
});
