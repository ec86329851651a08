import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {CallReport} from '../../../source/domain/ports.ts';
import type {StdioServer} from '../../../source/domain/server.ts';
import type {ServerRequests} from '../../../source/domain/server-ports.ts';
import {startRecording, usePlayedServers, useRecordedServers} from '../../helpers/cassettes.ts';
import {createFakeRequests} from '../../helpers/fake-requests.ts';
import {type RunningServers, serverConfig} from '../../helpers/mcp-servers.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {publishedServer} from '../mcp/published/published-server.ts';

type Call = readonly [server: string, tool: string, args?: JsonObject];

const failureOf = (report: CallReport): string =>
	report.type === 'failed' ? report.failure.message : `it ${report.type}`;

/** Records the calls, then plays them: both times the same requests of the user. */
const recordAndPlay = async (
	configs: readonly StdioServer[],
	calls: readonly Call[],
	answers?: () => ServerRequests,
	played = answers,
) => {
	const {file, recording} = await startRecording();
	const callAll = async ({call}: RunningServers): Promise<readonly CallReport[]> => {
		const reports: CallReport[] = [];
		for (const each of calls) reports.push(await call(...each));
		return reports;
	};
	const live = useRecordedServers(configs, recording, answers?.());
	await live.connect();
	const before = await callAll(live);
	const tools = live.servers.tools();
	await live.servers.close();
	await recording.close();
	const replay = await usePlayedServers(file, played?.());
	await replay.connect();
	return {file, replay, before, after: await callAll(replay), tools};
};

const everything = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);

