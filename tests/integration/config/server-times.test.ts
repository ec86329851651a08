import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {load, serversOf} from '../../../source/compose-load.ts';
import {findSurroundings} from '../../../source/compose-settings.ts';
import {createMemoryCredentials} from '../../../source/core/credentials/memory-credentials.ts';
import {createDiagnose} from '../../../source/core/mcp/doctor/create-diagnose.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import {serverConfig, serverFile, useServers} from '../../helpers/mcp-servers.ts';
import {openServerAdmin} from '../../helpers/server-admin.ts';
import {createTestHome} from '../../helpers/test-home.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const {signal} = new AbortController();

const echo = {command: process.execPath, args: [serverFile('echo')]};

afterEach(() => {
	vi.unstubAllEnvs();
});

/** The program's own folders, with these servers in the user's configuration. */
const useSurroundings = async (servers: JsonObject) => {
	const home = createTestHome();
	onTestFinished(home.remove);
	mkdirSync(home.settings, {recursive: true});
	const file = join(home.settings, 'config.json');
	writeFileSync(file, JSON.stringify({mcpServers: servers}));
	vi.stubEnv('MCP_TUI_HOME', home.settings);
	const surroundings = findSurroundings({onWait: () => undefined, onTrouble: () => undefined});
	const agentFile = join(home.folder, 'agent.yaml');
	const loadAgain = async (isAgent: boolean) => {
		const options = {configFiles: [], isStrict: false, trustsProject: false, isDemo: false, cwd: home.folder};
		const read = await load(surroundings, {...options, agentFile: isAgent ? agentFile : undefined});
		if (read.type === 'refused') throw new Error(read.failure.message);
		return serversOf(read.loaded);
	};
	const stateFile = join(home.settings, 'server-times.json');
	return {
		...surroundings,
		configs: await loadAgain(false),
		agentFile,
		loadAgent: () => loadAgain(true),
		saved: (): readonly JsonObject[] => JSON.parse(readFileSync(stateFile, 'utf8')).servers,
		place: (name: string) => ({name, file}),
	};
};

describe('the last connection of a server', () => {
	it('is noted when a real server is ready, and is on the disk in the end', async () => {
		const {memory, times, configs, place, saved} = await useSurroundings({
			echo,
			lost: {command: 'nowhere-to-be-found', retryAttempts: 0},
		});
		const {connect, status} = useServers(configs, process.env, {memory});
		const before = Date.now();
		await connect();
		expect([status('echo')?.type, status('lost')?.type]).toEqual(['ready', 'failed']);
		await times.settled();
		await times.look();
		const {lastConnectedAt = 0, createdAt, updatedAt} = times.of(place('echo')) ?? {};
		expect(lastConnectedAt).toBeGreaterThanOrEqual(before);
		expect(updatedAt).toBe(createdAt);
		expect(saved()).toMatchObject([{name: 'echo', lastConnectedAt}, {name: 'lost'}]);
		expect(times.of(place('lost'))).not.toHaveProperty('lastConnectedAt');
	});

	it('is that of the last time when it is lost and comes back', async () => {
		const {memory, times, configs, place} = await useSurroundings({
			fragile: {command: process.execPath, args: [serverFile('crash-mid-call')], retryAttempts: 5},
		});
		const {connect, call, status, reported} = useServers(configs, process.env, {memory});
		await connect();
		await times.look();
		const first = times.of(place('fragile'))?.lastConnectedAt ?? 0;
		const readyCount = () => reported.filter(({status: {type}}) => type === 'ready').length;
		await waitUntil(() => Date.now() > first);
		await call('fragile', 'crash');
		await waitUntil(() => readyCount() > 1 && status('fragile')?.type === 'ready');
		await times.look();
		expect(first).toBeGreaterThan(0);
		expect(times.of(place('fragile'))?.lastConnectedAt).toBeGreaterThan(first);
	});

	it('is also that of the doctor, as soon as it has greeted the server', async () => {
		const greeted: string[] = [];
		const diagnose = createDiagnose({
			version: '0.0.0',
			environment: process.env,
			credentials: createMemoryCredentials(),
			onConnected: ({name}) => greeted.push(name),
		});
		for (const config of [serverConfig('echo'), serverConfig('crash-before-handshake')]) {
			for await (const {name, outcome} of diagnose(config, signal)) {
				if (name === 'handshake') expect(greeted.includes(config.name)).toBe(outcome === 'ok');
			}
		}
		expect(greeted).toEqual(['echo']);
	});

	it('is that of a test of the very server, and not of a draft of it', async () => {
		const {admin, times, ownFile, clock} = await openServerAdmin({own: JSON.stringify({mcpServers: {echo}})});
		const test = (entry: JsonObject) =>
			admin.test({name: 'echo', entry}, {scope: 'user', replaces: 'echo', onStep: () => undefined}, signal);
		await times.look();
		clock.advance(500);
		expect(await test({...echo, description: 'not saved'})).toMatchObject({type: 'works'});
		await times.look();
		expect(times.of({name: 'echo', file: ownFile})).toEqual({createdAt: 1000, updatedAt: 1000});
		expect(await test(echo)).toMatchObject({type: 'works'});
		expect(times.of({name: 'echo', file: ownFile})).toMatchObject({lastConnectedAt: 1500});
	});
});

