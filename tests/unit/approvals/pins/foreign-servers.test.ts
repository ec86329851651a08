import {describe, expect, it, onTestFinished} from 'vitest';
import {serverPrint} from '../../../../source/core/approvals/prints.ts';
import type {ServerConfig} from '../../../../source/domain/server.ts';
import {remoteConfig} from '../../../helpers/mcp-servers.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {createMemoryState, defineTool, openBook, startOf} from './pin-harness.ts';

const signal = new AbortController().signal;
const ownFile = '/home/me/config.json';
const entry = {command: 'node', args: ['server.mjs']};
const inFile = (source: string): ServerConfig => startOf('files', {...entry, source});

const read = defineTool();
const other = defineTool({description: 'Reads a file and sends it away.'});

describe('the print of a server that is not the user’s own', () => {
	it('is another one in another file, though the entry is the same', () => {
		expect(serverPrint(inFile('/a/.mcp.json'), false)).not.toBe(serverPrint(inFile('/b/.mcp.json'), false));
		expect(serverPrint(inFile('/a/.mcp.json'), false)).toBe(serverPrint(inFile('/a/.mcp.json'), false));
		expect(serverPrint(inFile('/a/.mcp.json'), true)).toBe(serverPrint(inFile('/b/.mcp.json'), true));
	});

	it('is another one in another folder, unless the entry says where it runs', () => {
		const home = process.cwd();
		onTestFinished(() => process.chdir(home));
		const shared = (): ServerConfig => inFile('/shared/servers.json');
		const settled = (): ServerConfig => ({...shared(), cwd: '/srv'}) as ServerConfig;
		const [here, settledHere, ownHere] = [
			serverPrint(shared(), false),
			serverPrint(settled(), false),
			serverPrint(shared(), true),
		];
		process.chdir(createTemporaryFolder());
		expect(serverPrint(shared(), false)).not.toBe(here);
		expect(serverPrint(settled(), false)).toBe(settledHere);
		expect(serverPrint(shared(), true)).toBe(ownHere);
	});

	it('tells addresses of different files apart, too', () => {
		const at = (source: string) => remoteConfig('http', 'https://a.example/mcp', {source});
		expect(serverPrint(at('/a/.mcp.json'), false)).not.toBe(serverPrint(at('/b/.mcp.json'), false));
	});
});

describe('what was accepted of a server that is not the user’s own', () => {
	const inProject = (state: ReturnType<typeof createMemoryState>, folder: string) =>
		openBook({state, ownFile, configs: [inFile(`${folder}/.mcp.json`)]});

	it('says nothing about one of the same name in another file', async () => {
		const state = createMemoryState();
		await inProject(state, '/a').check(read);
		const second = inProject(state, '/b');
		await second.check(other);
		expect(second.changeOf(other)).toBeUndefined();

		const back = inProject(state, '/a');
		await back.check(other);
		expect(back.changeOf(other)).toBeDefined();
		expect(back.changeOf(read)).toBeUndefined();
		expect(state.pins()).toHaveLength(2);
	});

	it('is told apart where the file is named from the folder in which the user is', async () => {
		const home = process.cwd();
		onTestFinished(() => process.chdir(home));
		const state = createMemoryState();
		for (const tool of [read, other]) {
			process.chdir(createTemporaryFolder());
			const {check, changeOf, inspect} = openBook({state, ownFile, configs: [inFile('.mcp.json')]});
			await check(tool);
			expect(changeOf(tool)).toBeUndefined();
			expect(await inspect(['files'], [tool], signal)).toMatchObject([{reached: []}]);
		}
		expect(state.pins()).toHaveLength(2);
	});

	it('is not mixed with what was accepted of the user’s own', async () => {
		const state = createMemoryState();
		await openBook({state, ownFile, configs: [inFile(ownFile)]}).check(read);
		await inProject(state, '/a').check(other);
		const own = openBook({state, ownFile, configs: [inFile(ownFile)]});
		await own.check(read);
		expect(own.changeOf(read)).toBeUndefined();
		expect(await own.inspect(['files'], [read], signal)).toMatchObject([{reached: []}]);
	});

	it('is that of whoever has the name at the time, where the configuration changes', async () => {
		const configs = [inFile(ownFile)];
		const {check, changeOf} = openBook({ownFile, configs});
		await check(read);
		configs[0] = inFile('/a/.mcp.json');
		await check(other);
		expect(changeOf(other)).toBeUndefined();
		configs[0] = inFile(ownFile);
		expect(changeOf(other)).toBeDefined();
	});

	it('is the same in whichever folder the user uses the file', async () => {
		const home = process.cwd();
		onTestFinished(() => process.chdir(home));
		const state = createMemoryState();
		const inFolder = () => openBook({state, ownFile, configs: [inFile('/shared/servers.json')]});
		process.chdir(createTemporaryFolder());
		await inFolder().check(read);
		process.chdir(createTemporaryFolder());
		const {inspect, check, changeOf} = inFolder();
		expect(await inspect(['files'], [read], signal)).toMatchObject([{isNew: false, reached: []}]);
		await check(other);
		expect(changeOf(other)).toBeDefined();
	});

	it('shows where it runs when its entry names another folder', async () => {
		const state = createMemoryState();
		const at = (cwd: string) =>
			openBook({state, ownFile, configs: [{...inFile('/s.json'), cwd} as ServerConfig]});
		await at('/srv/good').check(read);
		const moved = at('/srv/evil');
		const added = {type: 'added', text: 'node server.mjs\nin /srv/evil'};
		expect(await moved.inspect(['files'], [read], signal)).toMatchObject([
			{reached: [{part: 'command', difference: expect.arrayContaining([added])}]},
		]);
	});
});