describe('servers of a cassette', () => {
	it('offer the same tools and answer the same calls as the published server did', async () => {
		const {replay, before, after, tools} = await recordAndPlay(
			[everything],
			[
				['everything', 'echo', {message: 'one'}],
				['everything', 'get-structured-content', {location: 'Chicago'}],
				['everything', 'get-tiny-image'],
				['everything', 'get-resource-reference', {resourceType: 'Text', resourceId: 2}],
				['everything', 'get-resource-reference', {resourceType: 'Blob', resourceId: -1}],
			],
		);
		expect(replay.servers.tools()).toEqual(tools);
		expect(after).toEqual(before);
		expect(before.map(({type}) => type)).toEqual([
			'succeeded',
			'succeeded',
			'succeeded',
			'succeeded',
			'failed',
		]);
	});

	it('answer equal calls in the order in which they were answered', async () => {
		const memory = publishedServer('memory', '@modelcontextprotocol/server-memory', [], {
			env: {MEMORY_FILE_PATH: join(createTemporaryFolder(), 'memory.json')},
		});
		const entities = [{name: 'Ada', entityType: 'person', observations: ['writes programs']}];
		const {before, after} = await recordAndPlay(
			[memory],
			[
				['memory', 'read_graph'],
				['memory', 'create_entities', {entities}],
				['memory', 'read_graph'],
			],
		);
		expect(after).toEqual(before);
		expect(before[0]).not.toEqual(before[2]);
	});

	it('speak the newest protocol where they did', async () => {
		const {replay, before, after} = await recordAndPlay([serverConfig('modern')], [['modern', 'greet']]);
		expect(replay.status('modern')).toMatchObject({type: 'ready', protocolVersion: '2026-07-28'});
		expect(after).toEqual(before);
	});

	it('ask the user again, and go on only with the same answer', async () => {
		const calls: readonly Call[] = [
			['asking', 'ask-many', {count: 3}],
			['asking', 'log', {count: 2}],
			['asking', 'ask-and-take-back'],
		];
		const says = (name: string) => () =>
			createFakeRequests({elicit: async () => ({action: 'accept', content: {name}})});
		const same = await recordAndPlay([serverConfig('asking')], calls, says('Ada'));
		expect(same.after).toEqual(same.before);
		expect(same.replay.noticed.filter(({notice}) => notice.type === 'logged')).toHaveLength(2);

		const other = await recordAndPlay([serverConfig('asking')], calls.slice(0, 1), says('Ada'), says('Eve'));
		expect(failureOf(other.after[0] ?? {type: 'cancelled', sent: false})).toContain(
			'got another answer than when it was recorded',
		);
	});

	it('ask as part of their results, where the protocol has it so', async () => {
		const answers = () =>
			createFakeRequests({elicit: async () => ({action: 'accept', content: {name: 'Ada'}})});
		const {before, after} = await recordAndPlay(
			[serverConfig('modern-asking')],
			[['modern-asking', 'form']],
			answers,
		);
		expect(after).toEqual(before);
		expect(before[0]?.type).toBe('succeeded');
	});

	it('finish tasks in as many steps as they took', async () => {
		const {before, after} = await recordAndPlay(
			[serverConfig('tasks')],
			[
				['tasks', 'finish'],
				['tasks', 'fail'],
			],
		);
		expect(after).toEqual(before);
		expect(before.map(({type}) => type)).toEqual(['succeeded', 'failed']);
	});

	it('tell progress with the call that it belongs to', async () => {
		const {file, recording} = await startRecording();
		const args = {duration: 0.4, steps: 2};
		const run = async ({call}: RunningServers) => {
			const told: unknown[] = [];
			const onProgress = (progress: unknown) => void told.push(progress);
			const report = await call('everything', 'trigger-long-running-operation', args, {onProgress});
			return {report, told};
		};
		const live = useRecordedServers([everything], recording);
		const before = await run(live);
		await recording.close();
		expect(await run(await usePlayedServers(file, undefined, 60))).toEqual(before);
		expect(before.told).toHaveLength(2);
	});

	it('answer calls side by side in the recorded order, however fast they are played', async () => {
		const {file, recording} = await startRecording();
		const run = async ({call, connect}: RunningServers) => {
			await connect();
			const done: string[] = [];
			const each = async (duration: number): Promise<void> => {
				await call('everything', 'trigger-long-running-operation', {duration, steps: 1});
				done.push(String(duration));
			};
			await Promise.all([each(0.5), each(0.1), each(0.3)]);
			return done;
		};
		const before = await run(useRecordedServers([everything], recording));
		await recording.close();
		expect(before).toEqual(['0.1', '0.3', '0.5']);
		expect(await run(await usePlayedServers(file))).toEqual(before);
	});

	it('refuse a call that was not recorded, and name the nearest', async () => {
		const {replay} = await recordAndPlay(
			[everything],
			[
				['everything', 'echo', {message: 'first'}],
				['everything', 'echo', {message: 'second'}],
			],
		);
		const failed = async (tool: string, args: JsonObject) =>
			failureOf(await replay.call('everything', tool, args));
		expect(await failed('echo', {message: 'secont'})).toContain(
			'The cassette has no call of "echo" with {"message":"secont"}. The nearest it has is {"message":"second"}.',
		);
		expect(await failed('echo', {message: 'first'})).toContain(
			'{"message":"first"} once, and it was played.',
		);
		expect(await failed('get-sum', {a: 1, b: 2})).toContain('has no call of "get-sum", only of echo.');
	});

	it('fail to start where they did, and say why', async () => {
		const {replay, before, after} = await recordAndPlay(
			[serverConfig('gone', {command: '/nowhere/server'})],
			[['gone', 'anything']],
		);
		expect(failureOf(before[0] ?? {type: 'cancelled', sent: false})).toContain('/nowhere/server');
		expect(failureOf(after[0] ?? {type: 'cancelled', sent: false})).toContain('When it was recorded');
		expect(replay.status('gone')?.type).toBe('failed');
	});

	it('have no answer to a call that was never answered', async () => {
		const {after} = await recordAndPlay([serverConfig('crash-mid-call')], [['crash-mid-call', 'crash']]);
		expect(failureOf(after[0] ?? {type: 'cancelled', sent: false})).toContain(
			'The cassette has no answer to this call: the recording or the connection ended before it.',
		);
	});
});
