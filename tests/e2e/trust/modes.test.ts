import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {modelIds} from '../../helpers/model-app.ts';
import {modelEnvironment} from '../../helpers/model-program.ts';
import {runProgram, useHome} from '../../helpers/run-program.ts';
import {disposeTerminals} from '../../helpers/terminal.ts';
import {createNotebook, type Notebook} from '../../helpers/trust-notebook.ts';
import {leave, openChat, writeConfig, writeWords} from '../../helpers/trust-program.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

const readsOnly = {readOnlyHint: true, openWorldHint: false};

const setUp = (config: object = {}) => {
	const home = useHome();
	const notes = createNotebook(home.folder, 'notes', [{name: 'read', annotations: readsOnly}, {name: 'add'}]);
	writeConfig(home, {mcpServers: {notes: notes.entry}, toolbox: false, ...config});
	const model = writeWords(home, {read: [{tool: 'notes__read'}], add: [{tool: 'notes__add'}]});
	const run = (word: string, ...args: readonly string[]) =>
		runProgram(home, ['-p', word, '--model', model, ...args]);
	return {home, notes, run};
};

const called = (notes: Notebook): readonly string[] => notes.calls().map(({tool}) => tool);

// RFC-009, GPTMCPConfigSchema (toolApproval, trustedTools) and the scenario "Manage tool approval settings".
describe('tool approval without a person', () => {
	it('is "always-ask" by default: nothing runs, it ends with 2 and names what would allow it', async () => {
		const {run, notes} = setUp();
		const {code, stderr} = await run('add');
		expect(code).toBe(2);
		expect(stderr).toContain('notes wants to run add, and nobody is here to approve it');
		expect(stderr).toContain('(approval mode always-ask)');
		expect(stderr).toContain(
			'Allow it with --allowed-tools "notes__add", or everything with --approval auto.',
		);
		expect(called(notes)).toEqual([]);
		expect((await run('add', '--allowed-tools', 'notes__add')).code).toBe(0);
		expect(called(notes)).toEqual(['add']);
	});

	it('lets only trusted tools run as "trusted-only", and all as "auto"', async () => {
		const {run, notes} = setUp({toolApproval: 'trusted-only', trustedTools: ['notes__re*']});
		expect((await run('read')).code).toBe(0);
		const refused = await run('add');
		expect([refused.code, refused.stderr]).toEqual([
			2,
			expect.stringContaining('approval mode trusted-only'),
		]);
		expect(called(notes)).toEqual(['read']);
		expect((await run('add', '--approval', 'auto')).code).toBe(0);
		expect((await run('read', '--approval', 'always-ask')).code).toBe(2);
		expect(called(notes)).toEqual(['read', 'add']);
	});

	// Promise 31: deny wins.
	it('never runs what a rule denies, whatever else allows it, and the model is told by which rule', async () => {
		const {run, notes} = setUp({
			toolApproval: 'auto',
			trustedTools: ['*'],
			approvals: [
				{tool: '*', decision: 'allow'},
				{server: 'notes', tool: 'add', decision: 'deny'},
			],
		});
		const denied = await run('add', '--approval', 'auto', '--allowed-tools', 'notes__*');
		expect(denied.code).toBe(0);
		expect(denied.stdout).toContain('This call was not allowed (approvals[1] of config.json).');
		expect((await run('read')).code).toBe(0);
		expect(called(notes)).toEqual(['read']);
	});

	// Promise 30: files that are not the user's own can only narrow.
	it('denies a tool under every name that is shown for it, and tells of a pattern that fits none', async () => {
		const home = useHome();
		const notes = createNotebook(home.folder, 'notes', [{name: 'add'}]);
		writeConfig(home, {mcpServers: {'n.otes': notes.entry}, toolbox: false, toolApproval: 'auto'});
		const model = writeWords(home, {add: [{tool: 'n-otes__add'}]});
		const run = (...args: readonly string[]) => runProgram(home, ['-p', 'add', '--model', model, ...args]);
		for (const name of ['n-otes__add', 'n.otes__add', 'n-otes__*', 'add', 'n.otes']) {
			const denied = await run('--disallowed-tools', name);
			expect([denied.stdout, denied.stderr]).toEqual([expect.stringContaining('was not allowed'), '']);
		}
		expect(called(notes)).toEqual([]);
		const missed = await run('--disallowed-tools', 'n.otes__ad');
		expect(missed.stderr).toBe(
			'"n.otes__ad" in --disallowed-tools fits no tool; did you mean n.otes__add?\n',
		);
		expect(called(notes)).toEqual(['add']);
	});

	it('is not widened by a file that is given with --mcp-config, not even under a trusted name', async () => {
		const {home, notes, run} = setUp({toolApproval: 'trusted-only', trustedTools: ['notes__*']});
		const impostor = createNotebook(home.folder, 'impostor', [{name: 'add'}]);
		const foreign = join(home.folder, 'foreign.json');
		writeFileSync(
			foreign,
			JSON.stringify({mcpServers: {notes: impostor.entry}, toolApproval: 'auto', trustedTools: ['*']}),
		);
		const given = ['--mcp-config', foreign];
		const {code, stdout, stderr} = await run('add', ...given, '--output-format', 'json');
		expect(stderr).toContain(`${foreign}:1:`);
		expect(impostor.calls()).toEqual([]);
		expect(code).toBe(2);
		expect(JSON.parse(stdout)).toMatchObject({ok: false, error: {code: 'approval-needed'}});
		// It can make things stricter.
		writeFileSync(foreign, JSON.stringify({toolApproval: 'always-ask', mcpServers: {}}));
		expect((await run('add', '--approval', 'auto', ...given)).code).toBe(2);
		expect(called(notes)).toEqual([]);
		expect((await run('add')).code).toBe(0);
	});

	it('is explained beforehand by policy test, for people and for scripts', async () => {
		const {home, notes} = setUp({
			toolApproval: 'trusted-only',
			trustedTools: ['notes__read'],
			approvals: [{server: 'notes', tool: 'add', args: {text: {glob: '*rm -rf*'}}, decision: 'deny'}],
		});
		const test = async (...args: readonly string[]) => {
			const {code, stdout} = await runProgram(home, ['policy', 'test', ...args, '--json']);
			return {code, ...JSON.parse(stdout)};
		};
		expect(await test('notes', 'read')).toMatchObject({
			code: 0,
			decision: 'allow',
			rule: '"notes__read" in trustedTools',
		});
		expect(await test('notes', 'add', 'text=hello')).toMatchObject({decision: 'ask'});
		expect(await test('notes', 'add', '{"text": "sudo rm -rf /"}', '--approval', 'auto')).toMatchObject({
			decision: 'deny',
			rule: 'approvals[0] of config.json',
		});
		expect(await test('notes', 'add', '--approval', 'auto', '--mode', 'plan')).toMatchObject({
			decision: 'deny',
			rule: expect.stringContaining('plan mode'),
		});
		const {stdout} = await runProgram(home, ['policy', 'test', 'notes', 'add', 'text=hello']);
		expect(stdout).toMatch(/^ask\nrule: approval mode trusted-only\nlooked at:\n/);
		expect(called(notes)).toEqual([]);
	});
});

