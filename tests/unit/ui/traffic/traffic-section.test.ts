import {describe, expect, it} from 'vitest';
import {createTrafficLog} from '../../../../source/core/mcp/traffic/traffic-log.ts';
import {openSection} from '../../../../source/ui/bench/open-section.ts';
import type {Section} from '../../../../source/ui/bench/section.ts';
import {createTrafficSection} from '../../../../source/ui/traffic/traffic-section.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const request = (id: number, method: string, params: object = {}) => ({jsonrpc: '2.0', id, method, params});
const response = (id: number, result: object = {}) => ({jsonrpc: '2.0', id, result});

const setUp = async (
	options: {readonly columns?: number; readonly count?: number; readonly others?: object} = {},
) => {
	let time = 0;
	const {log, record} = createTrafficLog({
		now: () => time,
		elapsed: () => time,
		redact: value => value,
		limits: {count: options.count ?? 1000, bytes: 1_000_000, message: 10_000},
	});
	const echo = record('echo');
	const notes = record('notes');
	echo.sent(request(1, 'tools/call', {name: 'greet', arguments: {who: 'Ada'}}));
	time += 42;
	echo.received(response(1, {content: [{type: 'text', text: 'hello Ada'}]}));
	echo.received({jsonrpc: '2.0', method: 'notifications/message', params: {level: 'info', data: 'x'}});
	notes.sent(request(1, 'resources/read', {uri: 'note://a'}));
	notes.received({jsonrpc: '2.0', id: 1, error: {code: -32_002, message: 'no such note'}});
	const bench = await openBench({
		create: createTrafficSection,
		ports: {traffic: log},
		size: {columns: options.columns ?? 120, rows: 24},
		...(options.others === undefined ? {} : {others: options.others}),
	});
	return {...bench, log, echo, notes};
};

