import {describe, expect, it} from 'vitest';
import type {PinnedServer} from '../../../../source/domain/pinned-server.ts';
import {shownName} from '../../../../source/domain/server-instructions.ts';
import type {ToolDefinition} from '../../../../source/domain/tool.ts';
import {verifyServers} from '../../../../source/headless/servers/verify-servers.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {createFakeRun, createRecorder, failedWith, signal, stdioServer} from './fake-run.ts';

const same = (server: string): PinnedServer => ({
	server,
	isNew: false,
	reached: [],
	changed: [],
	added: [],
	removed: [],
});

const drifted: PinnedServer = {
	...same('files'),
	reached: [{part: 'environment', difference: [{type: 'added', text: 'LD_PRELOAD'}]}],
	changed: [
		{
			tool: 'read',
			flags: ['It lies.'],
			parts: [
				{
					part: 'description',
					difference: [
						{type: 'same', text: 'Reads a '},
						{type: 'removed', text: 'small'},
						{type: 'added', text: 'secret'},
						{type: 'same', text: ' file.'},
					],
				},
			],
		},
	],
	added: ['fresh'],
	removed: ['gone', 'lost'],
};

/** Pins that say what they are told to. */
const fakePins = (found: readonly PinnedServer[], flags: readonly string[] = [], isFull = false) => {
	const accepted: {readonly server: string; readonly tools: readonly string[]}[] = [];
	return {
		accepted,
		inspect: async (servers: readonly string[]) =>
			servers.map(name => found.find(({server}) => server === name) ?? same(name)),
		flagsOf: ({tool}: ToolDefinition) => (tool === 'read' ? flags : []),
		acceptServer: async (server: string, tools: readonly ToolDefinition[]) => {
			accepted.push({server, tools: tools.map(shownName)});
			return isFull ? {code: 'state-not-saved', message: 'Not saved: the disk is full.'} : undefined;
		},
	};
};

const runOf = (more: Parameters<typeof createFakeRun>[0] = {}) =>
	createFakeRun({
		configs: () => [stdioServer('files'), stdioServer('web')],
		tools: () => [offerTool('files', 'read'), offerTool('web', 'search')],
		...more,
	});