describe('the times of an entry', () => {
	it('follow what the form does: saving, renaming with secrets, moving, disabling and removing', async () => {
		const {admin, times, ownFile, projectFile, clock} = await openServerAdmin();
		const timesOf = async (name: string, file = ownFile) => {
			await times.look();
			return times.of({name, file});
		};
		const entry = {url: 'https://example.com/mcp', auth: {type: 'bearer', token: 'canaryc0ffee12345678'}};
		await admin.save({name: 'web', entry}, {scope: 'user'}, signal);
		expect(await timesOf('web')).toEqual({createdAt: 1000, updatedAt: 1000});
		clock.advance(1000);
		const written = await admin.written('web');
		if (written.type !== 'written') throw new Error('It is not there.');
		// The secret moves along, so that the entry names another.
		const renamed = {...written.server.entry, description: 'mine'};
		await admin.save({name: 'docs', entry: renamed}, {scope: 'user', replaces: 'web'}, signal);
		expect(await timesOf('docs')).toEqual({createdAt: 1000, updatedAt: 2000});
		expect(await timesOf('web')).toBeUndefined();
		clock.advance(1000);
		await admin.setDisabled('docs', true, signal);
		expect(await timesOf('docs')).toEqual({createdAt: 1000, updatedAt: 3000});
		clock.advance(1000);
		const local = {command: 'node'};
		await admin.save({name: 'docs', entry: local}, {scope: 'project', replaces: 'docs'}, signal);
		expect(await timesOf('docs')).toBeUndefined();
		expect(await timesOf('docs', projectFile)).toEqual({createdAt: 1000, updatedAt: 4000});
		await admin.remove('docs', signal);
		expect(await timesOf('docs', projectFile)).toBeUndefined();
	});

	it('are kept of the servers of an agent file, beside those of the configuration', async () => {
		const {times, agentFile, loadAgent, place} = await useSurroundings({echo});
		const timesNow = async (args: string) => {
			writeFileSync(
				agentFile,
				`name: clerk\ntools:\n  - {type: mcp, name: files, command: node, args: [${args}]}\n`,
			);
			await loadAgent();
			await times.look();
			return times.of({name: 'files', file: agentFile});
		};
		const first = await timesNow('a');
		expect(times.of(place('echo'))).toMatchObject({createdAt: expect.any(Number)});
		await waitUntil(() => Date.now() > (first?.createdAt ?? Number.POSITIVE_INFINITY));
		expect(await timesNow('a')).toEqual(first);
		const changed = await timesNow('b');
		expect(changed?.createdAt).toBe(first?.createdAt);
		expect(changed?.updatedAt).toBeGreaterThan(first?.updatedAt ?? Number.POSITIVE_INFINITY);
	});

	it('are kept of servers of a project that nobody has trusted', async () => {
		const project = JSON.stringify({mcpServers: {theirs: {command: 'nowhere-to-be-found'}}});
		const {times, projectFile, loaded} = await openServerAdmin({project});
		expect(loaded().project.waiting).toHaveLength(1);
		await times.look();
		expect(times.of({name: 'theirs', file: projectFile})).toEqual({createdAt: 1000, updatedAt: 1000});
	});
});
