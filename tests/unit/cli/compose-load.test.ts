import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {type Loaded, type LoadOptions, load, serversOf, unusedServers} from '../../../source/compose-load.ts';
import {narrowMode} from '../../../source/compose-reload.ts';
import {findSurroundings} from '../../../source/compose-settings.ts';
import type {ApprovalMode} from '../../../source/domain/approval.ts';
import {createTestHome} from '../../helpers/test-home.ts';

afterEach(() => {
	vi.unstubAllEnvs();
});

const command = (name: string) => ({command: 'node', args: [name]});

/** Files of a user and of a folder, as the program reads them. */
const setUp = () => {
	const home = createTestHome();
	onTestFinished(home.remove);
	vi.stubEnv('MCP_TUI_HOME', home.settings);
	mkdirSync(home.settings, {recursive: true});
	const cwd = join(home.folder, 'project');
	mkdirSync(cwd);
	const surroundings = findSurroundings({onWait: () => undefined, onTrouble: () => undefined});
	onTestFinished(() => surroundings.credentials.close());
	const given = join(cwd, 'given.json');
	const read = async (options: Partial<LoadOptions> = {}, first?: Loaded): Promise<Loaded> => {
		const result = await load(
			surroundings,
			{
				isDemo: false,
				configFiles: [],
				isStrict: false,
				trustsProject: false,
				agentFile: undefined,
				cwd,
				...options,
			},
			first,
		);
		if (result.type === 'refused') {
			throw new Error(result.failure.message);
		}
		return result.loaded;
	};
	return {
		read,
		given,
		writeOwn: (config: object) => writeFileSync(join(home.settings, 'config.json'), JSON.stringify(config)),
		writeProject: (config: object) => writeFileSync(join(cwd, '.mcp.json'), JSON.stringify(config)),
		writeGiven: (config: object) => writeFileSync(given, JSON.stringify(config)),
	};
};

const argsOf = (loaded: Loaded) =>
	Object.fromEntries(
		serversOf(loaded).map(config => [config.name, config.type === 'stdio' ? config.args : []]),
	);

describe('files that are read again while the program runs', () => {
	it('bring what the user has written into their own', async () => {
		const {read, writeOwn} = setUp();
		writeOwn({mcpServers: {mine: command('old')}});
		const first = await read();
		writeOwn({mcpServers: {mine: command('new'), more: command('more')}});
		expect(argsOf(await read({}, first))).toEqual({mine: ['new'], more: ['more']});
	});

	it('bring nothing new where the command line had named them, and say so', async () => {
		const {read, given, writeGiven} = setUp();
		writeGiven({mcpServers: {theirs: command('seen')}});
		const first = await read({configFiles: [given]});
		writeGiven({mcpServers: {theirs: command('unseen'), more: command('unseen')}});
		const again = await read({configFiles: [given]}, first);
		expect(argsOf(again)).toEqual({theirs: ['seen']});
		expect(again.problems.join('\n')).toContain('start again to use the new ones');
	});

	it('ask about what a project has changed, although it was trusted by the command line', async () => {
		const {read, writeProject} = setUp();
		writeProject({mcpServers: {kept: command('kept'), changed: command('seen')}});
		const first = await read({trustsProject: true});
		expect(argsOf(first)).toEqual({kept: ['kept'], changed: ['seen']});
		writeProject({mcpServers: {kept: command('kept'), changed: command('unseen')}});
		const again = await read({trustsProject: true}, first);
		expect(argsOf(again)).toEqual({kept: ['kept']});
		expect(unusedServers(again).map(({name}) => name)).toEqual(['changed']);
	});
});

describe('a secret of a server that takes long to look up', () => {
	const slow = {mcpServers: {slow: {command: 'node', env: {KEY: `\${command:node -p 40+2}`}}}};

	it('is left for later, without a complaint, where somebody waits for the first frame', async () => {
		const {read, writeOwn} = setUp();
		writeOwn(slow);
		const first = await read({defersSecrets: true});
		expect(first).toMatchObject({isDeferred: true, problems: []});
		expect(serversOf(first)).toEqual([]);
		expect(serversOf(await read({}, first))).toMatchObject([{name: 'slow', env: {KEY: '42'}}]);
	});
});

describe('a project', () => {
	it('does not take the place of a server of the user, and nobody is asked about it', async () => {
		const {read, writeOwn, writeProject} = setUp();
		writeOwn({mcpServers: {files: command('mine')}});
		writeProject({mcpServers: {files: command('theirs')}});
		const loaded = await read();
		expect(argsOf(loaded)).toEqual({files: ['mine']});
		expect(loaded.project.waiting).toEqual([]);
		expect(loaded.problems.join('\n')).toContain('your own configuration has one of this name');
	});
});

describe('toolApproval that is saved while the program runs', () => {
	const change = async (now: ApprovalMode, before: ApprovalMode, after: ApprovalMode | undefined) => {
		const {read, writeOwn} = setUp();
		writeOwn({toolApproval: before});
		const first = await read();
		writeOwn(after === undefined ? {} : {toolApproval: after});
		const chosen: ApprovalMode[] = [];
		narrowMode(
			{getMode: () => now, setApprovalMode: mode => chosen.push(mode)},
			first,
			await read({}, first),
		);
		return chosen;
	};

	it.each([
		['auto', 'auto', 'trusted-only', ['trusted-only']],
		['auto', 'auto', undefined, ['always-ask']],
		['always-ask', 'always-ask', 'auto', []],
		['always-ask', 'auto', 'trusted-only', []],
		['auto', 'always-ask', 'always-ask', []],
	] as const)('in the mode %s, from %s to %s, changes it to %j', async (now, before, after, expected) => {
		expect(await change(now, before, after)).toEqual(expected);
	});
});