describe('mcp verify', () => {
	it('succeeds where every server is what was accepted', async () => {
		const {output, out, err} = createRecorder();
		const pins = fakePins([]);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal)).toBe(0);
		expect(out()).toBe('✔ files: ok, as accepted\n✔ web: ok, as accepted\n');
		expect(err()).toBe('');
		expect(pins.accepted).toEqual([]);
	});

	it('accepts a server that it sees for the first time, and says so', async () => {
		const {output, out} = createRecorder();
		const pins = fakePins([{...same('web'), isNew: true}]);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal)).toBe(0);
		expect(out()).toContain('✔ web: new, seen for the first time');
		expect(pins.accepted).toEqual([{server: 'web', tools: ['(instructions)', 'search']}]);
	});

	it('fails on drift, with what is different and how to accept it', async () => {
		const {output, out, err} = createRecorder();
		const pins = fakePins([drifted], ['It lies.']);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal)).toBe(1);
		expect(out()).toBe(
			`${[
				'✘ files: drift, it is not what was accepted',
				'  how it is reached has changed',
				'    environment:',
				'      + LD_PRELOAD',
				'  changed tool read',
				'    description:',
				'      - Reads a small file.',
				'      + Reads a secret file.',
				'  new tool: fresh',
				'  removed tools: gone, lost',
				'  ! read: It lies.',
				'✔ web: ok, as accepted',
			].join('\n')}\n`,
		);
		expect(err()).toContain('mcp-tui mcp verify files --accept');
		expect(pins.accepted).toEqual([]);
	});

	it.each<[string, Partial<PinnedServer>]>([
		['a new tool', {added: ['fresh']}],
		['a tool that is gone', {removed: ['gone']}],
		['another way to the server', {reached: drifted.reached}],
	])('takes %s alone for drift', async (_what, change) => {
		const {output} = createRecorder();
		const pins = fakePins([{...same('files'), ...change}]);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal)).toBe(1);
	});

	it('accepts drift when it is told to', async () => {
		const {output, out} = createRecorder();
		const pins = fakePins([drifted]);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: true}, signal)).toBe(0);
		expect(out()).toContain('✔ files: accepted as it is now');
		expect(pins.accepted).toEqual([{server: 'files', tools: ['(instructions)', 'read']}]);
	});

	it('fails where what was accepted cannot be saved', async () => {
		const {output, err} = createRecorder();
		const pins = fakePins([drifted], [], true);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: true}, signal)).toBe(1);
		expect(err()).toContain('the disk is full');
	});

	it('fails where a server does not connect, and verifies the others', async () => {
		const {output, out, err} = createRecorder();
		const run = runOf({after: {files: failedWith('files')}});
		expect(await verifyServers({run, output, pins: fakePins([]), isAccepted: true}, signal)).toBe(1);
		expect(out()).toContain('✘ files: could not be verified');
		expect(out()).toContain('✔ web: ok');
		expect(err()).toContain('Server "files" exited with code 1.');
	});

	it('fails where a server could not be compared', async () => {
		const {output, err} = createRecorder();
		const failure = {code: 'pins-not-checked', message: 'The tools of server "web" could not be compared.'};
		const pins = fakePins([{...same('web'), failure}]);
		expect(await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal)).toBe(1);
		expect(err()).toContain('could not be compared');
	});

	it('fails where the entry of a server cannot be used', async () => {
		const {output, err} = createRecorder();
		const run = runOf({refused: [{name: 'bad', problems: ['a.json:3:1  mcpServers.bad: no command']}]});
		expect(await verifyServers({run, output, pins: fakePins([]), isAccepted: false}, signal)).toBe(1);
		expect(err()).toContain('a.json:3:1');
	});

	it('verifies one server by name, and no server that is disabled', async () => {
		const run = runOf({configs: () => [stdioServer('files'), stdioServer('web', {disabled: true})]});
		const {output} = createRecorder();
		const pins = fakePins([drifted]);
		expect(await verifyServers({run, output, pins, name: 'files', isAccepted: false}, signal)).toBe(1);
		await verifyServers({run, output, pins, isAccepted: false}, signal);
		expect(run.started).toEqual(['files', 'files']);
		expect(await verifyServers({run, output, pins, name: 'fiels', isAccepted: false}, signal)).toBe(42);
	});

	it('prints a stable object for scripts', async () => {
		const {output, json} = createRecorder(true);
		const run = runOf({after: {web: failedWith('web')}});
		expect(
			await verifyServers({run, output, pins: fakePins([drifted], ['It lies.']), isAccepted: false}, signal),
		).toBe(1);
		expect(json()).toEqual({
			ok: false,
			servers: [
				{
					name: 'files',
					status: 'drift',
					reached: drifted.reached,
					changed: [{tool: 'read', parts: drifted.changed[0]?.parts}],
					added: ['fresh'],
					removed: ['gone', 'lost'],
					flagged: [{tool: 'read', flags: ['It lies.']}],
				},
				{
					name: 'web',
					status: 'failed',
					reached: [],
					changed: [],
					added: [],
					removed: [],
					flagged: [],
					error: {
						code: 'server-exited',
						message: 'Server "web" exited with code 1.',
						hint: 'Look at its log.',
					},
				},
			],
		});
	});

	it('shows only the edges of a long text that is the same', async () => {
		const {output, out} = createRecorder();
		const long = 'word '.repeat(200);
		const difference = [
			{type: 'same', text: `start ${long}`},
			{type: 'added', text: 'evil'},
			{type: 'same', text: `${long}end`},
		] as const;
		const changed = [{tool: 'read', flags: [], parts: [{part: 'description', difference}]}] as const;
		const pins = fakePins([{...same('files'), changed}]);
		await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal);
		const around = ` …${' word'.repeat(12)}`;
		expect(out()).toContain(`\n      - ${around} word word`);
		expect(out()).toContain(`\n      + ${around} evilword word`);
		expect(out().length).toBeLessThan(500);
	});

	it('prints nothing that a terminal would obey', async () => {
		const {output, out} = createRecorder();
		const evil = '\u001b[2J\u001b]0;owned\u0007';
		const changed: PinnedServer['changed'] = [
			{
				tool: `a${evil}`,
				flags: [],
				parts: [{part: 'title', difference: [{type: 'added', text: `x${evil}`}]}],
			},
		];
		const pins = fakePins(
			[{...same('files'), changed, added: [`b${evil}`], removed: [`c${evil}`]}],
			[`d${evil}`],
		);
		await verifyServers({run: runOf(), output, pins, isAccepted: false}, signal);
		expect(out()).not.toContain('\u001b');
	});
});
