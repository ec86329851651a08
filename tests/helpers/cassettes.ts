import {join} from 'node:path';
import {createPlayOrder} from '../../source/core/cassettes/play-order.ts';
import {type Cassette, readCassette} from '../../source/core/cassettes/read-cassette.ts';
import {openRecording, type Recording} from '../../source/core/cassettes/recording.ts';
import {createReplayedServer} from '../../source/core/cassettes/replayed-server.ts';
import {serversOf} from '../../source/core/cassettes/server-scenes.ts';
import type {ServerConfig} from '../../source/domain/server.ts';
import type {ServerRequests} from '../../source/domain/server-ports.ts';
import {type RunningServers, useServers} from './mcp-servers.ts';
import {createTemporaryFolder} from './temporary-folder.ts';

type Clean = <Value>(value: Value) => Value;

const same: Clean = value => value;

/** A recording into a new file, and what can be read of it so far. */
export const startRecording = async (clean: Clean = same) => {
	const file = join(createTemporaryFolder(), 'cassette.jsonl');
	const opened = await openRecording({
		file,
		program: 'mcp-tui test',
		now: () => 0,
		elapsed: () => performance.now(),
		clean,
	});
	if (opened.type === 'refused') throw new Error(opened.failure.message);
	return {file, recording: opened.recording};
};

export const mustRead = async (file: string): Promise<Cassette> => {
	const read = await readCassette(file, new AbortController().signal);
	if (read.type === 'refused') throw new Error(read.failure.message);
	return read.cassette;
};

/** Real servers; everything that they say is recorded. */
export const useRecordedServers = (
	configs: readonly ServerConfig[],
	recording: Recording,
	requests?: ServerRequests,
): RunningServers =>
	useServers(configs, process.env, {
		record: recording.servers(() => ({transport: 'stdio'})),
		...(requests === undefined ? {} : {requests}),
	});

/** The same servers, played. None of them runs. */
export const usePlayedServers = async (
	file: string,
	requests?: ServerRequests,
	longestWait = 0,
): Promise<RunningServers> => {
	const recorded = serversOf((await mustRead(file)).records);
	const calls = recorded.flatMap(({scenes}) => scenes).filter(({method}) => method === 'tools/call');
	const order = createPlayOrder(calls.map(({place}) => place));
	const configs = recorded.map(
		({name}): ServerConfig => ({
			name,
			type: 'in-memory',
			connectTimeout: 30_000,
			requestTimeout: 30_000,
			retryAttempts: 0,
			loadTools: true,
			loadPrompts: true,
			excludeTools: [],
			disabled: false,
		}),
	);
	return useServers(
		configs,
		{},
		{
			localServers: Object.fromEntries(
				recorded.map(server => [
					server.name,
					createReplayedServer(server, {mode: 'replay', order, longestWait, clean: same}),
				]),
			),
			...(requests === undefined ? {} : {requests}),
		},
	);
};
