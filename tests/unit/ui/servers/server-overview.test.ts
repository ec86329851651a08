import {describe, expect, it} from 'vitest';
import type {ServerStatus} from '../../../../source/domain/server.ts';
import type {UnusedServer} from '../../../../source/domain/server-control.ts';
import {type OverviewFacts, serverOverview} from '../../../../source/ui/servers/overview-lines.ts';
import type {ServerItem} from '../../../../source/ui/servers/server-item.ts';
import {doctorLines, serverLogLines, toolLines} from '../../../../source/ui/servers/server-pages.ts';
import {serverRow, serversSummary} from '../../../../source/ui/servers/server-row.ts';
import {configured, failed, ownFile, ready} from '../../../helpers/ui-servers.ts';

const config = configured('files', {command: 'npx', args: ['files-server']});

const item = (status: ServerStatus, name = 'files'): ServerItem => ({
	type: 'server',
	name,
	config: {...config, name},
	status,
});

const unused = (more: Partial<UnusedServer> = {}): ServerItem => ({
	type: 'unused',
	name: 'wrong',
	unused: {name: 'wrong', file: ownFile, problems: ['config.json:3:5  command: expected a string'], ...more},
});

const nothing: OverviewFacts = {
	reach: 'npx files-server',
	contextTokens: undefined,
	latency: undefined,
	times: undefined,
	now: 0,
	outcome: undefined,
	assistant: undefined,
};

const textOf = (lines: ReturnType<typeof serverOverview>): string =>
	lines.map(({label = '', text}) => `${label}${text}`).join('\n');

const broken = {code: 'protocol-error', message: 'The index is broken.'};
const toolless: ServerStatus & {type: 'ready-but-list-failed'} = {
	...(ready as ServerStatus & {type: 'ready'}),
	type: 'ready-but-list-failed',
	toolCount: 0,
	failure: broken,
	unreadable: {tools: broken},
};

describe('the row of a server', () => {
	it.each<readonly [ServerStatus, string, string]>([
		[ready, '✔', 'stdio · 13 tools'],
		[failed, '✘', 'stdio · failed'],
		[{type: 'disabled'}, '○', 'stdio · disabled'],
		[{type: 'idle'}, '○', 'stdio · not started'],
		[{type: 'connecting', since: 0}, '…', 'stdio · connecting'],
		[{type: 'needs-sign-in', failure: {code: 'x', message: 'Sign in.'}}, '!', 'stdio · sign in'],
	])('says how it is: %o', (status, mark, note) => {
		expect(serverRow(item(status))).toMatchObject({mark: {text: mark}, label: 'files', note});
	});

	it('tells an entry that is wrong from one that is not trusted', () => {
		expect(serverRow(unused())).toMatchObject({mark: {text: '✘'}, note: 'bad entry'});
		expect(serverRow(unused({isUntrusted: true}))).toMatchObject({mark: {text: '○'}, note: 'not trusted'});
	});

	it('leaves out the transport where a long name takes its place', () => {
		const name = 'a-very-long-name-of-one';
		expect(serverRow(item(ready, name))).toMatchObject({
			note: '13 tools',
			wide: {label: name, note: 'stdio · 13 tools'},
		});
	});

	it('shows no control characters of a name', () => {
		expect(serverRow(item(ready, 'a\u001b[2Jb'))).toMatchObject({label: 'ab'});
	});

	it('is counted by its state', () => {
		const all = [item(ready), item(ready, 'b'), item(failed, 'c'), item({type: 'disabled'}, 'd'), unused()];
		expect(serversSummary(all)).toBe('5 servers, 2 ready, 2 with problems, 1 disabled');
		expect(serversSummary([item({type: 'idle'})])).toBe('1 server');
	});
});

