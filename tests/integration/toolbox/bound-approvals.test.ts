import {randomUUID} from 'node:crypto';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createCustomTools} from '../../../source/compose-custom-tools.ts';
import type {Loaded} from '../../../source/compose-load.ts';
import {noProject} from '../../../source/compose-project.ts';
import {createToolbox} from '../../../source/compose-toolbox.ts';
import {composeTrust} from '../../../source/compose-trust.ts';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../../source/core/mcp/tool-servers.ts';
import {noApprovals} from '../../../source/domain/approval.ts';
import type {ToolDefinition} from '../../../source/domain/tool.ts';
import {type ToolboxSettings, usualToolbox} from '../../../source/domain/toolbox-settings.ts';
import {readTools} from '../../helpers/custom-tool.ts';
import {makeTemporaryFolder} from '../../unit/toolbox/temporary-folder.ts';

const signal = new AbortController().signal;
const name = 'toolbox';

type Files = {readonly customTools?: object; readonly settings?: Partial<ToolboxSettings>};

const loadedFrom = ({customTools = {}, settings = {}}: Files): Loaded => ({
	config: {...readTools(customTools), toolbox: {...usualToolbox, isWanted: true, ...settings}},
	project: noProject('/nowhere'),
	problems: [],
});

/** The toolbox by the user's files, and what the user has allowed: one run of the program with this home. */
const startRun = async (home: string, files: Files) => {
	let loaded = loadedFrom(files);
	const customTools = createCustomTools(() => loaded);
	const toolbox = createToolbox({
		version: '1',
		name,
		tourFolder: () => undefined,
		settings: () => loaded.config.toolbox,
		isUsual: true,
		customTools,
		results: {read: async () => undefined},
		servers: () => servers,
	});
	const servers = createToolServers({
		servers: [toolbox.config()],
		version: '1',
		onStatus: () => undefined,
		now: Date.now,
		credentials: createMemoryCredentials(),
		localServers: {[name]: toolbox.serve},
	});
	onTestFinished(() => servers.close());
	const definitions = (): readonly ToolDefinition[] => servers.tools().map(({definition}) => definition);
	const trust = composeTrust({
		openState: createOpenState({folder: home}),
		settings: () => noApprovals,
		isOwnServer: server => server === name,
		allowedTools: [],
		disallowedTools: [],
		configOf: server => servers.configs().find(config => config.name === server),
		toolsOf: definitions,
		toolbox: name,
		privateTools: toolbox.privateTools,
		newId: randomUUID,
		onGrants: () => undefined,
		onTrouble: failure => {
			throw new Error(failure.message);
		},
	});
	const find = (tool: string): ToolDefinition => {
		const found = definitions().find(each => each.tool === tool);
		if (found === undefined) throw new Error(`There is no tool ${tool}.`);
		return found;
	};
	await servers.connect(signal);
	await trust.grants.refresh();
	return {
		find,
		servers,
		grants: trust.grants,
		allow: (tool: string, scope: 'tool' | 'server' = 'tool') =>
			trust.grants.allow({server: name, tool}, scope),
		decide: (tool: string, ...heard: readonly string[]) =>
			trust.policy.decide({
				tool: find(tool),
				args: {},
				mode: 'always-ask',
				workMode: 'act',
				sessionGrants: [],
				heard: heard.map(find),
			}),
		changes: async () => {
			await trust.pins.check(definitions(), signal);
			return definitions().filter(each => trust.pins.changeOf(each) !== undefined);
		},
		async save(next: Files): Promise<void> {
			loaded = loadedFrom(next);
			await servers.apply([toolbox.config()]);
			await customTools.refresh();
			await servers.connect(signal);
		},
	};
};

const post = (url: string, more: object = {}) => ({
	description: 'Tells somebody',
	endpoint: {url, method: 'POST', ...more},
});

const notTheSame =
	'approval mode always-ask; your "always" for this tool is suspended: the tool, or what it may reach, is not the same any more';