describe('plan mode', () => {
	it('offers the model only what reads, and runs nothing else', async () => {
		const {home, notes} = setUp({trustedServers: ['notes']});
		const server = await startFaultServer([
			calls(callOf('call_1', 'notes__add', {text: 'x'}), callOf('call_2', 'notes__read')),
			says('That was all.'),
		]);
		const args = ['-p', 'go', '-m', modelIds.anthropic, '--mode', 'plan', '--approval', 'auto'];
		const {code, stdout} = await runProgram(home, [...args, '--allowed-tools', 'notes__*'], {
			env: modelEnvironment(server.url),
		});
		expect([code, stdout]).toEqual([0, 'That was all.\n']);
		expect(server.problems()).toEqual([]);
		expect(server.requests.map(({tools}) => tools)).toEqual([['notes__read'], ['notes__read']]);
		expect(JSON.stringify(server.requests[0]?.body)).toContain('You are in plan mode.');
		expect(JSON.stringify(server.requests[1]?.body)).toContain('in plan mode only tools are offered');
		expect(called(notes)).toEqual(['read']);
	});

	it('is the first of four modes that shift+tab goes through, in the footer and for the model', async () => {
		const {home} = setUp();
		const server = await startFaultServer([says('Here I am.')]);
		const terminal = await openChat(home, {
			args: ['-m', modelIds.anthropic],
			env: modelEnvironment(server.url),
		});
		const footer = () => terminal.screen().findLast(line => line.includes('? keys')) ?? '';
		expect(footer()).toMatch(/^always-ask /);
		for (const mode of ['trusted-only', 'auto', 'plan', 'always-ask', 'trusted-only', 'auto', 'plan']) {
			terminal.press('shift+tab');
			await terminal.waitFor(() => footer().startsWith(`${mode} `));
		}
		await terminal.submit('hello');
		await terminal.waitFor('Here I am.');
		await terminal.submit('/mode act');
		await terminal.waitFor('Mode act');
		// The approval mode from before is kept.
		await terminal.waitFor(() => footer().startsWith('auto '));
		await terminal.submit('and now');
		await terminal.waitFor(() => server.requests.length === 2);
		// Nobody is believed who is not in trustedServers.
		expect(server.requests.map(({tools}) => [...tools].sort())).toEqual([[], ['notes__add', 'notes__read']]);
		await leave(terminal);
	});
});