describe('the overview of a server', () => {
	it('names the key that signs in, and calls nothing lost that was never there', () => {
		const failure = {code: 'x', message: 'Who are you?', hint: 'Sign in with: mcp-tui mcp login files'};
		const unknown = textOf(serverOverview(item({type: 'needs-sign-in', failure}), nothing));
		expect(unknown).toContain('i signs in');
		expect(unknown).not.toContain('mcp-tui mcp login');
		const away = {type: 'reconnecting', attempt: 1, attempts: 3, nextAt: 0, failure} as const;
		expect(textOf(serverOverview(item(away), nothing))).toContain('no connection; attempt 1 of 3');
	});

	it('says everything about one that is ready', () => {
		const status: ServerStatus = {
			...(ready as ServerStatus & {type: 'ready'}),
			instructions: 'Read first.\nWrite \u001b[31mlater.',
		};
		const lines = serverOverview(item(status), {
			...nothing,
			contextTokens: 205_000,
			latency: {last: 12, p50: 9, count: 40},
			outcome: 'ready, 13 tools',
		});
		expect(textOf(lines)).toBe(
			[
				'state       ✔ ready',
				'just now    ready, 13 tools',
				'transport   stdio',
				'command     npx files-server',
				'from        /home/me/config.json',
				'protocol    2025-11-25',
				'says it is  Files (files-server) 1.4.0',
				'offers      13 tools, 1 prompt',
				"definitions about 4,100 tokens, 2.0 % of the model's context",
				'latency     12 ms last, 9 ms median of 40 answers',
				'',
				'What it tells the model',
				'Read first.',
				'Write \\u001b[31mlater.',
			].join('\n'),
		);
	});

	it('says which lists could not be read, with the reason, and counts none of them', () => {
		const text = textOf(serverOverview(item({...toolless, promptCount: 2, templateCount: 1}), nothing));
		expect(text).toContain('offers      tools unreadable, 2 prompts, 1 template');
		expect(text).toContain('error       The index is broken.');
		expect(serverRow(item(toolless)).note).toContain('tools unreadable');
		const half: ServerStatus = {...toolless, type: 'ready', unreadable: {prompts: toolless.failure}};
		expect(serverRow(item(half)).mark).toEqual({text: '!', tone: 'warn'});
		expect(textOf(serverOverview(item(half), nothing))).toContain('prompts unreadable');
	});

	it('says that its version is pinned, before it is connected as well', () => {
		const pinned = {...config, protocolVersion: '2025-11-25' as const};
		for (const status of [ready, failed, {type: 'idle'} as const])
			expect(
				textOf(serverOverview({type: 'server', name: 'files', config: pinned, status}, nothing)),
			).toContain('protocol    2025-11-25, pinned by "protocolVersion"');
		expect(textOf(serverOverview(item({type: 'idle'}), nothing))).not.toContain('protocol');
	});

	it('says why one failed, with its own words and what to do', () => {
		const text = textOf(serverOverview(item(failed), nothing));
		expect(text).toContain('error       Server "web" exited with code 1.');
		expect(text).toContain('what to do  Run its command by hand.');
		expect(text).toContain('It printed\nstarting\nError: no such module');
		expect(text).not.toContain('at main');
	});

	it('says when it was created, updated and last connected, behind what is wrong with it', () => {
		const day = 86_400_000;
		const times = {createdAt: 2 * day, updatedAt: 4 * day, lastConnectedAt: 5 * day - 1000};
		const known = {...nothing, times, now: 5 * day};
		expect(textOf(serverOverview(item(failed), known))).toContain(
			[
				'It printed',
				'starting',
				'Error: no such module',
				'',
				'created     3 days ago',
				'updated     1 day ago',
				'connected   just now',
			].join('\n'),
		);
		const instructed: ServerStatus = {
			...(ready as ServerStatus & {type: 'ready'}),
			instructions: 'Read first.',
		};
		expect(textOf(serverOverview(item(instructed), known))).toContain(
			'connected   just now\n\nWhat it tells the model',
		);
		const untrusted = textOf(
			serverOverview(unused({isUntrusted: true}), {...known, times: {createdAt: 0, updatedAt: 0}}),
		);
		expect(untrusted).toMatch(/\ncreated {5}5 days ago$/);
		expect(textOf(serverOverview(item(ready), nothing))).not.toContain('created');
	});

	it('tells one that is off for now from one that its entry disables', () => {
		const off = item({type: 'disabled'});
		const stateOf = (shown: ServerItem, facts: OverviewFacts): string =>
			textOf(serverOverview(shown, facts)).split('\n', 1)[0] ?? '';
		expect(stateOf(off, nothing)).toBe('state       ○ off in this run; space turns it on');
		expect(stateOf(off, {...nothing, assistant: 'clerk'})).toContain('or no server of the assistant clerk');
		const disabled: ServerItem = {
			...off,
			type: 'server',
			config: {...config, disabled: true},
			status: {type: 'disabled'},
		};
		expect(stateOf(disabled, {...nothing, assistant: 'clerk'})).toBe('state       ○ disabled');
	});

	it('leaves the share out where nobody knows how much fits', () => {
		expect(textOf(serverOverview(item(ready), nothing))).toMatch(/definitions about 4,100 tokens$/);
	});

	it('says what is wrong with an entry, and where', () => {
		const text = textOf(serverOverview(unused(), nothing));
		expect(text).toContain('✘ not used: its entry is wrong');
		expect(text).toContain('why         config.json:3:5  command: expected a string');
		expect(text).toContain('e edits the entry');
		expect(textOf(serverOverview(unused({isUntrusted: true}), nothing))).toContain('you have not trusted it');
	});
});