describe('"always" for a tool of the toolbox', () => {
	it('holds in the folders in which it was given, and in no others', async () => {
		const [home, here, there] = [
			await makeTemporaryFolder(),
			await makeTemporaryFolder(),
			await makeTemporaryFolder(),
		];
		const first = await startRun(home, {settings: {roots: [here]}});
		await first.allow('write-file');
		await first.allow('calculate');
		expect(first.decide('write-file').decision).toBe('allow');

		const second = await startRun(home, {settings: {roots: [there]}});
		expect(second.decide('write-file')).toMatchObject({
			decision: 'ask',
			rule: `approval mode always-ask; your "always" for this tool is suspended: it was given for files in ${here}`,
		});
		expect(second.decide('calculate').decision).toBe('allow');
		expect(await second.changes()).toEqual([]);

		await second.save({settings: {roots: [here]}});
		expect(second.decide('write-file').decision).toBe('allow');
	});

	it.each(['tool', 'server'] as const)(
		'that is given for a %s in two folders holds in both, and taking back one leaves the other',
		async scope => {
			const [home, here, there] = [
				await makeTemporaryFolder(),
				await makeTemporaryFolder(),
				await makeTemporaryFolder(),
			];
			const runs = [here, there].map(root => () => startRun(home, {settings: {roots: [root]}}));
			for (const start of runs) await (await start()).allow('write-file', scope);
			const decideInBoth = async () => {
				const started = await Promise.all(runs.map(start => start()));
				return started.map(({decide}) => decide('write-file').decision);
			};
			expect(await decideInBoth()).toEqual(['allow', 'allow']);

			const {grants} = await startRun(home, {});
			expect(grants.list().map(({where}) => where)).toEqual([here, there]);
			await grants.revoke(grants.list()[0]?.grantId ?? '');
			expect(await decideInBoth()).toEqual(['ask', 'allow']);
		},
	);

	it('does not hold for hosts that the user allows later', async () => {
		const {allow, decide, save} = await startRun(await makeTemporaryFolder(), {});
		await allow('fetch-url');
		await allow('fetch-url', 'server');
		expect(decide('fetch-url').decision).toBe('allow');
		await save({settings: {allowedHosts: ['intranet.example']}});
		expect(decide('fetch-url').decision).toBe('ask');
		expect(decide('calculate').decision).toBe('allow');
	});

	it('does not hold for another endpoint of a custom tool, and still does for all others', async () => {
		const other = post('http://localhost:1/other');
		const {find, servers, allow, decide, save, changes} = await startRun(await makeTemporaryFolder(), {
			customTools: {tell: post('http://localhost:1/tell'), other},
		});
		await allow('tell');
		await allow('other');
		await allow('write-file');
		expect(decide('tell').decision).toBe('allow');
		const approved = find('tell');

		await save({customTools: {tell: post('http://localhost:1/tell', {timeout: 5}), other}});
		expect(decide('tell').decision).toBe('allow');

		await save({customTools: {tell: post('http://localhost:2/tell'), other}});
		await expect.poll(() => decide('tell')).toMatchObject({decision: 'ask', rule: notTheSame});
		expect([decide('other').decision, decide('write-file').decision]).toEqual(['allow', 'allow']);
		expect(await changes()).toEqual([]);
		expect(await servers.call(approved, {}, () => undefined, signal)).toMatchObject({
			failure: {code: 'tool-changed'},
		});
	});

	it.each(['read-file', 'search-files'])(
		'asks before what %s brought could be carried away',
		async brought => {
			const customTools = {tell: post('http://localhost:1/tell')};
			const {allow, decide} = await startRun(await makeTemporaryFolder(), {customTools});
			await allow('tell', 'server');
			for (const tool of ['fetch-url', 'tell']) {
				expect(decide(tool).decision).toBe('allow');
				expect(decide(tool, brought)).toMatchObject({decision: 'ask', sources: [name]});
			}
			expect(decide('write-file', brought).decision).toBe('allow');
		},
	);

	it.each([
		['method', {method: 'PUT'}],
		['header', {headers: {'X-Admin': 'yes'}}],
		['parameter', {query: {user: 'admin'}}],
		['body', {body: {user: 'admin'}}],
	])('does not hold for a custom tool with another %s', async (_, more) => {
		const url = 'http://localhost:1/tell';
		const home = await makeTemporaryFolder();
		const first = await startRun(home, {customTools: {tell: post(url)}});
		await first.allow('tell');
		const second = await startRun(home, {customTools: {tell: post(url, more)}});
		expect(second.decide('tell').decision).toBe('ask');
	});
});