describe('the traffic', () => {
	it('shows every message with direction, server, method, id, size and latency, the newest last', async () => {
		const {text, lines} = await setUp();
		expect(text()).toContain('5 messages, 1 error');
		const rows = lines().filter(line => /[→←] \d\d:/.test(line));
		expect(rows).toHaveLength(5);
		expect(rows[0]).toMatch(/→ .*echo #1 tools\/call greet\s+\d+ B/);
		expect(rows[1]).toMatch(/← .*echo #1 tools\/call greet\s+\d+ B 42 ms/);
		expect(rows[4]).toMatch(/› ← .*notes #1 resources\/read/);
		expect(text()).toContain('no such note');
	});

	it('shows what matters in a window of 80 columns', async () => {
		const {text} = await setUp({columns: 80});
		expect(text()).toMatch(/← tools\/call greet .*42 ms/);
	});

	it('shows a message as a tree, its other half and its facts', async () => {
		const {text, press} = await setUp();
		press('g');
		expect(text()).toMatch(/method.*tools\/call/);
		press('tab');
		expect(text()).toContain('hello Ada');
		press('tab');
		expect(text()).toContain('request, from us to echo');
		expect(text()).toContain('answer is message 2');
	});

	it('goes from a request to its answer and back', async () => {
		const {lines, press} = await setUp();
		press('g', 'm');
		expect(lines().find(line => line.startsWith('›'))).toContain('← ');
		press('m');
		expect(lines().find(line => line.startsWith('›'))).toContain('→ ');
	});

	it('is narrowed to a server, to errors, to what is no noise, and by words', async () => {
		const {text, press, type} = await setUp();
		press('e');
		expect(text()).toContain('only errors');
		expect(text()).not.toContain('greet');
		press('e', 'n');
		expect(text()).not.toContain('notifications/message');
		press('n', 'g', 's');
		expect(text()).toContain('only echo');
		expect(text()).not.toContain('resources/read');
		press('m');
		expect(text()).toContain('only echo');
		press('s', '/');
		type('no such');
		press('enter');
		expect(text()).toContain('1 of 1 (5 in all)');
		expect(text()).toContain('resources/read');
	});

	it('shows the other half although it was narrowed away', async () => {
		const {text, press, lines} = await setUp();
		press('e', 'm');
		expect(text()).not.toContain('only errors');
		expect(lines().find(line => line.startsWith('›'))).toContain('→ ');
	});

	it('follows what comes until the reader moves up', async () => {
		const {text, lines, press, echo} = await setUp();
		const chosen = () => lines().find(line => line.startsWith('›')) ?? '';
		echo.sent(request(7, 'ping'));
		await waitUntil(() => chosen().includes('ping'));
		press('up');
		echo.sent(request(8, 'tools/list'));
		await waitUntil(() => text().includes('tools/list'));
		expect(chosen()).not.toContain('tools/list');
		press('G');
		expect(chosen()).toContain('tools/list');
	});

	it('says what was let go, and of a half that is gone that it is', async () => {
		const {text, press} = await setUp({count: 4});
		expect(text()).toContain('1 older let go');
		press('g', 'm');
		expect(text()).toContain('Its other half was let go');
	});

	it('copies a message as JSON', async () => {
		const {press, window} = await setUp();
		press('g', 'y');
		expect(JSON.parse(window.copied[0] ?? '')).toMatchObject({method: 'tools/call'});
	});

	it('forgets everything when the user says yes', async () => {
		const {press, yes, text, log} = await setUp();
		press('d');
		expect(text()).toContain('Forget 5 messages?');
		yes();
		expect(log.entries()).toEqual([]);
		expect(text()).toContain('Nothing has gone to a server yet.');
	});

	it('opens the tool of a call with the same arguments', async () => {
		const aimed: unknown[] = [];
		const tools: Section<object> = {
			name: 'tools',
			title: 'Tools',
			summary: () => 'all tools',
			items: () => [],
			idOf: () => '',
			rowOf: () => ({label: ''}),
			textOf: () => '',
			emptyLines: () => [],
			tabs: () => [],
			bindings: [],
			act: () => false,
			aim: target => aimed.push(target),
		};
		const load = async (_: unknown, deps: Parameters<typeof openSection>[1]) => openSection(tools, deps);
		const {press, text} = await setUp({others: {tools: {title: 'Tools', load}}});
		press('g', 'm', 'x');
		await waitUntil(() => text().includes('all tools'));
		expect(aimed).toEqual([{id: '["echo","greet"]', arguments: {who: 'Ada'}}]);
	});

	it('lets no text of a server act on the terminal', async () => {
		const {log, record} = createTrafficLog({now: () => 0, elapsed: () => 0, redact: value => value});
		const evil = '\u001b]0;owned\u0007\u202e\u001b[2J';
		record(`bad${evil}`).received({jsonrpc: '2.0', id: evil, method: `do${evil}`, params: {name: evil}});
		record('bad').received({jsonrpc: '2.0', id: 1, error: {code: 1, message: evil}});
		record('bad').noted(evil, {isTrouble: true});
		const {screen, press} = await openBench({create: createTrafficSection, ports: {traffic: log}});
		for (const key of ['tab', 'tab', 'up', 'tab', 'tab', 'up', 'tab', 'tab']) {
			press(key);
			expect(unsafeLines(screen.draw({columns: 120, rows: 24}).lines)).toEqual([]);
		}
	});

	it('stays quick with ten thousand messages', async () => {
		const {log, record} = createTrafficLog({now: () => 0, elapsed: () => 0, redact: value => value});
		const echo = record('echo');
		for (let id = 1; id <= 5000; id += 1) {
			echo.sent(request(id, 'tools/call', {name: `tool-${id}`}));
			echo.received(response(id));
		}
		const {text, press, type} = await openBench({create: createTrafficSection, ports: {traffic: log}});
		expect(text()).toContain('10,000 messages');
		press('/');
		type('tool-4999');
		expect(text()).toContain('2 of 2 (10,000 in all)');
	});
});
