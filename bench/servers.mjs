import path from 'node:path';
import {bundleClient, compareClients, runClient} from './bundle-client.mjs';
import {median} from './statistics.mjs';

const mebibytes = bytes => bytes / 1024 / 1024;

const of = (samples, what) => median(samples.map(sample => sample[what]));

const rowsOf = (title, {ours, bare}) => {
	const floorName = 'bare SDK client';
	return [
		{
			name: `ready tools with ${title}`,
			unit: 'ms',
			figure: of(ours, 'ready'),
			floor: of(bare, 'ready'),
			floorName,
			maxRatio: 1.3,
		},
		{
			name: `memory with ${title}`,
			unit: 'MiB',
			figure: mebibytes(of(ours, 'rss')),
			floor: mebibytes(of(bare, 'rss')),
			floorName,
			maxRatio: 1.3,
		},
	];
};

/** The server layer next to a bare SDK client, and next to servers that misbehave. */
export const measureServers = async bench => {
	const {root, size, note} = bench;
	const clients = {
		ours: await bundleClient(bench, 'servers', 'our-client'),
		bare: await bundleClient(bench, 'servers', 'bare-client'),
	};
	const server = path.join(root, 'bench/servers/tool-server.mjs');
	const samples = {};
	const rows = [];
	for (const [title, servers, tools] of [
		['1 stdio server', 1, 10],
		['10 stdio servers', 10, 10],
		['50 stdio servers', 50, 10],
		['1 stdio server of 5,000 tools', 1, 5000],
	]) {
		note(`servers: ${title}, ${size.serverRuns} runs of each`);
		samples[title] = await compareClients(clients, size.serverRuns, [server, servers, tools, 0]);
		rows.push(...rowsOf(title, samples[title]));
	}
	rows.unshift({
		name: 'ready tools with the first server of a new process',
		unit: 'ms',
		figure: of(samples['1 stdio server'].ours, 'cold'),
		floor: of(samples['1 stdio server'].bare, 'cold'),
		floorName: 'bare SDK client',
	});
	note('servers: calls');
	const calls = await compareClients(clients, size.serverRuns, [server, 1, 10, 1000]);
	const [ours, bare] = [of(calls.ours, 'call'), of(calls.bare, 'call')];
	rows.push({name: 'call, added to a bare callTool (median)', figure: ours - bare, unit: 'ms', limit: 1});
	note('servers: faulty neighbours');
	const neighbours = await bundleClient(bench, 'servers', 'faulty-neighbours');
	const faulty = path.join(root, 'tests/servers/faults/stdio-faults.mjs');
	const beside = await runClient(neighbours, [server, faulty, size.idleSeconds]);
	rows.push(
		{name: 'slowest call beside 11 faulty servers', figure: beside.slowest, unit: 'ms', limit: 1000},
		{name: 'event loop blocked beside them', figure: beside.lag, unit: 'ms', limit: 250},
		{name: 'memory grown beside them', figure: mebibytes(beside.grown), unit: 'MiB', limit: 150},
	);
	return {samples: {...samples, calls, beside}, rows};
};
