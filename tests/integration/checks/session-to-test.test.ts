import {readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createResultStore, resultsFolder} from '../../../source/core/sessions/result-store.ts';
import type {WriteChecks} from '../../../source/domain/check.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {ToolResult} from '../../../source/domain/tool.ts';
import {serverConfig} from '../../helpers/mcp-servers.ts';
import {createShelf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {publishedServer} from '../mcp/published/published-server.ts';
import {recordCalls, runFile} from './real-checks.ts';

const {signal} = new AbortController();

const exportTests = async (
	events: readonly SessionEvent[],
	folder = createTemporaryFolder(),
	deps: {readonly writeChecks?: WriteChecks} = {},
): Promise<string> => {
	const {shelf, put} = createShelf(folder, deps);
	put('one', events);
	const path = join(folder, 'out.test.yaml');
	const end = await shelf.export({sessionId: 'one', format: 'test', path, mayReplace: false}, signal);
	expect(end).toEqual({type: 'written', path});
	expect(statSync(path).mode & 0o777).toBe(0o600);
	return readFileSync(path, 'utf8');
};

const requested = (callId: string, more: {server?: string; arguments?: JsonObject} = {}): SessionEvent => ({
	type: 'call-requested',
	at: 1000,
	stepId: 's',
	callId,
	server: 'files',
	tool: `tool-${callId}`,
	modelName: 'x',
	arguments: {},
	...more,
});
const started = (callId: string, at = 1000): SessionEvent => ({type: 'call-started', at, callId});
const succeeded = (
	callId: string,
	result: ToolResult,
	more: {at?: number; reviewed?: 'edited'} = {},
): SessionEvent => ({
	type: 'call-succeeded',
	at: 1500,
	callId,
	result,
	...more,
});
const text = (value: string): ToolResult => ({content: [{type: 'text', text: value}]});

describe('a session with real servers becomes tests', () => {
	it('that the same servers pass, and fail when what they answer has changed', async () => {
		const folder = createTemporaryFolder();
		const notes = join(folder, 'notes.txt');
		writeFileSync(notes, 'one\ntwo\n');
		const configs = [
			publishedServer('files', '@modelcontextprotocol/server-filesystem', [folder]),
			publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']),
			serverConfig('content'),
			serverConfig('echo'),
		];
		const events = await recordCalls(configs, [
			['files', 'read_text_file', {path: notes}],
			['files', 'get_file_info', {path: notes}],
			['files', 'list_directory', {path: folder}],
			['files', 'read_text_file', {path: join(folder, 'missing.txt')}],
			['everything', 'echo', {message: 'hi: \u001b[31mred'}],
			['everything', 'get-structured-content', {location: 'Chicago'}],
			['everything', 'get-tiny-image', {}],
			['everything', 'get-resource-links', {count: 2}],
			['content', 'text', {}],
			['content', 'resource', {}],
			['content', 'unknown', {}],
			['content', 'empty', {}],
			['content', 'deep', {}],
			['content', 'error-without-text', {}],
			['echo', 'process', {}],
			['echo', 'fail', {}],
			['echo', 'exit', {}],
		]);
		const tests = await exportTests(events);
		expect(tests).toContain('# Left out is 1 call: 1 without an answer.');
		const same = await runFile(configs, tests);
		expect(same.out).toMatch(/\n16 passed, 0 failed\n$/);
		expect(same.code).toBe(0);

		writeFileSync(notes, 'one\nTWO\n');
		utimesSync(notes, 1, 1);
		const other = await runFile(configs, tests);
		expect(other.code).toBe(1);
		expect(other.out).toContain(
			'    equals  $.content\n      expected  "one\\ntwo\\n"\n      got       "one\\nTWO\\n"\n',
		);
		expect(other.out).toMatch(/\n15 passed, 1 failed\n$/);
	});

	it('whose arguments are filled in from the environment', async () => {
		const events = await recordCalls([serverConfig('echo')], [['echo', 'echo', {text: '•••'}]]);
		const tests = await exportTests(events);
		const unset = await runFile([serverConfig('echo')], tests);
		expect(unset.code).toBe(1);
		expect(unset.out).toContain('the environment has no variable of that name');
		const filled = tests.replace(/ {6}contains:[\s\S]*?maxLatency/, '      equals: value\n      maxLatency');
		expect(await runFile([serverConfig('echo')], filled, {SECRET_TEXT: 'value'})).toMatchObject({code: 0});
	});

	it('that show what a server sends without obeying it, and stop at a schema that takes for ever', async () => {
		const file = `version: 1
tests:
  - {name: evil, server: echo, tool: echo, arguments: {text: "\\e]0;owned\\a\\e[2J\\x9b3J\\u202e"}, expect: {equals: x}}
  - name: bomb
    server: content
    tool: mismatch
    expect: {schema: {type: object, properties: {a: {type: string, pattern: "^(a+)+$"}}}}
`;
		const {code, out} = await runFile([serverConfig('echo'), serverConfig('content')], file);
		expect(code).toBe(1);
		expect(out).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
		expect(out).toContain('checking it took longer than');
	});
});

describe('of the calls of a session', () => {
	it('those that were answered become tests, in the order in which they were asked for', async () => {
		const tests = await exportTests([
			requested('a'),
			requested('b'),
			started('a'),
			started('b'),
			succeeded('b', text('two')),
			succeeded('a', text('one')),
		]);
		expect([...tests.matchAll(/tool: (\S+)/g)].map(([, tool]) => tool)).toEqual(['tool-a', 'tool-b']);
	});

	it("those of the tour's own tools are skipped: its sample files are not where the tests run", async () => {
		const step = (model: string): SessionEvent => ({
			type: 'step-started',
			at: 1000,
			turnId: 't',
			stepId: 's',
			model,
		});
		const tests = await exportTests([
			step('demo/tour'),
			requested('a', {server: 'toolbox'}),
			requested('b'),
			step('anthropic/x'),
			requested('c', {server: 'toolbox'}),
			...['a', 'b', 'c'].map(callId => succeeded(callId, text('x'))),
		]);
		expect(tests.match(/^ {4}skip: .*$/gm)).toEqual([
			'    skip: it was made by the tour, whose built-in tools work on sample files',
		]);
		expect(tests).toMatch(/tool: tool-a\n {4}skip: /);
	});

	it('the others are counted', async () => {
		const tests = await exportTests([
			requested('a'),
			{type: 'call-denied', at: 1100, callId: 'a', rule: 'r'},
			requested('b'),
			{type: 'call-cancelled', at: 1100, callId: 'b', outcomeUnknown: false},
			requested('c'),
			started('c'),
			{type: 'call-cancelled', at: 1100, callId: 'c', outcomeUnknown: true},
			requested('d'),
			{type: 'call-failed', at: 1100, callId: 'd', failure: {code: 'invalid-arguments', message: 'm'}},
			requested('e'),
			{type: 'call-failed', at: 1100, callId: 'e', failure: {code: 'timeout', message: 'm'}},
			requested('f'),
			started('f'),
			{type: 'session-resumed', at: 1200, sessionId: 'one', version: '1', model: 'm'},
			requested('g'),
		]);
		expect(tests).toContain(
			'# Left out are 7 calls: 1 denied, 2 cancelled, 2 without a known outcome, 1 not sent, 1 without an answer.',
		);
		expect(tests).toContain('tests: []\n');
	});

	it('an error that the server answered with is expected again', async () => {
		const failure = {code: 'protocol-error', message: 'Server "files" answered with an error: no such thing'};
		const tests = await exportTests([
			requested('a'),
			started('a'),
			{type: 'call-failed', at: 1100, callId: 'a', failure},
		]);
		expect(tests).toContain(
			`error: true\n      equals: 'Server "files" answered with an error: no such thing'\n`,
		);
	});

	it("the arguments are those that the user put in place of the model's", async () => {
		const ask = {
			kind: 'approval',
			askId: 'k',
			callId: 'a',
			server: 'files',
			tool: 'tool-a',
			arguments: {path: 'old'},
			annotations: {},
			rule: 'r',
		} as const;
		const tests = await exportTests([
			requested('a', {arguments: {path: 'old'}}),
			{type: 'ask-raised', at: 1000, ask},
			{
				type: 'ask-answered',
				at: 1000,
				askId: 'k',
				answer: {type: 'allow', scope: 'once', arguments: {path: 'new'}},
			},
			started('a'),
			succeeded('a', text('x')),
		]);
		expect(tests).toContain('    arguments:\n      path: new\n');
		expect(tests).not.toContain('old');
	});

	it('what somebody did with a result is no part of it, nor the time that took', async () => {
		const tests = await exportTests([
			requested('a'),
			started('a', 1000),
			succeeded('a', text('edited by hand'), {at: 900_000, reviewed: 'edited'}),
		]);
		expect(tests).not.toMatch(/edited by hand|maxLatency/);
		expect(tests).toContain('error: false\n');
	});

	it('a result that was too long for the conversation is compared as it is on the disk', async () => {
		const home = createTemporaryFolder();
		const folder = resultsFolder(join(home, 'sessions'), 'one') ?? expect.fail('the id is one');
		const store = createResultStore({folder, maxCharacters: 1000});
		const rows = Array.from({length: 100}, (_, index) => ({index, name: `row ${index}`}));
		const cut = await store.keep('c1', text(JSON.stringify({rows})));
		expect(cut.stored).toBeDefined();
		const elsewhere = {...cut, stored: {id: '../../secret', characters: 5000}};
		const tests = await exportTests(
			[requested('a'), succeeded('a', cut), requested('b'), succeeded('b', elsewhere)],
			home,
		);
		expect(tests).toContain('            name: row 50\n');
		expect(tests).toContain('# The result is too long to be compared as a whole.');
	});

	it('long results are read one by one, and not all at once', async () => {
		const home = createTemporaryFolder();
		const folder = resultsFolder(join(home, 'sessions'), 'one') ?? expect.fail('the id is one');
		const store = createResultStore({folder, maxCharacters: 1000});
		const cut = await store.keep('c1', text('long '.repeat(1000)));
		let handed: unknown;
		const writeChecks: WriteChecks = async (_, calls, complete) => {
			handed = calls;
			return JSON.stringify(await Promise.all(calls.map(complete)));
		};
		const tests = await exportTests([requested('a'), succeeded('a', cut)], home, {writeChecks});
		expect(JSON.parse(tests)).toMatchObject([{answer: {whole: {isAll: true}}}]);
		expect(handed).not.toMatchObject([{answer: {whole: {}}}]);
	});
});
