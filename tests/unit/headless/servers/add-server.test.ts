import {describe, expect, it} from 'vitest';
import {addServer} from '../../../../source/headless/servers/add-server.ts';
import type {NewServer} from '../../../../source/headless/servers/new-entry.ts';
import {add, newServer, optionsFor} from './add-run.ts';
import {createFakeRun, createRecorder, signal} from './fake-run.ts';

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
		[{target: 'https://a.example', args: ['y']}, 'takes no arguments, but 1 was given'],
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

	it('passes on why the configuration refused it', async () => {
		const recorder = createRecorder();
		const failure = {code: 'taken', message: 'There is one.'};
		const run = createFakeRun({changeConfig: async () => ({type: 'refused', failure})});
		const code = await addServer(newServer({}), optionsFor(run, recorder), signal);
		expect([code, recorder.err(), recorder.out()]).toEqual([42, 'There is one.\n', '']);
	});
});
