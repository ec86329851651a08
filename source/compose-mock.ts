import {withoutSecrets as clean} from './compose-recording.ts';
import {loadCassettes} from './compose-replay.ts';
import type {Failure} from './domain/failure.ts';
import type {LocalChannel} from './domain/server-ports.ts';
import {suggestion} from './support/nearest.ts';

export type MockRead =
	| {
			readonly type: 'ready';
			readonly serve: (channel: LocalChannel) => Promise<void>;
			readonly gaps: string | undefined;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

/** Fast, for tests; but some clients lose progress that comes with the answer. */
const longestWait = 20;

/** A recorded server, for anybody. */
export const openMock = async (file: string, wanted: string | undefined): Promise<MockRead> => {
	const cassettes = await loadCassettes();
	const found = await cassettes.readCassette(file, new AbortController().signal);
	if (found.type === 'refused') return found;
	const servers = cassettes.serversOf(found.cassette.records);
	const names = servers.map(({name}) => name);
	const others = servers.filter(({settings}) => settings.isToolbox !== true);
	const usual = others.length === 1 ? others[0] : servers.length === 1 ? servers[0] : undefined;
	const server = wanted === undefined ? usual : servers.find(({name}) => name === wanted);
	const refuse = (message: string): MockRead => {
		const hint = names.length === 0 ? 'Record one with servers.' : `It has: ${names.join(', ')}.`;
		return {type: 'refused', failure: {code: 'bad-input', message, hint}};
	};
	if (server === undefined) {
		if (names.length === 0) return refuse(`The cassette ${file} has no server.`);
		return wanted === undefined
			? refuse(`The cassette ${file} has several servers. Name one with --server.`)
			: refuse(`The cassette ${file} has no server "${wanted}"${suggestion(wanted, names) || '.'}`);
	}
	const order = cassettes.createPlayOrder([]);
	const serve = cassettes.createReplayedServer(server, {mode: 'mock', order, longestWait, clean});
	return {type: 'ready', serve, gaps: cassettes.describeGaps(found.cassette)};
};
