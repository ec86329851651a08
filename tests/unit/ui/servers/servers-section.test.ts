import {describe, expect, it} from 'vitest';
import type {BenchPorts} from '../../../../source/domain/bench-ports.ts';
import type {ServerStatus} from '../../../../source/domain/server.ts';
import type {ServerPlace} from '../../../../source/domain/server-times.ts';
import {createServersSection} from '../../../../source/ui/servers/servers-section.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {
	configured,
	createFakeAdmin,
	createFakeControl,
	failed,
	ownFile,
	ready,
} from '../../../helpers/ui-servers.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const entry = {command: 'npx', args: ['files-server']};
const files = configured('files', entry);
const web = configured('web', {url: 'https://web.example/mcp'}, '/elsewhere.json');

const open = async (
	statuses: Readonly<Record<string, ServerStatus>>,
	more: Partial<Parameters<typeof createFakeControl>[0]> & {readonly ports?: BenchPorts} = {},
) => {
	const {control, calls, print} = createFakeControl({configs: [files, web], ...more});
	const {admin, calls: changes} = createFakeAdmin({files: entry});
	const bench = await openBench({
		create: createServersSection,
		ports: {servers: control, admin, ...more.ports},
		size: {columns: 110, rows: 30},
		before: ({emit}) => {
			for (const [server, status] of Object.entries(statuses)) {
				emit({type: 'server-status-changed', server, status});
			}
		},
	});
	return {
		...bench,
		calls,
		changes,
		print,
		shows: (text: string) => waitUntil(() => bench.text().includes(text)),
	};
};