describe('the other pages of a server', () => {
	it('list its tools with their first sentences', () => {
		const definition = {
			server: 'files',
			tool: 'read',
			description: 'Reads a file. And more.',
			inputSchema: {},
			annotations: {},
		};
		const tools = [
			{modelName: 'files__read', definition},
			{modelName: 'x', definition: {...definition, server: 'other', tool: 'else'}},
		];
		const shown = textOf(toolLines('files', ready, tools));
		expect(shown).toContain('read\n  Reads a file.\n');
		expect(shown).not.toContain('else');
	});

	it('tell a server without tools from one whose tools are not known or could not be read', () => {
		const shown = (status: ServerStatus) => textOf(toolLines('files', status, []));
		expect(shown(ready)).toBe('It has no tools.');
		expect(shown({type: 'idle'})).toBe('Its tools are not known yet. s starts it.');
		expect(shown(toolless)).toBe('Its list of tools could not be read: The index is broken.');
	});

	it('show what it logged, with levels, and what it printed', () => {
		const text = textOf(
			serverLogLines(
				[{at: 0, notice: {type: 'logged', level: 'error', logger: 'db', data: 'gone\u0007'}}],
				['listening \u001b[1mhere'],
				'warning',
			),
		);
		expect(text).toContain('from warning on');
		expect(text).toMatch(/error\s+db: gone\\u0007/);
		expect(text).toContain('listening \\u001b[1mhere');
	});

	it('show the steps of the doctor as they come', () => {
		const steps = [
			{name: 'command', outcome: 'ok', detail: 'found'} as const,
			{name: 'start', outcome: 'failed', detail: 'exited', hint: 'Install it.'} as const,
			{name: 'handshake', outcome: 'skipped', detail: ''} as const,
			{name: 'lists', outcome: 'skipped', detail: ''} as const,
		];
		expect(textOf(doctorLines(undefined))).toContain('D walks the way');
		expect(textOf(doctorLines({steps: steps.slice(0, 1), isOver: false}))).toBe(
			'✔ command: found\n… looking',
		);
		expect(textOf(doctorLines({steps, isOver: true}))).toBe(
			'✔ command: found\n✘ start: exited\n    Install it.\n○ not tried: handshake, lists\nD tries again.',
		);
	});
});