describe('the servers of the workbench', () => {
	it('are listed with their state, those that cannot be used too', async () => {
		const {text, shows} = await open(
			{files: ready, web: failed},
			{unused: [{name: 'wrong', file: ownFile, problems: ['config.json:3:5  expected a string']}]},
		);
		await shows('3 servers, 1 ready, 2 with problems');
		expect(text()).toContain('✔ files');
		expect(text()).toContain('✘ web');
		expect(text()).toContain('✘ wrong');
		expect(text()).toContain('says it is  Files (files-server) 1.4.0');
	});

	it('say how the chosen one is as soon as that changes', async () => {
		const {fake, press, shows} = await open({files: ready, web: {type: 'idle'}});
		press('down');
		await shows('not started; starts when it is needed');
		fake.emit({type: 'server-status-changed', server: 'web', status: failed});
		await shows('Server "web" exited with code 1.');
	});

	it('say when they were created and last connected, and look again only when something is new', async () => {
		let looks = 0;
		const times = {
			look: async () => {
				looks += 1;
			},
			of: ({name, file}: ServerPlace) =>
				looks === 0 || name !== 'files' || file !== ownFile
					? undefined
					: {createdAt: 0, updatedAt: 0, ...(looks > 1 ? {lastConnectedAt: Number.MAX_SAFE_INTEGER} : {})},
		};
		const {fake, text, press, shows} = await open({files: {type: 'idle'}}, {times});
		await shows('created     ');
		expect(text()).not.toContain('connected   ');
		press('down', 'up', '2', '1');
		await shows('created     ');
		expect(looks).toBe(1);
		fake.emit({type: 'server-status-changed', server: 'files', status: ready});
		await shows('connected   just now');
		expect(looks).toBe(2);
	});

	it('are started and connected again without holding up the screen', async () => {
		const {press, calls, shows} = await open({files: {type: 'idle'}, web: ready});
		press('s');
		await shows('files: ready, 13 tools');
		press('down', 's');
		await shows('web runs already. R connects it again.');
		press('R');
		await shows('web: ready, 13 tools');
		expect(calls).toEqual(['start files', 'restart web']);
	});

	it('tell why a start failed', async () => {
		const {press, shows} = await open({files: {type: 'idle'}}, {outcome: failed});
		press('s');
		await shows('files: Server "web" exited with code 1.');
		press('down', 's');
		await shows('\nServer "web" exited with code 1.');
	});

	it('are disabled in the user’s own file, or else for this run', async () => {
		const {press, calls, changes, shows} = await open({files: ready, web: ready});
		press(' ');
		await shows(`files: disabled, kept in ${ownFile}`);
		press('down', ' ');
		await shows('web: disabled for this run: its entry is not in your own configuration');
		expect([changes, calls]).toEqual([['disable files'], ['disable web']]);
	});

	it('are enabled where they were disabled, and started', async () => {
		const {press, calls, changes, shows} = await open(
			{files: {type: 'disabled'}, web: {type: 'disabled'}},
			{configs: [{...files, disabled: true}, web]},
		);
		press(' ');
		await shows(`files: enabled, kept in ${ownFile}`);
		press('down', ' ');
		await shows('web: enabled for this run');
		await waitUntil(() => calls.includes('start web'));
		expect([changes, calls]).toEqual([['enable files'], ['start files', 'enable web', 'start web']]);
	});

	it('are disabled in the user’s own file where they are built in, too', async () => {
		const {connectTimeout, requestTimeout, retryAttempts, loadTools, loadPrompts, excludeTools} = files;
		const shared = {connectTimeout, requestTimeout, retryAttempts, loadTools, loadPrompts, excludeTools};
		const toolbox = {...shared, name: 'toolbox', type: 'in-memory', disabled: false} as const;
		const {press, calls, changes, shows} = await open({toolbox: ready}, {configs: [toolbox]});
		press(' ');
		await shows(`toolbox: disabled, kept in ${ownFile}`);
		expect([changes, calls]).toEqual([['disable toolbox'], []]);
	});

	it('are removed once the user has said yes', async () => {
		const {press, yes, changes, shows} = await open({files: ready});
		press('d');
		await shows(`Remove "files" from ${ownFile}?`);
		press('n');
		expect(changes).toEqual([]);
		press('d');
		await shows('Remove "files"');
		yes();
		await shows('files: removed');
		expect(changes).toEqual(['remove files']);
	});

	it('are not removed from where they cannot be', async () => {
		const {press, changes, shows} = await open({web: ready});
		press('down', 'd');
		await shows('web: It comes from the command line.');
		expect(changes).toEqual([]);
	});

	it('are tested apart', async () => {
		const {press, changes, shows} = await open({files: failed});
		press('t');
		await shows('files: works: 13 tools, 1 prompt in 0.4 s');
		expect(changes).toEqual(['test files']);
	});

	it('are signed in to in the chat, where they are elsewhere', async () => {
		const {press, calls, shows} = await open({web: {type: 'idle'}});
		press('i');
		await shows('there is nothing to sign in to');
		press('down', 'i');
		await shows('web: signed in, kept in the keychain; ready, 13 tools');
		press('o');
		await shows('web: signed out');
		expect(calls).toEqual(['sign in web', 'restart web', 'sign out web']);
	});

	it('log what the user wants, and what they print is seen', async () => {
		const {press, print, clock, shows, text} = await open({files: ready});
		press('L');
		await shows('from the least to the most urgent');
		press('w', 'a', 'r', 'enter');
		await shows('files: logs from warning on');
		press('3');
		await shows('Logged over MCP, from warning on');
		print('listening on nothing');
		expect(text()).not.toContain('listening on nothing');
		clock.advance(1100);
		await shows('listening on nothing');
	});

	it('are looked at by the doctor, step by step', async () => {
		const {press, shows} = await open(
			{files: failed},
			{steps: [{name: 'command', outcome: 'failed', detail: 'npx is not there', hint: 'Install Node.'}]},
		);
		press('D');
		await shows('files: command: npx is not there');
		await shows('✘ command: npx is not there');
		await shows('Install Node.');
	});

	it('show their entry as it is written', async () => {
		const {press, shows, text, fake} = await open({files: ready});
		press('5');
		await shows('"files-server"');
		fake.emit({type: 'server-status-changed', server: 'files', status: failed});
		await shows('1 with problems');
		expect(text()).toContain('"files-server"');
		press('down', '5');
		await shows('settings: "web"');
	});

	it('are told in the chat where the workbench was closed meanwhile', async () => {
		const {press, fake, screen} = await open({files: {type: 'idle'}});
		press('s');
		screen.close();
		await waitUntil(() => fake.app.getState().items.length > 0);
		expect(fake.app.getState().items.at(0)).toMatchObject({
			type: 'notice',
			text: 'files: ready, 13 tools, 1 prompt',
		});
	});
});
